package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// An imported is what became of one file.
type imported struct {
	File     string               `json:"file"`
	Playbook schemas.PlaybookID   `json:"playbook,omitempty"`
	Template string               `json:"template,omitempty"`
	Title    string               `json:"title,omitempty"`
	Format   string               `json:"format,omitempty"`
	Modules  int                  `json:"modules"`
	Tasks    int                  `json:"tasks"`
	Steps    int                  `json:"steps"`
	Report   []schemas.ImportNote `json:"report,omitempty"`
	Problem  json.RawMessage      `json:"problem,omitempty"` // why nothing became of it
}

// An importError says how many of the files came to nothing.
type importError struct{ failed, files int }

func (e *importError) Error() string {
	return fmt.Sprintf("%d of %s could not be imported", e.failed, counted(e.files, "file"))
}

func newImport() *cobra.Command {
	var r remote
	var turns bool
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Read files: Markdown or CACAO 2.0 into new drafts, forms into the library",
		Long: `Import reads each playbook into a draft of its own and each form (Form.io, SurveyJS)
into a template of the library, and reports what was made of it: what was mapped, what was kept as text, what was dropped, and what is broken, with lines.

A file that can't be read is refused with its line and column; the others are imported
all the same, and the exit status is 1.`,
		Example: `  turnbook import onboarding.md playbook.json
  turnbook import --json *.md`,
		Args: atLeast(1, "one file or more"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			c, err := r.client()
			if err != nil {
				return err
			}
			if turns {
				return importTurns(cmd.Context(), c, args, asJSON, cmd.OutOrStdout())
			}
			return importFiles(cmd.Context(), c, args, asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&turns, "turn", false, "the files are turns that turnbook export --turn wrote: take them into the book as they happened")
	return cmd
}

func importFiles(ctx context.Context, c *client.Client, files []string, asJSON bool, out, stderr io.Writer) error {
	failed := 0
	for _, name := range files {
		done, err := importFile(ctx, c, name)
		if away := (*url.Error)(nil); errors.As(err, &away) {
			return err // no server: the rest would fail alike
		}
		if err != nil {
			failed++
			done = imported{File: name, Problem: problemOf(err)}
			tellFile(stderr, name, err, asJSON)
		}
		if asJSON {
			printValue(out, done)
		} else if err == nil {
			tellImport(out, done)
		}
	}
	if failed > 0 {
		return &toldError{&importError{failed, len(files)}}
	}
	return nil
}

func importFile(ctx context.Context, c *client.Client, name string) (imported, error) {
	out := imported{File: name}
	content, err := os.ReadFile(name)
	if err != nil {
		return out, err
	}
	path := "/v1/import?name=" + url.QueryEscape(filepath.Base(name))
	if err := c.Call(ctx, http.MethodPost, path, content, &out); err != nil {
		return out, err
	}
	if out.Template != "" {
		out.Steps = 1
		return out, nil
	}
	var tree projections.PlaybookTree
	if err := c.Call(ctx, http.MethodGet, "/v1/playbooks/"+url.PathEscape(string(out.Playbook)), nil, &tree); err != nil {
		return out, fmt.Errorf("imported as %s, but it can't be read back: %w", out.Playbook, err)
	}
	out.Modules = len(tree.Modules)
	for _, m := range tree.Modules {
		out.Tasks += len(m.Tasks)
		for _, t := range m.Tasks {
			out.Steps += countSteps(t.Steps)
		}
	}
	return out, nil
}

func countSteps(steps []projections.StepTree) int {
	n := len(steps)
	for _, s := range steps {
		for _, b := range s.Branches {
			n += countSteps(b.Steps)
		}
	}
	return n
}
