package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/agents/authoring"
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// An authoringRow is what agents authoring says of one agent of a turn.
type authoringRow struct {
	ID       definitions.ID    `json:"id"`
	Name     string            `json:"name,omitempty"`
	About    string            `json:"description,omitempty"`
	Scope    definitions.Scope `json:"scope"`
	Source   string            `json:"source"`
	Digest   string            `json:"digest,omitempty"`
	Over     []string          `json:"over,omitempty"`    // files that it stands before, or builds on
	Without  []string          `json:"without,omitempty"` // patterns of tools that it takes away
	Model    *schemas.Setting  `json:"model,omitempty"`
	Thinking *schemas.Setting  `json:"thinking,omitempty"`
	Orders   string            `json:"orders,omitempty"` // of one agent that is asked for
	Error    string            `json:"error,omitempty"`  // why a turn can't have it
}

func newAgentsAuthoring() *cobra.Command {
	var (
		m    models
		data string
	)
	cmd := &cobra.Command{
		Use:   "authoring [ID]",
		Short: "Show the agents of a turn: which file counts, and which model they ask",
		Long: `The agents of a turn are built in. A file of an agent's id in the folder agents/ of the
data folder stands before the built-in one: it may give another name, other orders, a
model and a thinking level, and take tools away. Authoring tells which file counts for
each, and what its model and its thinking come from: the flags are those of serve. No
server is asked.`,
		Example: "  turnbook agents authoring\n  turnbook agents authoring step-writer --data data",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("authoring: give one agent's id and no more; see turnbook help agents authoring")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			o, err := m.casting(data)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return showAuthoring(cmd.OutOrStdout(), o, args[0], asJSON)
			}
			listAuthoring(cmd.OutOrStdout(), o, asJSON)
			return nil
		},
	}
	m.flags(cmd.Flags())
	cmd.Flags().StringVar(&data, "data", "data", "folder of the book")
	return cmd
}

func listAuthoring(out io.Writer, o authoring.Options, asJSON bool) {
	t := table{head: []string{"id", "scope", "model", "from", "thinking", "file"}}
	for _, id := range authoring.Agents() {
		row := authoringOf(o, id)
		row.Orders = ""
		switch {
		case asJSON:
			printValue(out, row)
		case row.Error != "":
			t.add(string(id), string(row.Scope), "can't be used: "+row.Error, "", "", row.Source)
		default:
			t.add(string(id), string(row.Scope), row.Model.Value, string(row.Model.Tier), row.Thinking.Value, row.Source)
		}
	}
	if !asJSON {
		t.print(out)
	}
}

// authoringOf is an agent of a turn, with what follows from its files and the flags.
func authoringOf(o authoring.Options, id definitions.ID) authoringRow {
	catalog := authoring.Load(o.Global)
	row := authoringRow{ID: id}
	row.Scope, row.Source = catalog.Holder(id)
	a, err := catalog.Agent(id)
	if err != nil {
		row.Error = err.Error()
		return row
	}
	model, thinking := o.Settle(a)
	row.Name, row.About, row.Digest, row.Orders = a.Matter.Name, a.Matter.Description, a.Digest, authoring.Orders(a)
	row.Without, row.Model, row.Thinking = authoring.Removed(a), &model, &thinking
	for _, v := range catalog.Verdicts {
		if v.ID == id && v.File != a.Source {
			row.Over = append(row.Over, v.File)
		}
	}
	return row
}

func showAuthoring(out io.Writer, o authoring.Options, text string, asJSON bool) error {
	id, _, err := perAgent("authoring", text+"=1")
	if err != nil {
		return err
	}
	row := authoringOf(o, id)
	if row.Error != "" {
		_, err := authoring.Load(o.Global).Agent(id)
		return err
	}
	if asJSON {
		printValue(out, row)
		return nil
	}
	say := func(what, text string) {
		if text != "" {
			fmt.Fprintf(out, "%-12s %s\n", what, paragraph(text, strings.Repeat(" ", 13)))
		}
	}
	say("id", string(row.ID))
	say("name", row.Name)
	say("for", row.About)
	say("file", row.Source+" ("+string(row.Scope)+", sha256 "+row.Digest+")")
	say("before", strings.Join(row.Over, ", "))
	say("without", strings.Join(row.Without, " "))
	say("model", chosen(*row.Model))
	say("thinking", chosen(*row.Thinking))
	fmt.Fprintf(out, "\n%s\n", paragraph(row.Orders, ""))
	return nil
}

// chosen is a value with what gave it.
func chosen(c schemas.Setting) string {
	from := string(c.Tier)
	if c.Of != "" {
		from += " of " + string(c.Of)
	}
	return c.Value + " (" + spoken(from) + ")"
}
