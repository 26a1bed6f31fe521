package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/document"
	"turnbook/web/client"
)

// A tree is a playbook as it was, with the library that its linked modules show.
type tree struct {
	playbook document.Playbook
	library  document.Library
}

// treeAt folds a playbook's history up to a position, from the table of events.
func treeAt(ctx context.Context, c *client.Client, vendor schemas.VendorID, id schemas.PlaybookID, seq uint64) (*tree, error) {
	t := &tree{}
	err := history(ctx, c, schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: string(id)}, seq, t.playbook.Evolve)
	if err == nil {
		err = history(ctx, c, schemas.Entity{Vendor: vendor, Kind: schemas.LibraryBoundary, ID: schemas.LibraryID}, seq, t.library.Evolve)
	}
	return t, err
}

// historyMost is how many events of one boundary are read.
const historyMost = 100_000

// history hands the records of a boundary to a fold.
func history(ctx context.Context, c *client.Client, e schemas.Entity, seq uint64, evolve func(schemas.Record) error) error {
	text := fmt.Sprintf("SELECT seq, idx, id, type, data FROM events WHERE vendor = %s AND boundary = %s AND boundary_id = %s AND seq <= %d ORDER BY seq, idx",
		sqlText(string(e.Vendor)), sqlText(string(e.Kind)), sqlText(e.ID), seq)
	var a answer
	if err := c.Call(ctx, http.MethodPost, "/v1/query", map[string]any{"sql": text, "limit": historyMost}, &a); err != nil {
		return fmt.Errorf("read the history of %s: %w", e, err)
	}
	if a.Truncated {
		return fmt.Errorf("read the history of %s: it is longer than what one answer holds", e)
	}
	for _, row := range a.Rows {
		r := schemas.Record{Entity: e, Type: textOf(row[3])}
		r.Draft.ID = textOf(row[2])
		if json.Unmarshal(row[0], &r.Seq) != nil || json.Unmarshal(row[1], &r.Index) != nil {
			continue
		}
		if r.Event, r.Err = schemas.Decode(r.Type, []byte(textOf(row[4]))); r.Err != nil {
			return fmt.Errorf("read the history of %s: the data of %s at %d is too large to stand in the tables", e, r.Type, r.Seq)
		}
		_ = evolve(r) // what can't be folded stands aside, as it does in the tables
	}
	return nil
}

// sqlText is a text in SQL.
func sqlText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func (t *tree) print(w io.Writer) {
	p := &t.playbook
	fmt.Fprintf(w, "%s (%s, %s)\n", quoted(p.Title), visible(string(p.ID)), p.Status)
	for i, m := range p.Modules {
		title, tasks, mark := m.Title, m.Tasks, ""
		if m.Linked {
			mark = " (the library's)"
			if shown, ok := t.library.Module(m.ID); ok {
				title, tasks = shown.Title, shown.Tasks
			}
		}
		fmt.Fprintf(w, "  %d. %s%s\n", i+1, shorten(visible(title), 100), mark)
		for j, task := range tasks {
			fmt.Fprintf(w, "    %d.%d %s\n", i+1, j+1, shorten(visible(task.Title), 100))
			printSteps(w, "      ", task.Steps.Top())
		}
	}
}

func printSteps(w io.Writer, indent string, steps []*document.Step) {
	for _, s := range steps {
		fmt.Fprintf(w, "%s- %s: %s\n", indent, s.Kind, shorten(visible(s.Title), 100))
		for _, b := range s.Branches {
			fmt.Fprintf(w, "%s  [%s]\n", indent, visible(b.Name))
			printSteps(w, indent+"    ", b.Steps)
		}
	}
}
