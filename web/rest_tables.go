package web

import (
	"context"
	"encoding/json"
	"net/http"

	"turnbook/projections"
	"turnbook/schemas"
)

type queryBody struct {
	SQL     string                     `json:"sql,omitempty" doc:"one statement that reads the tables; parameters are written :name"`
	Saved   string                     `json:"saved,omitempty" doc:"the name of a saved query, in the place of sql"`
	Params  map[string]json.RawMessage `json:"params,omitempty" doc:"values of the parameters: text, numbers, true, false or null"`
	Limit   int                        `json:"limit,omitempty" doc:"at most so many rows; 0 for 1,000; up to 100,000"`
	Seconds int                        `json:"seconds,omitempty" doc:"at most so long; 0 for 10; up to 120"`
	AsOf    uint64                     `json:"as_of,omitempty" doc:"ask the tables as they stood at this position; 0 for now"`
}

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
	serve(r, route{http.MethodPost, "/v1/retry", "retryParked", 0, "Take the parked events of a boundary into the tables again (from this machine only)"}, r.retry)
	serve(r, route{http.MethodPost, "/v1/rebuild", "rebuildTables", 0, "Draw the tables anew from the log (from this machine only)"}, r.rebuild)
}

type retryBody struct {
	Boundary string `json:"boundary" doc:"the boundary that is held back, as in playbook/p1"`
}

func (r *rest) retry(ctx context.Context, _ *none, b retryBody) (retryBody, error) {
	if err := fromHere(ctx); err != nil {
		return b, err
	}
	e, err := schemas.ParseEntity(r.o.Vendor, b.Boundary)
	if err != nil {
		return b, err
	}
	return b, r.retryBoundary(ctx, e)
}

func (r *rest) query(ctx context.Context, _ *none, b queryBody) (tabled, error) {
	limits, err := limitsOf(b.Limit, b.Seconds, maxRows)
	if err != nil {
		return tabled{}, err
	}
	return r.desk.query(ctx, question{SQL: b.SQL, Saved: b.Saved, Params: valuesOf(b.Params), Limits: limits, AsOf: b.AsOf})
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
