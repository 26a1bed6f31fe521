package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

// An answer is what a query came to, with every digit of its numbers.
type answer struct {
	standing
	Columns   []string            `json:"columns"`
	Rows      [][]json.RawMessage `json:"rows"`
	Truncated bool                `json:"truncated"`
	Lag       uint64              `json:"lag"`
	Cost      *pastCost           `json:"cost"`
}

var queryFlags = flagRules{
	needs: map[string][]string{"title": {"save"}},
	apart: [][2]string{{"data", "url"}, {"save", "data"}, {"save", "saved"}, {"save", "as-of"}, {"save", "limit"}, {"save", "seconds"}},
}

func newQuery() *cobra.Command {
	var r remote
	var q sqlAsk
	var dir string
	cmd := &cobra.Command{
		Use:   "query SQL",
		Short: "Ask the tables in SQL",
		Long: `Query runs one statement that reads the tables, or with --saved one that has a name:
a ready measure or a saved query ("turnbook queries" lists them). Parameters are
written :name and given by --param name=value. It prints a table, or with --json one
object a row, keyed by column. On standard error it says as of which position the
answer is, how far that is behind the log, and whether it was cut.

With --as-of it asks the tables as they stood at a position. They are drawn again from
the log into a file that is thrown away, and it says what that took.

With --save it saves the statement under a name. With --data it asks a folder that no
server has open.`,
		Example: `  turnbook query "select id, status from turns"
  turnbook query --json "select code, count(*) n from refusals group by code"
  turnbook query --saved refusals-by-rung --param since=2026-03-01
  turnbook query --as-of 120 "select count(*) from steps"
  turnbook query --save mine --title "My turns" "select id from turns where text like :words"
  turnbook query --data data "select count(*) from events"`,
		Args:    q.args,
		PreRunE: queryFlags.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			if err := q.check(args); err != nil {
				return err
			}
			if q.save != "" {
				return q.keep(cmd.Context(), &r, cmd.ErrOrStderr())
			}
			var a answer
			var err error
			if dir != "" {
				a, err = q.folder(cmd.Context(), cmd.ErrOrStderr(), dir)
			} else {
				a, err = q.server(cmd.Context(), &r)
			}
			if err != nil {
				return err
			}
			return a.print(asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	r.flags(cmd.Flags())
	q.flags(cmd.Flags())
	cmd.Flags().IntVar(&q.Limit, "limit", 1000, "at most so many rows")
	cmd.Flags().IntVar(&q.Seconds, "seconds", 60, "at most so long; up to 120")
	cmd.Flags().StringVar(&q.save, "save", "", "save the statement under this name, and don't ask it")
	cmd.Flags().StringVar(&q.title, "title", "", "with --save: what it is called")
	cmd.Flags().StringVar(&dir, "data", "", "ask this folder, which no server has open")
	return cmd
}

func (a answer) print(asJSON bool, out, stderr io.Writer) error {
	if asJSON {
		return a.printObjects(out, stderr)
	}
	t := table{head: a.Columns}
	for _, row := range a.Rows {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = textOf(v)
		}
		t.add(line...)
	}
	t.print(out)
	fmt.Fprintf(stderr, "%s, %s%s%s\n", counted(len(a.Rows), "row"), a.standing.behind(a.Lag), cutWords(a.Truncated), a.Cost.words())
	return nil
}

// printObjects prints an object a row. Columns of one name are told apart by a number.
func (a answer) printObjects(out, stderr io.Writer) error {
	names := make([]json.RawMessage, len(a.Columns))
	seen := make(map[string]int)
	for i, name := range a.Columns {
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s_%d", name, seen[name])
		}
		var err error
		if names[i], err = jsonText(name); err != nil {
			return err
		}
	}
	for _, row := range a.Rows {
		var line bytes.Buffer
		for i, v := range row {
			line.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
			line.Write(names[i])
			line.WriteByte(':')
			line.Write(v)
		}
		line.WriteByte('}')
		printJSON(out, line.Bytes())
	}
	printValue(stderr, map[string]any{"as_of": a.AsOf, "lag": a.Lag, "rows": len(a.Rows), "truncated": a.Truncated, "cost": a.Cost})
	return nil
}

// cutWords tell that there are more rows.
func cutWords(cut bool) string {
	if cut {
		return "; there are more, --limit lets more through"
	}
	return ""
}

// A pastCost is what it took to draw the tables as they stood; nil where they were asked
// as they stand.
type pastCost projections.PastCost

func (c *pastCost) words() string {
	switch {
	case c == nil:
		return ""
	case c.Cached:
		return "; the tables of then were drawn already"
	}
	return fmt.Sprintf("; the tables of then were drawn from %s in %v", counted(int(c.Messages), "message"), time.Duration(c.Took)*time.Millisecond)
}

// textOf is a value as a cell: text as it is, all else as JSON writes it.
func textOf(v json.RawMessage) string {
	var text string
	if json.Unmarshal(v, &text) == nil && !bytes.Equal(v, []byte("null")) {
		return text
	}
	if bytes.Equal(v, []byte("null")) {
		return ""
	}
	return string(v)
}
