package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

// printCalls tells which models were asked, what chose each, and what it was told.
func printCalls(w io.Writer, calls []projections.ModelCall) {
	if len(calls) > 0 {
		fmt.Fprintln(w, "\nModels asked:")
	}
	for _, c := range calls {
		line := c.Agent + ": " + c.Status
		if c.Model != "" {
			line += " by " + c.Model
		}
		if c.Code != "" {
			line += " (" + string(c.Code) + ": " + c.Message + ")"
		}
		fmt.Fprintf(w, "  %6d  %s\n", c.Seq, paragraph(line, "          "))
		if c.Prompt != "" {
			fmt.Fprintf(w, "          model: %s, thinking: %s (%s), orders: %s, prompt %.12s\n",
				spoken(string(c.ModelFrom)), visible(c.Thinking), spoken(string(c.ThinkingFrom)), visible(c.Definition), visible(c.Prompt))
		}
	}
}

// printPrompts prints what the models were told, each prompt once.
func printPrompts(cmd *cobra.Command, r *remote, calls []projections.ModelCall) error {
	c, err := r.client()
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	told := make(map[string]bool)
	for _, call := range calls {
		if call.Prompt == "" || told[call.Prompt] {
			continue
		}
		told[call.Prompt] = true
		var p struct {
			Agent  string
			System string
			Tools  []struct{ Name, Description string }
		}
		if err := c.Call(cmd.Context(), http.MethodGet, "/v1/prompts/"+url.PathEscape(call.Prompt), nil, &p); err != nil {
			return err
		}
		fmt.Fprintf(w, "\nPrompt %s of %s:\n%s\n", visible(call.Prompt), visible(p.Agent), indented(p.System))
		for _, t := range p.Tools {
			fmt.Fprintf(w, "    tool %s: %s\n", visible(t.Name), visible(t.Description))
		}
	}
	return nil
}

// indented is a text with its lines moved in.
func indented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString("    " + visible(strings.TrimRight(line, "\n")) + "\n")
	}
	return out.String()
}
