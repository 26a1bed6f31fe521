package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/projections/saved"
	"turnbook/web/charts"
)

// Rows of an answer on the page, unless asked for and at the most. What is more is
// exported.
const (
	pageRows     = 200
	mostPageRows = 2000
)

// deskView is what the desk shows.
type deskView struct {
	Questions []projections.Question
	Tables    []projections.Table

	From    projections.Question // whose statement it began with; the zero value for none
	SQL     string
	Params  []projections.Param // of the statement, with the values that are given
	Rows    string
	Seconds string
	AsOf    string
	Chart   projections.Chart
	Live    bool

	Asked   bool
	Answer  tabled
	Trouble string // why there is no answer
	SVG     string
	NoChart string // why there is no chart
	Cursor  string
}

func (p *pages) deskPage(r *http.Request) (templ.Component, error) {
	v, err := p.deskView(r.Context(), r.URL.Query())
	return deskPage(v), err
}

func (p *pages) deskView(ctx context.Context, form url.Values) (deskView, error) {
	list, err := p.desk.questions(ctx)
	if err != nil {
		return deskView{}, err
	}
	v := deskView{
		Questions: list, Tables: projections.Tables(), SQL: form.Get("sql"), Chart: chartOf(form), Live: form.Get("live") != "",
		Rows: form.Get("limit"), Seconds: form.Get("seconds"), AsOf: form.Get("as_of"), Cursor: cursorOf(projections.AsOf{}),
	}
	if name := form.Get("saved"); name != "" {
		if v.From, err = saved.Named(list, name); err != nil {
			return v, err
		}
		v.begin(form)
	}
	for _, name := range projections.ParamsOf(v.SQL) {
		v.Params = append(v.Params, projections.Param{Name: name, Default: form.Get(valuePrefix + name)})
	}
	if strings.TrimSpace(v.SQL) != "" {
		p.answer(ctx, &v, form)
	}
	return v, nil
}

// begin takes what the saved query says where the form says nothing.
func (v *deskView) begin(form url.Values) {
	if v.SQL == "" {
		v.SQL = v.From.SQL
	}
	if !form.Has("chart") {
		v.Chart = v.From.Chart
	}
	for _, q := range v.From.Params {
		if !form.Has(valuePrefix + q.Name) {
			form.Set(valuePrefix+q.Name, q.Default)
		}
	}
}

// answer asks, and says why where there is no answer: a statement that is wrong is no
// page that is missing.
func (p *pages) answer(ctx context.Context, v *deskView, form url.Values) {
	form.Set("sql", v.SQL)
	v.Asked = true
	q, err := questionOf(form, mostPageRows)
	if err == nil {
		if q.Limits.Rows == 0 {
			q.Limits.Rows = pageRows
		}
		v.Answer, err = p.desk.query(ctx, q)
	}
	if err != nil {
		told := problemOf(err)
		if told.Code == CodeInternal && ctx.Err() == nil {
			p.lg.Error("query not answered", "err", err)
		}
		v.Trouble = told.Detail
		return
	}
	v.Cursor = cursorOf(v.Answer.AsOf)
	if v.Chart.Kind == "" {
		return
	}
	var no *charts.NoChartError
	v.SVG, err = charts.SVG(shown(v.title()), v.Answer.Answer, v.Chart)
	switch {
	case errors.As(err, &no):
		v.NoChart = no.Error()
	case err != nil:
		p.lg.Error("chart not drawn", "err", err)
		v.NoChart = "the chart could not be drawn"
	}
}

// settings are what is set of the chart, the limits and the time, where it is not what the
// desk takes by itself.
func (v deskView) settings() string {
	var set []string
	if v.Chart.Kind != "" {
		set = append(set, v.Chart.Kind)
	}
	for _, f := range []struct{ words, value string }{
		{"x: ", v.Chart.X}, {"y: ", strings.Join(v.Chart.Y, ", ")}, {"rows at most: ", v.Rows}, {"seconds at most: ", v.Seconds}, {"as of position ", v.AsOf},
	} {
		if f.value != "" {
			set = append(set, f.words+f.value)
		}
	}
	return strings.Join(set, " · ")
}

func (v deskView) title() string {
	if v.From.Title != "" {
		return v.From.Title
	}
	return "Answer"
}

// standing says as of what the answer is, and whether it was cut.
func (v deskView) standing() string {
	a := v.Answer
	out := fmt.Sprintf("%s, as of position %d, lag %d", counted(len(a.Rows), "row"), a.AsOf.Seq, a.Lag)
	if a.AsOf.Unverified {
		out += ", unverified: the tables are still being checked after an unclean stop"
	}
	if c := a.Cost; c != nil && c.Cached {
		out += "; the tables of then were drawn already"
	} else if c != nil {
		out += fmt.Sprintf("; the tables of then were drawn from %s, %d KiB", counted(int(c.Messages), "message"), c.Bytes/1024)
	}
	return out + "."
}

// cut says that there are more rows, and how to see them.
func (v deskView) cut() string {
	return fmt.Sprintf("There are more rows: %d are let through. Raise the rows to %d, or export them.", v.Answer.Limit, mostPageRows)
}

// A cell is a value as the table shows it.
type cell struct {
	text   string
	number bool
	null   bool
	to     string // where it leads; "" for nowhere
}

// cellOf shows a value of a column. Numbers keep every digit.
func cellOf(column string, v any) cell {
	switch v := v.(type) {
	case nil:
		return cell{text: "null", null: true}
	case string:
		c := cell{text: v}
		switch {
		case v == "":
		case column == "turn_id":
			c.to = string(pathTo("turns", v))
		case column == "playbook_id":
			c.to = string(pathTo("playbooks", v))
		}
		return c
	case int64:
		return cell{text: strconv.FormatInt(v, 10), number: true}
	case float64:
		return cell{text: strconv.FormatFloat(v, 'g', -1, 64), number: true}
	case []byte:
		return cell{text: fmt.Sprintf("%d bytes: %.40x", len(v), v)}
	}
	return cell{text: fmt.Sprint(v), number: true}
}
