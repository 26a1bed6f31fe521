// Package exports writes answers of the tables as files: CSV, JSON lines, Parquet, and
// the spans of turns as OTLP.
//
// A query is run twice in one reading of the tables: first to learn how many rows there
// are, of what types, and whether the limits cut them, then to write them. So a file says
// from the beginning what it holds, and an export needs memory for some rows only,
// however many there are. What fails before the first byte fails whole; what fails later
// is an error, and the file is to be thrown away.
package exports

import (
	"context"
	"fmt"
	"io"

	"turnbook/projections"
)

// A Format is a kind of file.
type Format string

// The kinds of files.
const (
	CSV     Format = "csv"     // RFC 4180; text that a spreadsheet would run is made text
	Lines   Format = "jsonl"   // an object a row, one a line
	Parquet Format = "parquet" // typed columns, each optional
	Spans   Format = "otlp"    // spans of the turns that the column turn_id names, OTLP JSON, one turn a line
)

// A FormatError says that there is no such kind of file.
type FormatError struct{ Format string }

func (e *FormatError) Error() string {
	return fmt.Sprintf("%q is no format; give csv, jsonl, parquet or otlp", e.Format)
}

// ParseFormat reads the name of a format. The error is a [*FormatError].
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); f {
	case CSV, Lines, Parquet, Spans:
		return f, nil
	}
	return "", &FormatError{name}
}

// MIME is what the files are on the wire.
func (f Format) MIME() string {
	switch f {
	case CSV:
		return "text/csv; charset=utf-8; header=present"
	case Parquet:
		return "application/vnd.apache.parquet"
	}
	return "application/x-ndjson"
}

// Extension is how the names of the files end.
func (f Format) Extension() string {
	if f == Spans {
		return "otlp.jsonl"
	}
	return string(f)
}

// Tables are what is asked: those that stand, or those of a position.
type Tables interface {
	Stream(ctx context.Context, text string, args []any, l projections.Limits, sinks ...projections.Sink) (projections.End, error)
}

// A Query is what is exported.
type Query struct {
	SQL    string
	Args   []any
	Limits projections.Limits
}

// A Begin opens the file once it is known what it holds. done, in what it returns, is
// told how many rows (for spans: turns) are written; nil for nobody.
type Begin func(Survey) (w io.Writer, done func(int), err error)

// Write runs a query and writes its answer. It returns what was surveyed.
func Write(ctx context.Context, t Tables, q Query, f Format, begin Begin) (Survey, error) {
	if f == Spans {
		return writeSpans(ctx, t, q, begin)
	}
	s := &surveyor{}
	w := &writing{survey: s, format: f, begin: begin}
	_, err := t.Stream(ctx, q.SQL, q.Args, q.Limits, s, w)
	return s.Survey, err
}

// writing is the sink of the second run.
type writing struct {
	survey *surveyor
	format Format
	begin  Begin

	rows rowWriter
	done func(int)
	n    int
}

// A rowWriter writes rows in a format.
type rowWriter interface {
	row(values []any) error
	end() error
}

func (w *writing) Begin(projections.AsOf, []string) error {
	out, done, err := w.begin(w.survey.Survey)
	if err != nil {
		return err
	}
	w.done = done
	switch w.format {
	case CSV:
		w.rows, err = newCSV(out, w.survey.Survey)
	case Lines:
		w.rows, err = newLines(out, w.survey.Survey)
	case Parquet:
		w.rows, err = newParquet(out, w.survey.Survey)
	default:
		err = &FormatError{string(w.format)}
	}
	return err
}

func (w *writing) Row(values []any) error {
	if w.n++; w.done != nil {
		w.done(w.n)
	}
	return w.rows.row(values)
}

func (w *writing) Finish(projections.End) error { return w.rows.end() }
