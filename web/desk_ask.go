package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"turnbook/agents/worker"
	"turnbook/projections"
)

// valuePrefix begins the names of the fields that hold values of parameters.
const valuePrefix = "p."

// questionOf reads what a form of the desk asks. Its fields are saved or sql, p.NAME for
// each parameter, limit, seconds and as_of.
func questionOf(form url.Values, mostRows int) (question, error) {
	q := question{SQL: form.Get("sql"), Saved: form.Get("saved"), Params: make(map[string]any)}
	for name := range form {
		if param, ok := strings.CutPrefix(name, valuePrefix); ok {
			q.Params[param] = projections.ValueOf(form.Get(name))
		}
	}
	if q.SQL != "" { // fields of parameters that the statement had before it was changed
		q.Saved = ""
		for name := range q.Params {
			if !slices.Contains(projections.ParamsOf(q.SQL), name) {
				delete(q.Params, name)
			}
		}
	}
	rows, err := wholeOf(form, "limit")
	if err != nil {
		return q, err
	}
	seconds, err := wholeOf(form, "seconds")
	if err != nil {
		return q, err
	}
	at, err := wholeOf(form, "as_of")
	if err != nil {
		return q, err
	}
	q.AsOf = uint64(at)
	q.Limits, err = limitsOf(rows, seconds, mostRows)
	return q, err
}

// wholeOf is a field that holds a whole number; 0 where it is empty.
func wholeOf(form url.Values, field string) (int, error) {
	text := form.Get(field)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, &worker.InputError{Field: field, Want: "give a whole number"}
	}
	return n, nil
}

// chartOf is the chart that a form asks for: its fields are chart, x and y, where y may
// name several columns, parted by commas.
func chartOf(form url.Values) projections.Chart {
	c := projections.Chart{Kind: form.Get("chart"), X: form.Get("x")}
	for _, name := range strings.Split(form.Get("y"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			c.Y = append(c.Y, name)
		}
	}
	return c
}
