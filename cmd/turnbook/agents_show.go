package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/agents/definitions"
)

func newAgentsShow() *cobra.Command {
	var (
		h      hire
		folder agentFolder
	)
	cmd := &cobra.Command{
		Use:     "show ID [DIR]",
		Short:   "Show an agent whole: its files, what it may use, its orders",
		Example: "  turnbook agents show reviewer\n  turnbook agents show reviewer ../service --json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usage("show: give an agent's id, and a folder if it is not this one; see turnbook help agents show")
			}
			return nil
		},
		PreRunE: folderOrWorkspace.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			id, err := definitions.ParseID(args[0])
			if err != nil {
				return &usageError{err}
			}
			if h.workspace != "" {
				return h.show(cmd, string(id), asJSON)
			}
			catalog, err := folder.load(args[1:])
			if err != nil {
				return err
			}
			agent, err := catalog.Agent(id)
			if err != nil {
				return err
			}
			showAgent(cmd.OutOrStdout(), agent, asJSON)
			return nil
		},
	}
	h.flags(cmd)
	folder.flags(cmd)
	return cmd
}

// A shownAgent is an agent with what follows from its files.
type shownAgent struct {
	definitions.Agent
	Policy definitions.Policy `json:"policy"`
}

func showAgent(out io.Writer, a definitions.Agent, asJSON bool) {
	p := a.Policy()
	if asJSON {
		printValue(out, shownAgent{a, p})
		return
	}
	say := func(what, text string) {
		if text != "" {
			fmt.Fprintf(out, "%-12s %s\n", what, paragraph(text, strings.Repeat(" ", 13)))
		}
	}
	say("id", string(a.ID))
	say("name", a.Matter.Name)
	say("for", a.Matter.Description)
	say("file", a.Source+" ("+string(a.Scope)+", sha256 "+a.Digest+")")
	for _, base := range a.Chain[1:] {
		say("builds on", base.Source+" ("+string(base.Scope)+")")
	}
	say("tools", agentRow{Policy: p}.tools())
	say("must call", p.Required)
	say("model", a.Matter.AI.Model)
	say("thinking", a.Matter.AI.ThinkingLevel)
	say("hidden", yes(a.Hidden()))
	say("disabled", yes(a.Disabled()))
	say("plans only", yes(p.PlanLike))
	if a.Body != "" {
		fmt.Fprintf(out, "\n%s\n", paragraph(a.Body, ""))
	}
}

// yes is the word for what holds; "" for what doesn't.
func yes(holds bool) string {
	if holds {
		return "yes"
	}
	return ""
}
