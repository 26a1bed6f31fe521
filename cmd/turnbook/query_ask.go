package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"turnbook/projections"
	"turnbook/projections/saved"
)

// A sqlAsk is a query as the command line has it. Its JSON is the body of /v1/query.
type sqlAsk struct {
	SQL     string         `json:"sql,omitempty"`
	Saved   string         `json:"saved,omitempty"`
	Params  map[string]any `json:"params,omitempty"`
	Limit   int            `json:"limit"`
	Seconds int            `json:"seconds"`
	AsOf    uint64         `json:"as_of,omitempty"`

	params      []string
	save, title string
}

func (q *sqlAsk) flags(f *pflag.FlagSet) {
	f.StringVar(&q.Saved, "saved", "", "ask this ready measure or saved query")
	f.StringArrayVar(&q.params, "param", nil, "value of a parameter, name=value; once for each")
	f.Uint64Var(&q.AsOf, "as-of", 0, "ask the tables as they stood at this position")
}

// args wants the statement, unless there is a name for it.
func (q *sqlAsk) args(c *cobra.Command, args []string) error {
	if q.Saved != "" {
		return noArgs(c, args)
	}
	return exactly(1, "one statement, in quotes, or --saved NAME")(c, args)
}

// check reads the flags and the statement.
func (q *sqlAsk) check(args []string) error {
	if len(args) > 0 {
		q.SQL = args[0]
	}
	switch {
	case q.Limit < 1:
		return usage("--limit: %d is no number of rows", q.Limit)
	case q.Seconds < 1:
		return usage("--seconds: %d is no time", q.Seconds)
	case q.save != "" && q.SQL == "":
		return usage("--save: give the statement")
	}
	q.Params = make(map[string]any)
	for _, p := range q.params {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return usage("--param: %q is no name=value", p)
		}
		q.Params[name] = projections.ValueOf(value)
	}
	return nil
}

func (q *sqlAsk) server(ctx context.Context, r *remote) (answer, error) {
	c, err := r.client()
	if err != nil {
		return answer{}, err
	}
	var a answer
	return a, c.Call(ctx, http.MethodPost, "/v1/query", q, &a)
}

// keep saves the statement.
func (q *sqlAsk) keep(ctx context.Context, r *remote, stderr io.Writer) error {
	c, err := r.client()
	if err != nil {
		return err
	}
	title := q.title
	if title == "" {
		title = q.save
	}
	var params []projections.Param
	for name, v := range q.Params {
		params = append(params, projections.Param{Name: name, Default: fmt.Sprint(v)})
	}
	body := projections.Question{Title: title, SQL: q.SQL, Params: params}
	if err := c.Call(ctx, http.MethodPut, "/v1/queries/"+url.PathEscape(q.save), body, nil); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "Saved as %s; ask it with --saved %s, or see /desk?saved=%s\n", q.save, q.save, q.save)
	return nil
}

// folder asks a folder that no server has open.
func (q *sqlAsk) folder(ctx context.Context, stderr io.Writer, dir string) (answer, error) {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return answer{}, err
	}
	defer f.close()
	if err := f.catchUp(ctx); err != nil {
		return answer{}, err
	}
	if err := q.lookUp(ctx, dir); err != nil {
		return answer{}, err
	}
	args, err := projections.Bind(q.SQL, q.Params)
	if err != nil {
		return answer{}, err
	}
	limits := projections.Limits{Rows: q.Limit, Time: time.Duration(q.Seconds) * time.Second}
	var found struct {
		projections.Answer
		Cost *projections.PastCost `json:"cost"`
	}
	if q.AsOf == 0 {
		found.Answer, err = f.store.Query(ctx, q.SQL, args, limits)
	} else {
		var past *projections.Past
		if past, err = f.store.Past(ctx, f.log, q.AsOf); err != nil {
			return answer{}, err
		}
		defer past.Release()
		found.Answer, err = past.Query(ctx, q.SQL, args, limits)
		found.Cost = &past.Cost
		found.Lag = f.store.Checkpoint().Seq - found.AsOf.Seq
	}
	if err != nil {
		return answer{}, err
	}
	raw, err := json.Marshal(found)
	if err != nil {
		return answer{}, err
	}
	var a answer
	return a, json.Unmarshal(raw, &a)
}

// lookUp finds the saved statement in the folder.
func (q *sqlAsk) lookUp(ctx context.Context, dir string) error {
	if q.Saved == "" {
		return nil
	}
	s, err := saved.Open(ctx, savedFile(dir))
	if err != nil {
		return err
	}
	defer s.Close()
	found, err := s.Get(ctx, q.Saved)
	q.SQL, q.Params = found.SQL, found.Values(q.Params)
	return err
}
