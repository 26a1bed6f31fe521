package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"turnbook/schemas"
)

func newExport() *cobra.Command {
	var e exportAsk
	cmd := &cobra.Command{
		Use:   "export (--turn TURN | --query SQL | --saved NAME | --form TEMPLATE)",
		Short: "Write a turn, the answer of a query or an imported form as a file",
		Long: `With --turn, export writes a turn whole, hidden events and sub-agents among them: a
message a line, which turnbook import --turn takes in elsewhere. With --bundle it writes
the turn as evidence instead: one file with its events, the proof of their chains, the
rules and agents in force, and a page to read. turnbook verify --bundle proves it. With
--golden it writes a history that the developers' program decides again, in which words
of people and models are replaced; ids, names of users among them, are kept.

With --query or --saved, export writes the answer as CSV (safe to open in a spreadsheet),
JSON lines, Parquet, or the spans of the turns in the column turn_id as OTLP. On standard
error it says how many rows there are, as of which position, and whether they were cut.

With --form, export writes a form of the library in the format that it came from, or in another.
Unedited, and in its own format, it is what was imported. What the format can't express
is told on standard error.

With --out, each goes into a file; the file that stood there stays until the new one is
whole.`,
		Example: `  turnbook export --turn te51ebc5558e9d9cdd577 --out turn.jsonl
  turnbook export --turn te51ebc5558e9d9cdd577 --bundle evidence.zip
  turnbook export --turn te51ebc5558e9d9cdd577 --golden turn.txt
  turnbook export --query "select * from turns" --format csv --out turns.csv
  turnbook export --saved tokens-by-agent --format parquet --out tokens.parquet
  turnbook export --query "select id as turn_id from turns" --format otlp --out spans.otlp.jsonl
  turnbook export --form form-1f0c9a2b7d33 --out visa.json
  turnbook export --form form-1f0c9a2b7d33 --format surveyjs`,
		Args:    noArgs,
		PreRunE: exportFlags.check,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	e.flags(cmd.Flags())
	return cmd
}

// An exportAsk is what is to be exported, and where to.
type exportAsk struct {
	remote
	turn turnFile
	rows sqlAsk
	form string // a template of the library

	format string
	out    string // "" for standard output
}

func (e *exportAsk) flags(f *pflag.FlagSet) {
	e.remote.flags(f)
	f.StringVar(&e.turn.turn, "turn", "", "the turn")
	f.StringVar(&e.turn.bundle, "bundle", "", "with --turn: write an evidence bundle to this file")
	f.StringVar(&e.turn.golden, "golden", "", "with --turn: write a history for developers to this file, in other words")
	f.StringVar(&e.form, "form", "", "the form's template in the library")
	f.StringVar(&e.format, "format", "", "form.io or surveyjs for a form, else the one that it came from; csv, jsonl, parquet or otlp for rows")
	f.StringVar(&e.out, "out", "", "write to this file; else to standard output")
	f.StringVar(&e.rows.SQL, "query", "", "export the answer of this statement")
	f.IntVar(&e.rows.Limit, "limit", 1_000_000, "at most so many rows")
	f.IntVar(&e.rows.Seconds, "seconds", 120, "at most so long; up to 120")
	e.rows.flags(f)
}

var exportFlags = flagRules{
	needs: map[string][]string{
		"bundle": {"turn"}, "golden": {"turn"}, "format": {"query", "saved", "form"},
		"limit": {"query", "saved"}, "seconds": {"query", "saved"}, "as-of": {"query", "saved"}, "param": {"query", "saved"},
	},
	apart: [][2]string{
		{"turn", "query"}, {"turn", "saved"}, {"turn", "form"}, {"query", "saved"}, {"query", "form"}, {"saved", "form"},
		{"bundle", "golden"}, {"bundle", "out"}, {"golden", "out"},
	},
}

func (e *exportAsk) run(ctx context.Context, stdout, stderr io.Writer) error {
	switch {
	case e.turn.turn != "":
		return e.exportTurn(ctx, stdout, stderr)
	case e.form != "":
		return e.exportForm(ctx, stdout, stderr)
	case e.rows.SQL != "" || e.rows.Saved != "":
		return e.exportRows(ctx, stdout, stderr)
	}
	return usage("export: give one of --turn TURN, --query SQL, --saved NAME or --form TEMPLATE; see turnbook help export")
}

// exportForm writes a form, and tells what the format could not express.
func (e *exportAsk) exportForm(ctx context.Context, stdout, stderr io.Writer) error {
	c, err := e.client()
	if err != nil {
		return err
	}
	var form struct {
		Content json.RawMessage      `json:"content"`
		Report  []schemas.ImportNote `json:"report"`
	}
	path := "/v1/templates/" + url.PathEscape(e.form) + "/export?format=" + url.QueryEscape(e.format)
	if err := c.Call(ctx, http.MethodGet, path, nil, &form); err != nil {
		return err
	}
	if err := writeTo(e.out, stdout, append(form.Content, '\n')); err != nil {
		return err
	}
	tellReport(stderr, form.Report)
	return nil
}
