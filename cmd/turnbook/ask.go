package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// An asking is one ask: what it was told, and what it found out.
type asking struct {
	remote
	session  string
	playbook string
	context  string
	key      string
	queue    bool
	showView bool

	asJSON bool
	out    io.Writer
	stderr io.Writer
	live   writing // what is seen of a running message
}

func newAsk() *cobra.Command {
	a := &asking{}
	cmd := &cobra.Command{
		Use:   "ask TEXT",
		Short: "Ask for something, and watch the turn until its end",
		Long: `Ask sends a message and shows the turn as it goes: who takes it, lines of progress,
steps with the place where this view put them, refusals, drops, and the closing line.
On a terminal a message is seen while it is written.

Without --session it opens one. Without --context it stands on the playbook's editor
with no builder open, and without --playbook that is the first draft there is. Ctrl-C
leaves; the turn goes on. A turn that fails or is stopped gives exit status 1.

With --json it prints one CloudEvent a line, as they stand in the book.`,
		Example: `  turnbook ask "Build subtasks for every task in module 1"
  turnbook ask --playbook nurse-onboarding How many tasks are there?
  turnbook ask --context @screen.json "Add an approval step after the first one"`,
		Args: atLeast(1, "what you want"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			a.asJSON = jsonWanted(cmd)
			a.out, a.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if isTerminal(a.out) && !a.asJSON {
				a.live.w = a.out
			}
			return a.run(cmd.Context(), strings.Join(args, " "))
		},
	}
	f := cmd.Flags()
	a.flags(f)
	f.StringVar(&a.session, "session", "", "the conversation to go on with; without it a new one")
	f.StringVar(&a.playbook, "playbook", "", "the playbook that it is about; without it the first draft")
	f.StringVar(&a.context, "context", "", "what is on screen, as JSON, or @FILE to read it from")
	f.StringVar(&a.key, "key", "", "idempotency key: the same ask again finds the same turn")
	f.BoolVar(&a.queue, "queue", false, "wait behind a turn that runs")
	f.BoolVar(&a.showView, "view", false, "tell which view this is, and what it shows")
	return cmd
}

func (a *asking) run(ctx context.Context, text string) error {
	if strings.TrimSpace(text) == "" {
		return usage("ask: the text is empty; say what you want")
	}
	ui, err := readContext(a.context)
	if err != nil {
		return err
	}
	c, err := a.client()
	if err != nil {
		return err
	}
	if a.context == "" {
		if ui, err = a.stand(ctx, c); err != nil {
			return err
		}
	}
	if a.session == "" {
		if err := a.openSession(ctx, c, ui); err != nil {
			return err
		}
	}
	return a.watch(ctx, c, text, ui)
}
