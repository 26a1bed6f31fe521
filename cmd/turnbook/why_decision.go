package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// question is what a rule decides, in words.
func question(rule string) string {
	name, _, _ := strings.Cut(rule, "/")
	switch name {
	case "bucket":
		return "Is this still the same place on the screen?"
	case "pick":
		return "Who did the router pick?"
	case "redirect":
		return "Should the playbook editor take it instead of the task builder?"
	case "target-task":
		return "Which task may be written?"
	case "canvas-write":
		return "May this task be written from the canvas?"
	case "task-write":
		return "May this task be written from its builder?"
	case "document-edit":
		return "May the playbook be changed so?"
	case "flush-playbook", "flush-library":
		return "May the steps be saved?"
	case "hand-back":
		return "Can the turn be handed to somebody else?"
	case "arguments":
		return "Does what the tool was given make sense?"
	case "site":
		return "Is there a place for the step?"
	}
	return "A decision by " + spoken(name)
}

func printDecision(w io.Writer, d projections.Decision) {
	weight := "considered, not applied"
	switch {
	case d.Type == schemas.WriteRefused{}.EventType() || d.Type == schemas.FlushRefused{}.EventType():
		weight = "refused"
	case d.Applied:
		weight = "applied"
	}
	fmt.Fprintf(w, "\n%6d  %s\n        %s: %s (rule %s)\n", d.Seq, question(d.Rule), weight, spoken(d.Outcome), visible(d.Rule))
	for _, g := range d.Rungs {
		verdict := "no "
		if g.Held {
			verdict = "yes"
		}
		line := fmt.Sprintf("          %s  %s", verdict, spoken(g.Name))
		if g.Input != "" {
			line += "  [" + shorten(visible(g.Input), 160) + "]"
		}
		fmt.Fprintln(w, line)
	}
	var basis schemas.Basis
	if json.Unmarshal([]byte(d.Basis), &basis) == nil && len(basis) > 0 {
		fmt.Fprintln(w, "          read  "+visible(basisText(basis)))
	}
}

// basisText names what a decision read, in the order of names.
func basisText(b schemas.Basis) string {
	var parts []string
	for entity, seq := range b {
		parts = append(parts, fmt.Sprintf("%s at %d", entity, seq))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
