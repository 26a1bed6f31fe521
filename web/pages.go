package web

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/a-h/templ"

	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/schemas"
)

//go:embed assets
var assetFiles embed.FS

// pages draws the pages: server-rendered as of one position of the log, and live
// from there on through assets/turnbook.js.
type pages struct {
	lg     *slog.Logger
	store  *projections.Store
	log    bus.Log
	texts  bus.Texts // prompts; nil for none
	vendor schemas.VendorID
	user   schemas.UserID
	sync   string // how durable an acknowledgement is
	build  string // version of the program
	desk   *desk

	comments   *comments.Store // nil for none
	scenes     *scenes
	proved     *atomic.Pointer[verified] // what the last verification came to
	rebuilds   *rebuilds
	settle     func(context.Context)                                      // waits until the tables hold what the log holds
	retake     func(context.Context, whatIfAsk) iter.Seq2[retaken, error] // takes decisions again
	workspaces *workspaces.Service                                        // nil for a server without them
}

// registerPages hangs the pages and their assets on a mux.
func (s *Server) registerPages(mux *http.ServeMux) {
	p := &pages{
		lg: s.lg, store: s.o.Store, log: s.o.Log, texts: s.o.Texts, vendor: s.o.Vendor, user: s.o.User,
		sync: s.o.Sync, build: s.o.Version, desk: s.desk, comments: s.o.Comments, workspaces: s.o.Workspaces, scenes: s.scenes, proved: &s.proof.last, settle: s.settle, retake: s.retake, rebuilds: &s.rebuilds,
	}
	files := sync.OnceValue(func() assets { return newAssets(assetFiles) }) // not before they are asked for: a start has no need of them
	mux.HandleFunc("GET /assets/", func(w http.ResponseWriter, r *http.Request) { files().ServeHTTP(w, r) })
	mux.HandleFunc("POST /operations/{what}", s.operate)
	mux.HandleFunc("POST /turns/{id}/comments", s.postComment)
	mux.HandleFunc("POST /turns/{id}/comments/{comment}/{what}", s.postCommentChange)
	for route, draw := range map[string]drawing{
		"GET /{$}":                p.playbooks,
		"GET /library":            p.library,
		"GET /playbooks/{id}":     p.editor,
		"GET /tasks/{id}":         p.task,
		"GET /turns/{id}":         p.turn,
		"GET /turns/{id}/what-if": p.whatIf,
		"GET /turns/{id}/compare": p.compare,
		"GET /prompts/{digest}":   p.prompt,
		"GET /sessions":           p.sessions,
		"GET /operations":         p.operations,
		"GET /ledger":             p.ledger,
		"GET /what-if":            p.whatIfs,
		"GET /desk":               p.deskPage,
		"GET /workspaces":         p.workspacesPage,
		"GET /workspaces/{id}":    p.workspace,
		"GET /handles":            p.handles,
		"GET /handles/{id}":       p.handle,
		"GET /agents":             p.agents,
	} {
		mux.Handle(route, p.page(draw))
	}
	mux.Handle("/", p.page(func(*http.Request) (templ.Component, error) { return nil, errNoPage }))
}

// errNoPage is an address that no page has.
var errNoPage = errors.New("there is no such page")

// A drawing reads what a page shows and says how it is drawn.
type drawing func(r *http.Request) (templ.Component, error)

// page serves a drawing. What is asked for after a write shows that write.
func (p *pages) page(draw drawing) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.settle(r.Context())
		status := http.StatusOK
		component, err := draw(r)
		if err != nil {
			status, component = p.problem(err)
		}
		sendPage(p.lg, w, r, status, component)
	})
}

func sendPage(lg *slog.Logger, w http.ResponseWriter, r *http.Request, status int, page templ.Component) {
	pageHeaders(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := page.Render(r.Context(), sending{w}); err != nil && r.Context().Err() == nil {
		lg.Error("page not drawn to its end", "path", r.URL.Path, "err", err)
	}
}

// sending is a page on its way, which can be sent as far as it is drawn.
type sending struct{ http.ResponseWriter }

// Flush implements [http.Flusher]. What can't be sent on is sent with the rest.
func (s sending) Flush() { _ = http.NewResponseController(s.ResponseWriter).Flush() }

// problem is the page of an error. What is not in the book is told as such; what broke
// is told as a breakdown, with the details in the log of the program.
func (p *pages) problem(err error) (int, templ.Component) {
	var missing *projections.NotFoundError
	if errors.As(err, &missing) {
		return http.StatusNotFound, problemPage(problemView{
			Title:  "There is no such " + missing.What,
			Detail: fmt.Sprintf("The book holds no %s with the id %s. The link may be old, or of another vendor.", missing.What, shown(missing.ID)),
		})
	}
	var said *Problem
	if errors.As(err, &said) && said.Status < http.StatusInternalServerError {
		return said.Status, problemPage(problemView{Title: "That can’t be shown", Detail: said.Detail})
	}
	if errors.Is(err, errNoPage) {
		return http.StatusNotFound, problemPage(problemView{Title: "There is no such page", Detail: "The address may be mistyped, or from a later version."})
	}
	p.lg.Error("page not drawn", "err", err)
	return http.StatusInternalServerError, problemPage(problemView{
		Title:  "This page could not be drawn",
		Detail: "The tables did not answer. What is in the book is safe; try again in a moment.",
		Again:  true,
	})
}

// cursorOf is the cursor behind which live events go on from an answer; "snapshot"
// where the tables stand for nothing yet.
func cursorOf(a projections.AsOf) string {
	if a.Epoch == "" {
		return "snapshot"
	}
	return fmt.Sprintf("%s.%d.%d", a.Epoch, a.Seq, a.Index)
}

// assets are the files that pages load, each under the digest of its bytes.
type assets map[string]asset

type asset struct {
	bytes []byte
	mime  string
	etag  string
}

func newAssets(files fs.FS) assets {
	found := make(assets)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		found["/"+name] = asset{bytes: content, mime: mimeOf(name), etag: `"` + schemas.Digest(content)[:16] + `"`}
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return found
}

// mimeOf is what a file is, by its name. Types of TypeScript are text to read: many
// machines take their ending for a film's.
func mimeOf(name string) string {
	if strings.HasSuffix(name, ".d.ts") {
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := a[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("ETag", file.etag)
	if r.Header.Get("If-None-Match") == file.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", file.mime)
	_, _ = w.Write(file.bytes)
}
