package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
)

func newTaskShow() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "show TASK",
		Short: "Say how a task was launched, under which agent and why, and how it ended",
		Long: `Show tells the agent that was asked for, the file that won and what vouched for it, each
check of the launch with what it looked at, where model and thinking came from, and every
end with what its owner was told.`,
		Example: "  turnbook task show wst_1\n  turnbook task show wst_1 --json",
		Args:    exactly(1, "one task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var t shownTask
			told, err := r.ask(cmd, http.MethodGet, taskPath(args[0]), nil, &t)
			if err != nil || told {
				return err
			}
			t.print(cmd.OutOrStdout())
			return nil
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func (t shownTask) print(w io.Writer) {
	fmt.Fprintf(w, "Task %s, %s\n%s\n\n", visible(string(t.ID)), t.standing, quoted(t.Title))
	say := func(what, text string) {
		if text != "" {
			fmt.Fprintf(w, "%-12s %s\n", what, text)
		}
	}
	say("status", stateOf(t))
	say("order", quoted(t.Prompt))
	say("workspace", visible(string(t.Workspace))+", "+spoken(t.Mode))
	say("turn", visible(string(t.Turn)))
	say("asked for by", visible(string(t.Owner)))
	say("agent", t.agent())
	say("vouched", t.vouched())
	say("model", setting(t.Model, t.ModelTier))
	say("thinking", setting(t.Thinking, t.ThinkingTier))
	say("at its end", attention(t.Attention))
	for _, d := range t.Decisions {
		printDecision(w, d)
	}
	for _, o := range t.Outcomes {
		fmt.Fprintf(w, "\n%6d  end %d: %s; %s\n", o.SettledSeq, o.Generation, spoken(string(o.Outcome)), attended(o.Status))
	}
	if t.Report != "" {
		fmt.Fprintf(w, "\nIt reports:\n\n%s\n", paragraph(t.Report, ""))
	}
}

// agent is the agent that was asked for, and the file that won.
func (t shownTask) agent() string {
	if t.Asked == "" {
		return visible(string(t.Agent)) + " (none was named)"
	}
	s := visible(string(t.Asked))
	if t.Agent != t.Asked {
		s += " → " + visible(string(t.Agent))
	}
	if t.Source != "" {
		s += " of " + visible(t.Source) + " (" + visible(t.Scope) + ", sha256 " + shorten(visible(t.Digest), 12) + ")"
	}
	if t.Strict {
		s += ", or none"
	}
	return s
}

// vouched is where the agent was looked up.
func (t shownTask) vouched() string {
	switch {
	case t.Validated == "":
		return ""
	case t.Vouched:
		return "found in the checkout of the " + visible(t.Validated) + ", and git proves that the target has the same file"
	}
	return "found in the checkout of the " + visible(t.Validated)
}

// attention is who hears of a task's end.
func attention(p schemas.AttentionPolicy) string {
	switch p {
	case schemas.BlockingUntilTerminal:
		return "whoever asked waits for it"
	case schemas.NotifyOnTerminal:
		return "whoever asked is woken"
	case schemas.Unattended:
		return "nobody is woken: a person or a program launched it"
	}
	return visible(string(p))
}

// attended is what became of the news of an end.
func attended(status string) string {
	switch status {
	case projections.AttentionNone:
		return "nobody is woken for it"
	case projections.AttentionPending:
		return "its owner is still to be woken"
	case projections.AttentionDelivered:
		return "its owner was woken"
	case projections.AttentionConsumed:
		return "its owner has read it"
	case projections.AttentionSuperseded:
		return "nobody is left to be told"
	}
	return visible(status)
}

func setting(value string, tier schemas.Tier) string {
	if value == "" && (tier == "" || tier == schemas.TierDefault) {
		return ""
	}
	return visible(value) + " (" + spoken(string(tier)) + ")"
}

// settledHandle is a task as far as its end tells of it.
func settledHandle(f schemas.HandleSettled) projections.Handle {
	return projections.Handle{Status: f.Status, Reason: f.Reason, Code: f.Code, Error: f.Error}
}
