package web

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/projections/saved"
	"turnbook/schemas"
)

// Bounds of a query from outside, each with what it is unless asked for.
const (
	maxRows      = 100_000
	queryTime    = 10 * time.Second
	maxQueryTime = 2 * time.Minute
)

// A desk answers the questions of analysts: over REST, on its page and in exports alike.
type desk struct {
	store  *projections.Store
	log    bus.Log
	saved  *saved.Store // nil where nothing can be saved
	user   schemas.UserID
	settle func(context.Context)
}

// A question is what the desk is asked: a statement or the name of a saved one.
type question struct {
	SQL    string
	Saved  string
	Params map[string]any
	Limits projections.Limits
	AsOf   uint64 // the position that is asked about; 0 for now
}

// tabled is what the desk answers.
type tabled struct {
	projections.Answer
	Cost *projections.PastCost `json:"cost,omitempty" doc:"what it took to draw the tables as they stood; absent where they were asked as they stand"`
}

// tablesAt is what answers: the tables as they stand, or as they stood.
type tablesAt interface {
	Query(ctx context.Context, text string, args []any, l projections.Limits) (projections.Answer, error)
	Stream(ctx context.Context, text string, args []any, l projections.Limits, sinks ...projections.Sink) (projections.End, error)
}

// An asking is a question that is ready to be answered. Whoever has it closes it.
type asking struct {
	question
	tables tablesAt
	args   []any
	cost   *projections.PastCost
	close  func()
}

// ready looks a saved statement up, binds the values and draws the past where it is asked.
func (d *desk) ready(ctx context.Context, q question) (*asking, error) {
	if q.Saved != "" && q.SQL != "" {
		return nil, &worker.InputError{Field: "saved", Want: "give sql or saved, not both"}
	}
	if q.Saved != "" {
		found, err := d.named(ctx, q.Saved)
		if err != nil {
			return nil, err
		}
		q.SQL, q.Params = found.SQL, found.Values(q.Params)
	}
	args, err := projections.Bind(q.SQL, q.Params)
	if err != nil {
		return nil, err
	}
	d.settle(ctx)
	a := &asking{question: q, tables: d.store, args: args, close: func() {}}
	if q.AsOf != 0 {
		past, err := d.store.Past(ctx, d.log, q.AsOf)
		if err != nil {
			return nil, err
		}
		a.tables, a.cost, a.close = past, &past.Cost, past.Release
	}
	return a, nil
}

// query answers with all rows at once.
func (d *desk) query(ctx context.Context, q question) (tabled, error) {
	a, err := d.ready(ctx, q)
	if err != nil {
		return tabled{}, err
	}
	defer a.close()
	out := tabled{Cost: a.cost}
	if out.Answer, err = a.tables.Query(ctx, a.SQL, a.args, a.Limits); err == nil {
		out.Lag = d.lag(ctx, out.AsOf)
	}
	return out, err
}

// lag is how many messages of the log an answer does not hold yet.
func (d *desk) lag(ctx context.Context, a projections.AsOf) uint64 {
	head, err := d.log.Head(ctx)
	if err != nil || head < a.Seq {
		return 0
	}
	return head - a.Seq
}

// questions are the ready ones, and those that were saved.
func (d *desk) questions(ctx context.Context) ([]projections.Question, error) {
	if d.saved == nil {
		return projections.Measures(), nil
	}
	return d.saved.List(ctx)
}

func (d *desk) named(ctx context.Context, name string) (projections.Question, error) {
	list, err := d.questions(ctx)
	if err != nil {
		return projections.Question{}, err
	}
	return saved.Named(list, name)
}

// limitsOf checks the limits that somebody asks for.
func limitsOf(rows, seconds, mostRows int) (projections.Limits, error) {
	most := int(maxQueryTime / time.Second)
	switch {
	case rows < 0 || rows > mostRows:
		return projections.Limits{}, &worker.InputError{Field: "limit", Want: "give 0 to " + strconv.Itoa(mostRows)}
	case seconds < 0 || seconds > most:
		return projections.Limits{}, &worker.InputError{Field: "seconds", Want: "give 0 to " + strconv.Itoa(most)}
	case seconds == 0:
		return projections.Limits{Rows: rows, Time: queryTime}, nil
	}
	return projections.Limits{Rows: rows, Time: time.Duration(seconds) * time.Second}, nil
}

// valuesOf are parameters as JSON has them, with every digit of their numbers.
func valuesOf(given map[string]json.RawMessage) map[string]any {
	values := make(map[string]any, len(given))
	for name, raw := range given {
		switch text := string(raw); {
		case text == "null":
			values[name] = nil
		case text == "true" || text == "false":
			values[name] = text == "true"
		case strings.HasPrefix(text, `"`):
			var s string
			_ = json.Unmarshal(raw, &s) // the door has read it as JSON already
			values[name] = s
		default:
			values[name] = projections.ValueOf(text)
		}
	}
	return values
}
