package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"turnbook/projections"
	"turnbook/schemas"
)

type ledgerQuery struct {
	Kind   string `query:"kind" enum:"refusal,drop" doc:"only these"`
	Code   string `query:"code" doc:"only this code, or this reason of a drop"`
	Actor  string `query:"actor" doc:"only what this one wanted, as in agent/step-writer or user/local"`
	Task   string `query:"task" doc:"only this task's"`
	Since  string `query:"since" doc:"from then on: RFC 3339, or a date"`
	Until  string `query:"until" doc:"before then: RFC 3339, or a date"`
	Before string `query:"before" doc:"only those before this position: where the next page begins"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type ledgerPage struct {
	Standing
	Entries []projections.LedgerEntry `json:"entries" doc:"the latest first"`
	Next    string                    `json:"next,omitempty" doc:"where the next page begins; absent on the last one"`
}

func (r *rest) ledger() {
	serve(r, route{http.MethodGet, "/v1/ledger", "listLedger", 0, "Refusals and drops of all turns and of edits by hand, the latest first, each with what told the user"}, r.listLedger)
}

func (r *rest) listLedger(ctx context.Context, in *ledgerQuery, _ none) (ledgerPage, error) {
	a, err := in.ask(r.o.Vendor)
	if err != nil {
		return ledgerPage{}, err
	}
	r.settle(ctx)
	entries, next, asOf, err := readLedger(ctx, r.o.Store, a)
	return ledgerPage{r.standing(asOf), all(entries), next}, err
}

// readLedger reads a page, and where the next one begins: a page ends with all drops of
// the plan that it ends with.
func readLedger(ctx context.Context, store *projections.Store, a projections.LedgerAsk) ([]projections.LedgerEntry, string, projections.AsOf, error) {
	limit := a.Limit
	a.Limit++
	entries, asOf, err := store.Ledger(ctx, a)
	if err != nil || len(entries) <= limit {
		return entries, "", asOf, err
	}
	end := limit
	for end > 1 && entries[end].Seq == entries[end-1].Seq && entries[end].Index == entries[end-1].Index {
		end-- // the whole of it comes on the next page
	}
	if end == 1 {
		end = limit // one plan fills the page: what is beyond it is on the turn's own page
	}
	last := entries[end-1]
	return entries[:end], positionText(schemas.Position{Seq: last.Seq, Index: last.Index}), asOf, nil
}

// ask reads the parameters. The error is a [*Problem].
func (in *ledgerQuery) ask(vendor schemas.VendorID) (projections.LedgerAsk, error) {
	a := projections.LedgerAsk{Vendor: vendor, Kind: in.Kind, Code: in.Code, Actor: in.Actor, Task: schemas.TaskID(in.Task), Limit: in.Limit}
	var err error
	if a.Since, err = readTime("since", in.Since); err != nil {
		return a, err
	}
	if a.Until, err = readTime("until", in.Until); err != nil {
		return a, err
	}
	if in.Kind != "" && in.Kind != projections.LedgerRefusal && in.Kind != projections.LedgerDrop {
		return a, badParameter("kind", "%q is no kind of entry; give refusal or drop", in.Kind)
	}
	if in.Before != "" {
		at, ok := parsePosition(in.Before)
		if !ok {
			return a, badParameter("before", "%q is no position; give <seq>.<index>", in.Before)
		}
		a.Before = at
	}
	return a, nil
}

// readTime reads a time or a date, which is its first moment in UTC.
func readTime(field, text string) (projections.Stamp, error) {
	if text == "" {
		return "", nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return projections.StampOf(t), nil
		}
	}
	return "", badParameter(field, "%q is no time; give one as in 2026-11-30 or 2026-11-30T12:00:00Z", text)
}

func badParameter(field, detail string, args ...any) *Problem {
	p := problem(CodeInvalidRequest, detail, args...)
	p.Field = field
	return p
}

// readLedgerQuery reads the parameters of the page, which are those of the route.
func readLedgerQuery(q url.Values) ledgerQuery {
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 1000 {
		limit = 100
	}
	return ledgerQuery{
		Kind: q.Get("kind"), Code: q.Get("code"), Actor: q.Get("actor"), Task: q.Get("task"),
		Since: q.Get("since"), Until: q.Get("until"), Before: q.Get("before"), Limit: limit,
	}
}
