package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// A pastScreen is a screen as of a position of a turn.
type pastScreen struct{ at, view string }

// pastState is what such a screen showed.
type pastState struct {
	At       string                    `json:"at"`
	Type     string                    `json:"type"`
	Turn     projections.Turn          `json:"turn"`
	View     schemas.ViewID            `json:"view_id"`
	Context  json.RawMessage           `json:"context"`
	Tree     *projections.PlaybookTree `json:"playbook"`
	Task     *projections.TaskTree     `json:"task"`
	Messages []projections.Message     `json:"messages"`
	Rows     []projections.Row         `json:"rows"`
	Cards    []projections.Interrupt   `json:"cards"`
}

func (p pastScreen) print(ctx context.Context, c *client.Client, turn string, asJSON bool, out io.Writer) error {
	q := url.Values{}
	for name, value := range map[string]string{"at": p.at, "view": p.view} {
		if value != "" {
			q.Set(name, value)
		}
	}
	var raw json.RawMessage
	if err := c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(turn)+"/state?"+q.Encode(), nil, &raw); err != nil {
		return err
	}
	if asJSON {
		printJSON(out, raw)
		return nil
	}
	var s pastState
	if err := json.Unmarshal(raw, &s); err != nil {
		return fmt.Errorf("read the state: %w", err)
	}
	s.print(out)
	return nil
}

func (s pastState) print(w io.Writer) {
	fmt.Fprintf(w, "Turn %s as of position %s, after %s: %s\n", visible(string(s.Turn.ID)), s.At, visible(s.Type), spoken(string(s.Turn.Status)))
	if s.View != "" {
		fmt.Fprintf(w, "On the screen of view %s\n", visible(string(s.View)))
	}
	fmt.Fprintf(w, "It showed %s\n", visible(string(s.Context)))
	for _, m := range s.Messages {
		fmt.Fprintf(w, "\n%s: %s\n", visible(m.Role), paragraph(m.Text, "  "))
	}
	if len(s.Rows) > 0 {
		fmt.Fprintln(w, "\nProgress:")
	}
	for _, r := range s.Rows {
		fmt.Fprintf(w, "  %-9s  %s\n", r.Status, visible(strings.TrimSuffix(r.Title+": "+r.Detail, ": ")))
	}
	for _, c := range s.Cards {
		fmt.Fprintln(w)
		printCard(w, c)
	}
	s.printTrees(w)
}

func (s pastState) printTrees(w io.Writer) {
	if p := s.Tree; p != nil {
		fmt.Fprintf(w, "\n%s (%s, %s)\n", quoted(p.Title), visible(string(p.ID)), p.Status)
		for i, m := range p.Modules {
			mark := ""
			if m.Linked {
				mark = " (the library's)"
			}
			fmt.Fprintf(w, "  %d. %s%s\n", i+1, shorten(visible(m.Title), 100), mark)
			for j, t := range m.Tasks {
				fmt.Fprintf(w, "    %d.%d %s\n", i+1, j+1, shorten(visible(t.Title), 100))
				printPastSteps(w, "      ", t.Steps)
			}
		}
	}
	if t := s.Task; t != nil {
		fmt.Fprintf(w, "\nThe library's task %s (%s)\n", quoted(t.Title), visible(string(t.ID)))
		printPastSteps(w, "  ", t.Steps)
	}
}

// printPastSteps marks what no document had taken yet.
func printPastSteps(w io.Writer, indent string, steps []projections.StepTree) {
	for _, s := range steps {
		mark := ""
		switch {
		case !s.Saved:
			mark = " (not saved)"
		case s.Changed:
			mark = " (changed, not saved)"
		}
		fmt.Fprintf(w, "%s- %s: %s%s\n", indent, s.Kind, shorten(visible(s.Title), 100), mark)
		for _, b := range s.Branches {
			fmt.Fprintf(w, "%s  [%s]\n", indent, visible(b.Name))
			printPastSteps(w, indent+"    ", b.Steps)
		}
	}
}
