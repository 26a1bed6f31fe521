package mcp

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bounds of the sessions that callers of the older protocol hold open.
const (
	maxSessions = 64
	maxOpening  = 16 // that are being opened at once, beside those that are open
	idle        = 30 * time.Minute
)

// A Handler serves callers over streamable HTTP, in both eras of the protocol: a request
// of 2026-07-28 or later stands alone, an older caller opens a session. Who may come in
// is its server's affair.
type Handler struct {
	old      *sdk.Server // whose sessions are counted
	sessions http.Handler
	alone    http.Handler
	opening  atomic.Int32
	quit     context.Context
	stop     context.CancelFunc
}

// NewHandler is a handler with all tools. It must be closed.
func NewHandler(lg *slog.Logger, o Options) *Handler {
	tools := newTools(o)
	old, alone := newServer(lg, o, tools), newServer(lg, o, tools)
	h := &Handler{old: old}
	h.quit, h.stop = context.WithCancel(context.Background())
	h.sessions = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return old }, &sdk.StreamableHTTPOptions{
		Logger: lg, SessionTimeout: idle, DisableLocalhostProtection: true, // the door has looked
	})
	h.alone = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return alone }, &sdk.StreamableHTTPOptions{
		Logger: lg, Stateless: true, PropagateRequestCancellation: true, DisableLocalhostProtection: true,
	})
	return h
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(h.quit, cancel)()
	r = r.WithContext(ctx)
	switch {
	case r.Header.Get("Mcp-Protocol-Version") >= stateless:
		h.alone.ServeHTTP(w, r)
	case r.Header.Get("Mcp-Session-Id") == "" && r.Method == http.MethodPost:
		h.open(w, r)
	default:
		h.sessions.ServeHTTP(w, r)
	}
}

// open lets a session be opened while there is room for one.
func (h *Handler) open(w http.ResponseWriter, r *http.Request) {
	opening, open := h.opening.Add(1), 0
	defer h.opening.Add(-1)
	for range h.old.Sessions() {
		open++
	}
	if open >= maxSessions || opening > maxOpening {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "too many sessions are open; close one, or speak protocol "+stateless+", which needs none", http.StatusServiceUnavailable)
		return
	}
	h.sessions.ServeHTTP(w, r)
}

// Close ends all sessions and streams.
func (h *Handler) Close() {
	h.stop()
	for s := range h.old.Sessions() {
		_ = s.Close() // its caller finds out
	}
}
