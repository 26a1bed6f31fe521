package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
	"turnbook/web/client"
)

// A turnError says that a turn came to an end that nobody wanted.
type turnError struct {
	turn schemas.TurnID
	end  schemas.TurnEnded
}

func (e *turnError) Error() string { return "the turn did not come to its end: " + ended(e.end) }

// show prints the turn's events until its end, or a card that somebody has to answer.
// The error is a [*turnError] where it failed or was stopped.
func (a *asking) show(ctx context.Context, f *follower) error {
	caughtUp, card := false, false
	defer a.live.pause()
	for {
		if caughtUp && card {
			return nil // the turn pauses: nothing more comes without an answer
		}
		frame, err := f.next(ctx)
		if err != nil {
			return err
		}
		switch frame.Type {
		case "delta":
			a.live.hear(frame)
		case "snapshot":
			if card, err = f.refind(ctx, frame); err != nil {
				return err
			}
		}
		if caughtUp = caughtUp || frame.Type == "caught_up"; frame.Type != "event" {
			continue
		}
		e := readEvent(frame.Event, frame.Data)
		a.tell(e, frame)
		switch e.fact.(type) {
		case schemas.InterruptRaised:
			card = true
		case schemas.InterruptAnswered, schemas.InterruptStale, schemas.InterruptSuperseded:
			card = false
		}
		if end, ok := e.fact.(schemas.TurnEnded); ok {
			if end.Status != schemas.TurnCompleted {
				return &turnError{e.Turn, end}
			}
			return nil
		}
	}
}

// tell prints an event.
func (a *asking) tell(e event, frame client.Frame) {
	if a.asJSON {
		printJSON(a.out, frame.Event)
		return
	}
	if m, ok := e.fact.(schemas.MessageWritten); ok && a.live.finish(m) {
		return
	}
	if line := tellTurn(e, frame); line != "" {
		a.live.pause()
		fmt.Fprintln(a.out, line)
	}
}

// tellTurn is what a person who asked wants to know of an event; "" for nothing.
func tellTurn(e event, frame client.Frame) string {
	switch f := e.fact.(type) {
	case schemas.MessageWritten:
		return "\n" + paragraph(f.Text, "") + "\n"
	case schemas.RowChanged:
		return "  " + rowMark(f.Status) + " " + e.summary()
	case schemas.StepEvent:
		return "      " + e.summary() + targetOf(frame.Target)
	case schemas.WriteRefused:
		return "  ! " + visible(web.ExplainRefusal(refusalOf(f)))
	case schemas.FlushPlanned:
		if len(f.Drops) == 0 {
			return ""
		}
		return tellDrops(e.Turn, f.Drops)
	case schemas.InterruptRaised:
		var b strings.Builder
		printCard(&b, cardOf(f))
		return strings.TrimSuffix(b.String(), "\n")
	case schemas.RepliesSuggested:
		return "  You may say: " + list(f.Replies)
	case schemas.ProgressTitled:
		return "  " + quoted(f.Title)
	case schemas.TurnEnded:
		s := "Done."
		if f.Status != schemas.TurnCompleted || f.Stop != schemas.StopEnd {
			s = spoken(string(f.Status)) + ", " + spoken(string(f.Stop))
		}
		if f.Closing != "" {
			s = strings.TrimSuffix(s, ".") + ": " + paragraph(f.Closing, "  ")
		}
		return s
	case schemas.DomainDispatched, schemas.TurnHandedBack, schemas.CancelRequested, schemas.TalkCompacted, schemas.TalkLeftOut, schemas.FlushApplied, schemas.FlushRefused,
		schemas.ModuleAdded, schemas.ModuleLinked, schemas.ModuleRenamed, schemas.ModuleMoved,
		schemas.TaskAdded, schemas.TaskRenamed, schemas.TaskMoved, schemas.PlaybookRenamed:
		return "  " + e.summary()
	}
	if card := sayCard(e); card != "" {
		return "  ? " + card
	}
	return ""
}

// tellDrops says once for each reason how many steps the view took nowhere.
func tellDrops(turn schemas.TurnID, drops []schemas.Drop) string {
	var reasons []schemas.TargetReason
	counts := map[schemas.TargetReason]int{}
	for _, d := range drops {
		if counts[d.Reason]++; counts[d.Reason] == 1 {
			reasons = append(reasons, d.Reason)
		}
	}
	var lines []string
	for _, r := range reasons {
		line := "  ! " + visible(web.ExplainDrop(projections.Drop{Reason: r}))
		if n := counts[r]; n > 1 {
			line += fmt.Sprintf(" So it is with %d steps.", n)
		}
		lines = append(lines, line)
	}
	return strings.Join(append(lines, "    Apply what waits with: turnbook drops "+visible(string(turn))+" --apply"), "\n")
}

// rowMark is a row's status at a glance.
func rowMark(s schemas.RowStatus) string {
	switch s {
	case schemas.RowRunning:
		return "▸"
	case schemas.RowDone:
		return "✓"
	case schemas.RowFailed:
		return "✗"
	case schemas.RowUnchanged:
		return "–"
	}
	return "·"
}

// targetOf tells who applies a step event in this view.
func targetOf(t *schemas.Target) string {
	if t == nil {
		return ""
	}
	s := " → " + visible(string(t.Outcome))
	if t.Reason != "" {
		s += " " + visible(string(t.Reason))
	}
	if t.Contribution != "" {
		s += " " + visible(t.Contribution)
	}
	return s
}

// jsonText is a text as JSON.
func jsonText(s string) (json.RawMessage, error) { return json.Marshal(s) }
