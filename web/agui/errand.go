package agui

import (
	"fmt"
	"strings"

	"turnbook/agents/turn"
	"turnbook/schemas"
)

// Codes of refusals that only AG-UI knows. The others are those of [schemas], in lower
// case. There is no interrupt_expired: cards have no expiry (decisions.md 26).
const (
	codePending  = "interrupt_pending"  // a card waits for its answer
	codeUnknown  = "interrupt_unknown"  // no card of the thread has this id
	codeInvalid  = "interrupt_invalid"  // the answer is none
	codeConflict = "interrupt_conflict" // the card was settled otherwise
	codeStale    = "plan_stale"         // the tree had moved under the card: nothing was done
	codeNothing  = "no_message"         // the thread has seen all that was posted

	codeUnavailable = "unavailable" // the server stops
	codeInternal    = "internal"    // something broke
)

// A refusal is a run that comes to nothing. It is told in the stream.
type refusal struct{ code, detail string }

func (r *refusal) Error() string { return r.detail }

func refused(code, detail string, args ...any) error {
	return &refusal{code, fmt.Sprintf(detail, args...)}
}

// An errand is what a run is to do: settle cards, or send a message, and then stream a
// turn, from its beginning or from what settled a card on.
type errand struct {
	answers []turn.Answer // to cards that are open
	message *InputMessage // to be sent; nil for none
	turn    schemas.TurnID
	from    schemas.CardID // "" for the turn's beginning
	yes     bool           // whether the run confirms that card
}

// errandOf decides what a run is to do, on the thread as it stands. The error is a
// [*refusal].
func errandOf(th *thread, in *Input) (errand, error) {
	if len(in.Resume) > 0 {
		e, err := resumeOf(th, in.Resume)
		if m := in.asked(); err != nil || len(e.answers) > 0 || m == nil || th.saw(m.ID) {
			if err == nil && len(e.answers) > 0 && m != nil && !th.saw(m.ID) {
				err = refused(codePending, "card %s waits for its answer; answer it in a run of its own, then send the message", e.from)
			}
			return e, err
		}
		// What was settled is settled; the run is for its message.
	}
	if t := th.turns[turn.TurnID(th.session, in.Run)]; t != nil {
		return againOf(t, in)
	}
	if open := th.open(); len(open) > 0 {
		return errand{}, refused(codePending, "card %s waits for its answer; give it in resume", open[0].Card)
	}
	m := in.asked()
	switch {
	case m == nil:
		return errand{}, refused(codeNothing, "messages holds none of the user")
	case strings.TrimSpace(m.text()) == "":
		return errand{}, refused(codeNothing, "message %s of the user has no text", m.ID)
	}
	if t := th.asked(m.ID); t != nil {
		return againOf(t, in)
	}
	if th.saw(m.ID) {
		return errand{}, refused(codeNothing, "message %s is in the thread already, and is none of the user", m.ID)
	}
	return errand{message: m, turn: turn.TurnID(th.session, in.Run)}, nil
}

// againOf is the same run again, or the same message: its turn is told from its
// beginning. Another text under the same id is refused.
func againOf(t *translator, in *Input) (errand, error) {
	m := in.asked()
	if m != nil && m.text() != t.request.Text {
		return errand{}, refused(lower(string(schemas.CodeKeyConflict)), "turn %s has another message; give a new message a new id, and its run a new runId", t.id)
	}
	return errand{turn: t.id}, nil
}
