package web

import (
	"context"
	"net/http"

	"turnbook/projections"
)

type health struct {
	Status      string `json:"status" doc:"ok, or catching_up where the tables are behind the log"`
	Version     string `json:"version"`
	Sync        string `json:"sync" doc:"how durable an acknowledgement is: always or interval"`
	Epoch       string `json:"epoch" doc:"this life of the log"`
	Head        uint64 `json:"head" doc:"the log's last message"`
	Lag         uint64 `json:"lag" doc:"messages that the tables do not hold yet"`
	Views       int    `json:"views" doc:"connected here"`
	Projections tables `json:"projections"`

	CommentsDamaged []projections.Damage `json:"comments_damaged,omitempty" doc:"files of comments that were set aside when the server started; absent for none"`
}

// tables is the state of the tables, with the names that the rest of the wire uses.
type tables struct {
	projections.State
	AsOf place `json:"as_of" doc:"all events up to here are in the tables"`
}

// A place is a position in the log.
type place struct {
	Seq   uint64 `json:"seq"`
	Index int    `json:"idx"`
}

type ready struct {
	Ready bool `json:"ready"`
}

func (r *rest) health() {
	serve(r, route{http.MethodGet, "/healthz", "health", 0, "How the server, the log and the tables are"}, r.healthz)
	serve(r, route{http.MethodGet, "/readyz", "ready", 0, "Whether requests can be served; 503 where not"}, r.readyz)
}

func (r *rest) healthz(ctx context.Context, _ *none, _ none) (health, error) {
	head, err := r.o.Log.Head(ctx)
	if err != nil {
		return health{}, problem(CodeUnavailable, "the log does not answer")
	}
	state := r.o.Store.State()
	h := health{
		Status: "ok", Version: r.o.Version, Sync: r.o.Sync, Epoch: r.o.Log.Epoch(), Head: head,
		Views: r.Views(), Projections: tables{state, place{state.AsOf.Seq, state.AsOf.Index}},
	}
	if at := state.AsOf.Seq; at < head {
		h.Status, h.Lag = "catching_up", head-at
	}
	if r.o.Comments != nil {
		h.CommentsDamaged = r.o.Comments.Damaged()
	}
	return h, nil
}

func (r *rest) readyz(ctx context.Context, _ *none, _ none) (ready, error) {
	if _, err := r.o.Log.Head(ctx); err != nil {
		return ready{}, problem(CodeUnavailable, "the log does not answer")
	}
	switch st := r.o.Store.State(); {
	case !r.hub.isRunning():
		return ready{}, problem(CodeUnavailable, "streams are not served")
	case !st.Following:
		return ready{}, problem(CodeUnavailable, "the tables do not follow the log")
	}
	return ready{true}, nil
}
