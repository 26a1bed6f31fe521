package web

import (
	"context"
	"net/http"
	"time"

	"turnbook/projections"
)

type queryPath struct {
	Name string `path:"name" doc:"the saved query"`
}

type queryList struct {
	Queries []projections.Question `json:"queries" doc:"the ready measures, then what was saved"`
}

// savedQuery is a question without what its address says.
type savedQuery struct {
	Title  string              `json:"title" doc:"what it is called"`
	About  string              `json:"about,omitempty" doc:"what its answer means"`
	SQL    string              `json:"sql" doc:"one statement that reads the tables; parameters are written :name"`
	Params []projections.Param `json:"params,omitempty" doc:"defaults of its parameters"`
	Chart  projections.Chart   `json:"chart,omitzero" doc:"how its answer is drawn"`
}

func (r *rest) queries() {
	serve(r, route{http.MethodGet, "/v1/queries", "listQueries", 0, "Ready measures and saved queries"},
		func(ctx context.Context, _ *none, _ none) (queryList, error) {
			list, err := r.desk.questions(ctx)
			return queryList{all(list)}, err
		})
	serve(r, route{http.MethodGet, "/v1/queries/{name}", "getQuery", 0, "One of them"},
		func(ctx context.Context, in *queryPath, _ none) (projections.Question, error) {
			return r.desk.named(ctx, in.Name)
		})
	serve(r, route{http.MethodPut, "/v1/queries/{name}", "saveQuery", 0, "Save a query under a name, in the place of what had it"}, r.saveQuery)
	serve(r, route{http.MethodDelete, "/v1/queries/{name}", "deleteQuery", 0, "Forget a saved query"}, r.deleteQuery)
}

func (r *rest) saveQuery(ctx context.Context, in *queryPath, b savedQuery) (projections.Question, error) {
	if r.desk.saved == nil {
		return projections.Question{}, errNothingSaved
	}
	q := projections.Question{Name: in.Name, Title: b.Title, About: b.About, SQL: b.SQL, Params: b.Params, Chart: b.Chart}
	return r.desk.saved.Save(ctx, q, string(r.o.User), time.Now())
}

func (r *rest) deleteQuery(ctx context.Context, in *queryPath, _ none) (queryList, error) {
	if r.desk.saved == nil {
		return queryList{}, errNothingSaved
	}
	if err := r.desk.saved.Delete(ctx, in.Name); err != nil {
		return queryList{}, err
	}
	list, err := r.desk.questions(ctx)
	return queryList{all(list)}, err
}

// errNothingSaved is what a server without a file for them says of saving queries.
var errNothingSaved = problem(CodeUnavailable, "this server keeps no saved queries")
