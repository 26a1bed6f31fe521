package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"turnbook/agents/worker"
	"turnbook/schemas"
)

// events serves the stream of events at /v1/events as server-sent events: the
// subscription of the bridge, for who only listens.
//
// The parameters are the filter of a subscribe frame (session, playbook, turn, task,
// types, tasks, modules), from (snapshot, or a cursor; absent for a snapshot) and view, whose
// context decides the targets; without it step events carry none. The header
// Last-Event-ID goes before from, so that a browser that comes back goes on where it
// was. Where it can't, a resync and a fresh snapshot come: a browser can't read a
// status.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		panic(http.ErrAbortHandler) // after a status a browser would not come back
	}
	defer s.open.Done()
	if r.Method == http.MethodHead {
		eventHeaders(w.Header())
		return
	}
	f, err := eventsAsked(r)
	if err != nil {
		s.refuse(w, r, problemOf(err))
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := newEventSink(w, s.o.Log.Epoch())
	defer context.AfterFunc(s.quit, func() { cancel(); out.stop() })()
	defer s.pulse.join(out)()
	defer out.end()
	if err = s.serveEvents(ctx, out, f); err != nil && ctx.Err() == nil && !errors.As(err, new(*goneError)) {
		s.endEvents(w, r, out, err)
	}
}

// endEvents tells why a stream ends. What is the reader's fault is a status; for what
// is not, the stream begins and ends with an error frame, and a browser comes back.
func (s *Server) endEvents(w http.ResponseWriter, r *http.Request, out *eventSink, err error) {
	p := problemOf(err)
	if p.Status >= http.StatusInternalServerError {
		s.lg.Error("stream failed", "path", r.URL.Path, "err", err)
	} else if !out.begun {
		s.refuse(w, r, p)
		return
	}
	raw, err := json.Marshal(problemFrame{headOf("error", nil), p})
	if err == nil {
		_ = out.put("error", raw) // a reader who can't be told is gone
	}
}

// serveEvents feeds a reader until ctx is done.
func (s *Server) serveEvents(ctx context.Context, out *eventSink, f inFrame) error {
	view, err := parseID[schemas.ViewID]("view", f.View)
	if err != nil {
		return err
	}
	if view != "" {
		if err := s.ownView(ctx, view); err != nil {
			return err
		}
	}
	sub, err := s.subscription(out, view, f)
	if err != nil {
		return err
	}
	err = sub.begin(ctx, f.From)
	for rest := time.Duration(0); ; rest = min(2*rest+firstRest, longestRest) {
		if err == nil {
			err = sub.feed(ctx)
		}
		if !errors.Is(err, errResync) {
			return err
		}
		pause(ctx, rest) // the tables may stand where the log no longer is
		err = sub.snapshot(ctx)
	}
}

// eventsParameters are what a request for events may say.
var eventsParameters = []string{"session", "playbook", "turn", "task", "types", "tasks", "modules", "from", "view"}

// eventsAsked reads a request as the subscribe frame that it stands for.
func eventsAsked(r *http.Request) (inFrame, error) {
	q := r.URL.Query()
	for name := range q {
		if !slices.Contains(eventsParameters, name) {
			return inFrame{}, &worker.InputError{Field: shorten(name), Want: "there is no such parameter; give " + strings.Join(eventsParameters, ", ")}
		}
	}
	f := inFrame{
		Session: q.Get("session"), Playbook: q.Get("playbook"), Turn: q.Get("turn"), Task: q.Get("task"),
		Types: inLists(q["types"]), Tasks: inLists(q["tasks"]), Modules: inLists(q["modules"]), From: q.Get("from"), View: q.Get("view"),
	}
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		f.From = last
		return f, nil
	}
	if f.From != "" && f.From != fromSnapshot {
		if _, err := parseCursor(f.From); err != nil {
			return f, err
		}
	}
	return f, nil
}

// inLists are values that may be given one by one or with commas; nil for none.
func inLists(values []string) (list []string) {
	for _, v := range values {
		list = append(list, strings.Split(v, ",")...)
	}
	return list
}
