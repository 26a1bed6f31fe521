package agui

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas"
)

// Options say what a handler serves. All but User, Pieces and Heartbeat are required.
type Options struct {
	Runtime *worker.Runtime
	Log     bus.Log
	Vendor  schemas.VendorID
	User    schemas.UserID // who acts; "" for "local"
	Version string         // of the program

	// Read reads a request's JSON body. Its error is told by Refuse.
	Read func(r *http.Request, v any) error
	// Refuse answers a request that is none, before a stream begins.
	Refuse func(w http.ResponseWriter, r *http.Request, err error)
	// Tell is an error as a person may be told it.
	Tell func(err error) (schemas.Code, string)
	// Stopping is done when streams must end.
	Stopping context.Context
	// Pieces begins to hear a session's messages while they are written; nil for messages
	// that are told when they are finished.
	Pieces func(schemas.SessionID) Pieces

	Heartbeat time.Duration // longest silence on a stream; 0 for 15 seconds
}

// A Handler answers the addresses of AG-UI.
type Handler struct {
	lg *slog.Logger
	o  Options
}

// New is a handler. It starts nothing.
func New(lg *slog.Logger, o Options) *Handler {
	if o.User == "" {
		o.User = "local"
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 15 * time.Second
	}
	return &Handler{lg: lg, o: o}
}

// Run runs a turn, or the rest of one, and streams it: POST /v1/agui.
func (h *Handler) Run(w http.ResponseWriter, r *http.Request) { h.serve(w, r, (*stream).run) }

// Replay streams a thread's turns as whole runs, the oldest first, and goes on with the
// one that runs: POST /v1/agui/replay.
func (h *Handler) Replay(w http.ResponseWriter, r *http.Request) { h.serve(w, r, (*stream).replay) }

// errStopping ends streams when the server stops.
var errStopping = errors.New("the server is stopping; the turn goes on: run it again under the same runId")

// serve lets a stream do its work, and sees to it that its last run ends once.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, do func(*stream, context.Context) error) {
	in := &Input{}
	err := h.o.Read(r, in)
	if err == nil {
		err = in.check()
	}
	if err != nil {
		h.o.Refuse(w, r, err)
		return
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	defer context.AfterFunc(h.o.Stopping, func() { cancel(errStopping) })()
	s := &stream{h: h, in: in, out: newEncoder(w), trace: schemas.TraceParent(r.Header.Get("Traceparent"))}
	defer s.leave()
	defer s.rescue()
	if err := do(s, ctx); err != nil {
		s.fail(ctx, err)
	}
}

// sessionOf is the session of a thread, and whether it was opened: the one that the
// thread names, or the one that is opened with the thread's id as its key.
func (h *Handler) sessionOf(ctx context.Context, thread string) (schemas.SessionID, bool, error) {
	var last uint64
	for _, id := range []schemas.SessionID{schemas.SessionID(thread), worker.SessionID(h.o.User, thread)} {
		var err error
		if last, err = h.o.Log.Last(ctx, h.entity(id)); err != nil || last > 0 {
			return id, last > 0, err
		}
	}
	return worker.SessionID(h.o.User, thread), false, nil
}

func (h *Handler) entity(id schemas.SessionID) schemas.Entity {
	return schemas.Entity{Vendor: h.o.Vendor, Kind: schemas.SessionBoundary, ID: string(id)}
}

// fold reads a session from its beginning to where it stands now, and hands each
// record, with what it says, to hear.
func (h *Handler) fold(ctx context.Context, session schemas.SessionID, hear func(schemas.Record, []Event)) (*thread, error) {
	th := newThread(session)
	for r, err := range h.o.Log.Read(ctx, bus.Of(h.entity(session))) {
		if err != nil {
			return nil, err
		}
		hear(r, th.take(r))
	}
	return th, nil
}

func unheard(schemas.Record, []Event) {}
