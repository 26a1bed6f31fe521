package agui

import (
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// resumeOf judges answers to cards, all before the first is given. Every open card must
// be answered; to one that is settled only the answer that it has may be given again.
func resumeOf(th *thread, entries []ResumeEntry) (errand, error) {
	var e errand
	named := make(map[schemas.CardID]bool)
	for _, entry := range entries {
		id := schemas.CardID(entry.Interrupt)
		c := th.cards[id]
		approved, ok := entry.approval()
		switch {
		case c == nil:
			return e, refused(codeUnknown, "there is no card %q in this thread", entry.Interrupt)
		case named[id]:
			return e, refused(codeInvalid, "card %s is answered twice in one run", id)
		case !ok:
			return e, refused(codeInvalid, `the answer to card %s is none; give status cancelled, or resolved with {"approved": true or false}`, id)
		case c.status != schemas.CardOpen && !c.answeredAs(entry.Status, approved):
			return e, refused(codeConflict, "card %s is %s at %d; it can't be answered otherwise", id, c.status, c.at)
		}
		named[id] = true
		e.add(c, approved)
	}
	for _, c := range th.open() {
		if !named[c.Card] {
			return e, refused(codePending, "card %s waits for its answer too; answer all that are open", c.Card)
		}
	}
	return e, nil
}

// add takes an answer. The run streams what follows on an open card, else on the last
// that is named.
func (e *errand) add(c *settlement, approved bool) {
	if c.status == schemas.CardOpen {
		decision := schemas.Decline
		if approved {
			decision = schemas.Confirm
		}
		e.answers = append(e.answers, turn.Answer{Card: c.Card, Decision: decision, Fingerprint: c.Fingerprint})
	} else if len(e.answers) > 0 {
		return
	}
	e.turn, e.from, e.yes = c.turn, c.Card, approved
}

// answeredAs says whether a settled card has that answer. A card that went stale had
// been confirmed. To walk away from a card of which nothing came is no other answer.
func (c *settlement) answeredAs(status string, approved bool) bool {
	switch c.status {
	case schemas.CardConfirmed:
		return approved
	case schemas.CardDeclined:
		return !approved
	case schemas.CardStale:
		return approved || status == "cancelled"
	case schemas.CardSuperseded:
		return !approved
	}
	return false
}
