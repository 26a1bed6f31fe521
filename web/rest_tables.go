package web

import (
	"context"
	"net/http"
	"time"

	"turnbook/agents/worker"
	"turnbook/projections"
)

type queryBody struct {
	SQL   string `json:"sql" doc:"one statement that reads the tables"`
	Limit int    `json:"limit,omitempty" doc:"at most so many rows; 0 for 1,000"`
}

// maxRows and queryTime bound a query from outside.
const (
	maxRows   = 100_000
	queryTime = 10 * time.Second
)

type tableList struct {
	Tables []projections.Table `json:"tables"`
}

type checked struct {
	projections.Diff
	Equal bool `json:"equal" doc:"the tables are what the log says"`
}

type rebuildBody struct {
	Diff   bool `json:"diff,omitempty" doc:"tell how the new rows differ from the old"`
	DryRun bool `json:"dry_run,omitempty" doc:"tell the difference and leave the tables as they are"`
}

func (r *rest) tables() {
	serve(r, route{http.MethodPost, "/v1/query", "query", 0, "Ask the tables in SQL"}, r.query)
	serve(r, route{http.MethodGet, "/v1/tables", "listTables", 0, "The tables and columns with their meanings"},
		func(context.Context, *none, none) (tableList, error) { return tableList{projections.Tables()}, nil })
	serve(r, route{http.MethodPost, "/v1/check", "checkTables", 0, "Prove that the tables equal the fold of the log (from this machine only)"}, r.check)
	serve(r, route{http.MethodPost, "/v1/rebuild", "rebuildTables", 0, "Draw the tables anew from the log (from this machine only)"}, r.rebuild)
}

func (r *rest) query(ctx context.Context, _ *none, b queryBody) (projections.Answer, error) {
	if b.Limit < 0 || b.Limit > maxRows {
		return projections.Answer{}, &worker.InputError{Field: "limit", Want: "give 0 to 100000"}
	}
	r.settle(ctx)
	return r.o.Store.Query(ctx, b.SQL, nil, projections.Limits{Rows: b.Limit, Time: queryTime})
}

// fromHere lets operations in that cost much and that no page offers to strangers.
func fromHere(ctx context.Context) error {
	if isLoopback(requestOf(ctx).RemoteAddr) {
		return nil
	}
	return problem(CodeForbidden, "operations are taken from this machine only")
}

func (r *rest) check(ctx context.Context, _ *none, _ none) (checked, error) {
	if err := fromHere(ctx); err != nil {
		return checked{}, err
	}
	r.settle(ctx)
	diff, err := r.o.Store.Check(ctx, r.o.Log)
	diff.Tables, diff.First = all(diff.Tables), all(diff.First)
	return checked{diff, diff.Equal()}, err
}

func (r *rest) rebuild(ctx context.Context, _ *none, b rebuildBody) (checked, error) {
	if err := fromHere(ctx); err != nil {
		return checked{}, err
	}
	diff, err := r.o.Store.Rebuild(ctx, r.o.Log, projections.RebuildOptions{Diff: b.Diff, DryRun: b.DryRun})
	diff.Tables, diff.First = all(diff.Tables), all(diff.First)
	return checked{diff, diff.Equal()}, err
}
