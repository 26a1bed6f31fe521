package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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
}

// queryTime is how long a query of the folder's own may take.
const queryTime = time.Minute

func newQuery() *cobra.Command {
	var r remote
	var dir string
	var limit int
	cmd := &cobra.Command{
		Use:   "query SQL",
		Short: "Ask the tables in SQL",
		Long: `Query runs one statement that reads the tables. It prints a table, or with --json one
object a row, keyed by column. On standard error it says as of which position the
answer is, and whether it was cut.

With --data it asks a folder that no server has open.`,
		Example: `  turnbook query "select id, status from turns"
  turnbook query --json "select code, count(*) n from refusals group by code"
  turnbook query --data data "select count(*) from events"`,
		Args: exactly(1, "one statement, in quotes"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			if limit < 1 {
				return usage("--limit: %d is no number of rows", limit)
			}
			var a answer
			if dir != "" {
				a, err = queryFolder(cmd.Context(), cmd.ErrOrStderr(), dir, args[0], limit)
			} else {
				a, err = queryServer(cmd.Context(), &r, args[0], limit)
			}
			if err != nil {
				return err
			}
			return a.print(asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().IntVar(&limit, "limit", 1000, "at most so many rows")
	cmd.Flags().StringVar(&dir, "data", "", "ask this folder, which no server has open")
	return cmd
}

func queryServer(ctx context.Context, r *remote, text string, limit int) (answer, error) {
	c, err := r.client()
	if err != nil {
		return answer{}, err
	}
	var a answer
	return a, c.Call(ctx, http.MethodPost, "/v1/query", map[string]any{"sql": text, "limit": limit}, &a)
}

func queryFolder(ctx context.Context, stderr io.Writer, dir, text string, limit int) (answer, error) {
	f, err := openFolder(ctx, stderr, dir)
	if err != nil {
		return answer{}, err
	}
	defer f.close()
	if err := f.catchUp(ctx); err != nil {
		return answer{}, err
	}
	found, err := f.store.Query(ctx, text, nil, projections.Limits{Rows: limit, Time: queryTime})
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
	cut := ""
	if a.Truncated {
		cut = "; there are more, --limit lets more through"
	}
	fmt.Fprintf(stderr, "%s, %s%s\n", counted(len(a.Rows), "row"), a.standing, cut)
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
	printValue(stderr, map[string]any{"as_of": a.AsOf, "rows": len(a.Rows), "truncated": a.Truncated})
	return nil
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
