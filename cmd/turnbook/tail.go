package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A tailing is what tail was told.
type tailing struct {
	remote
	session, playbook, turn string
	types                   []string
	from                    string
}

func newTail() *cobra.Command {
	var t tailing
	cmd := &cobra.Command{
		Use:   "tail",
		Short: "Follow the stream of events, a line each",
		Long: `Tail prints events as they happen: time, position, type, who, and what in a
sentence. It goes on until Ctrl-C and comes back by itself after a lost connection.

--from says where to begin: now, start (of the book), snapshot (where the tables
stand), or a cursor that a frame or an answer carried. Where the book has lost that
place, or is another one now, tail says so and goes on with what there is.`,
		Example: `  turnbook tail
  turnbook tail --type turn.ended --type task.write-refused
  turnbook tail --session s1 --from start --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			return t.run(cmd.Context(), asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	t.flags(f)
	f.StringVar(&t.session, "session", "", "only this conversation's")
	f.StringVar(&t.playbook, "playbook", "", "only this playbook's")
	f.StringVar(&t.turn, "turn", "", "only this turn's")
	f.StringSliceVar(&t.types, "type", nil, "only events of this type; may be given again")
	f.StringVar(&t.from, "from", "now", "now, start, snapshot, or a cursor")
	return cmd
}

func (t tailing) run(ctx context.Context, asJSON bool, out, stderr io.Writer) error {
	c, err := t.client()
	if err != nil {
		return err
	}
	f := &follower{c: c, stderr: stderr, session: schemas.SessionID(t.session), whole: true}
	welcome, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	f.sub = client.Subscribe{
		Session: schemas.SessionID(t.session), Playbook: schemas.PlaybookID(t.playbook), Turn: schemas.TurnID(t.turn), Types: t.types,
	}
	if err := f.subscribe(ctx, t.begins(welcome)); err != nil {
		return err
	}
	for {
		frame, err := f.next(ctx)
		if ctx.Err() != nil {
			return nil // Ctrl-C is how a tail ends
		}
		if err != nil {
			return err
		}
		if frame.Type == "snapshot" && !asJSON {
			fmt.Fprintf(stderr, "The book stands at %s; what comes after it follows.\n", placeOf(frame.AsOf))
		}
		if frame.Type != "event" {
			continue
		}
		if asJSON {
			printJSON(out, frame.Event)
		} else {
			tellEvent(out, readEvent(frame.Event, frame.Data), placeOf(frame.Cursor))
		}
	}
}

func (t tailing) begins(welcome client.Frame) string {
	switch t.from {
	case "now":
		return cursorAt(welcome.Epoch, welcome.Head)
	case "start":
		return cursorAt(welcome.Epoch, 0)
	}
	return t.from
}

// tellEvent prints an event on one line.
func tellEvent(out io.Writer, e event, place string) {
	fmt.Fprintf(out, "%s  %8s  %-26s  %-16s  %s\n",
		e.Time.Local().Format("15:04:05.000"), place, visible(e.Type), visible(e.who()), e.summary())
}
