package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"turnbook/agents/worker"
	"turnbook/projections/exports"
)

// Bounds of an export: its rows unless asked for, and at the most.
const (
	exportRows     = 1_000_000
	mostExportRows = 10_000_000
)

// registerExports hangs exports on the mux. They are files, not answers: they are written
// as their rows are read, and a form can ask for them.
func (s *Server) registerExports() {
	s.mux.HandleFunc("GET /v1/export", s.export)
	s.mux.HandleFunc("POST /v1/export", s.export)
}

// exportParameters are the fields of an export, in its address or as a form.
var exportParameters = []string{"format", "sql", "saved", "limit", "seconds", "as_of"}

// export writes the answer of a query as a file. Its heads say as of what position it is,
// how many rows it holds and whether the limits cut it; so does its name. What breaks
// after the first byte cuts the connection, so that nobody takes a part for the whole.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	begun := false
	err := s.exported(r, func(a *asking, f exports.Format, survey exports.Survey) io.Writer {
		begun = true
		exportHeaders(w.Header(), s.desk.lag(r.Context(), survey.AsOf), a, f, survey)
		return w
	})
	switch {
	case err == nil:
	case begun:
		if r.Context().Err() == nil {
			s.lg.Error("export broke off", "err", err)
		}
		panic(http.ErrAbortHandler)
	default:
		s.refuse(w, r, s.toldOf(r, err))
	}
}

func (s *Server) exported(r *http.Request, begin func(*asking, exports.Format, exports.Survey) io.Writer) error {
	if err := r.ParseForm(); err != nil {
		return &worker.InputError{Field: "body", Want: "give the fields of a form"}
	}
	format, err := exports.ParseFormat(r.Form.Get("format"))
	if err != nil {
		return &worker.InputError{Field: "format", Want: "give csv, jsonl, parquet or otlp"}
	}
	q, err := questionOf(r.Form, mostExportRows)
	if err != nil {
		return err
	}
	if q.Limits.Rows == 0 {
		q.Limits.Rows = exportRows
	}
	if r.Form.Get("seconds") == "" {
		q.Limits.Time = maxQueryTime
	}
	return s.write(r.Context(), q, format, begin)
}

func (s *Server) write(ctx context.Context, q question, f exports.Format, begin func(*asking, exports.Format, exports.Survey) io.Writer) error {
	a, err := s.desk.ready(ctx, q)
	if err != nil {
		return err
	}
	defer a.close()
	_, err = exports.Write(ctx, a.tables, exports.Query{SQL: a.SQL, Args: a.args, Limits: a.Limits}, f, func(survey exports.Survey) (io.Writer, func(int), error) {
		return begin(a, f, survey), nil, nil
	})
	return err
}

func exportHeaders(h http.Header, lag uint64, a *asking, f exports.Format, s exports.Survey) {
	h.Set("Content-Type", f.MIME())
	h.Set("Content-Disposition", `attachment; filename="`+exportName(a, f, s)+`"`)
	h.Set("Cache-Control", "no-store")
	h.Set("Turnbook-As-Of", strconv.FormatUint(s.AsOf.Seq, 10))
	h.Set("Turnbook-Lag", strconv.FormatUint(lag, 10))
	h.Set("Turnbook-Rows", strconv.Itoa(s.Rows))
	h.Set("Turnbook-Truncated", strconv.FormatBool(s.Truncated))
}

// exportName is what the file is called; one that the limits cut says so.
func exportName(a *asking, f exports.Format, s exports.Survey) string {
	name := a.Saved
	if name == "" {
		name = "query"
	}
	name = fmt.Sprintf("turnbook-%s-as-of-%d", name, s.AsOf.Seq)
	if s.Truncated {
		name += fmt.Sprintf("-cut-at-%d", a.Limits.Rows)
	}
	return name + "." + f.Extension()
}
