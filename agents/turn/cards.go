package turn

import (
	"fmt"
	"strconv"

	"turnbook/agents/steps"
	"turnbook/schemas"
)

// A Card is what a session keeps of every card it ever raised.
type Card struct {
	schemas.InterruptRaised
	Turn     schemas.TurnID
	Status   schemas.CardStatus
	Answered uint64 // position of the answer; 0 for none
}

// remove is the tool remove_steps. When nothing saved would be lost, the steps go;
// otherwise the turn flushes what it has, raises a card and waits. The batch goes on
// when the card is answered.
func (d *decision) remove(l *Lane, c schemas.ToolCalled) bool {
	site, no := d.site(l)
	if no != nil {
		d.noSite(l, c, no)
		return true
	}
	plan, o := steps.PlanRemoval(site, c.Args)
	switch {
	case o.Refused():
		d.refusedWrite(l, c, site, o)
		return true
	case !plan.Asks:
		d.wrote(l, c, site, steps.Remove(site, plan, o))
		return true
	}
	d.as(bySystem)
	d.emit(schemas.BoundaryReached{Status: schemas.TurnAwaitingAnswer})
	d.flushOr(d.pause)
	return false
}

// pause raises the card that the turn waits for, on the tree as it was just flushed.
// Where nothing is left to remove, the tool is told so and the turn goes on.
func (d *decision) pause() {
	l := d.t.Main()
	c := l.Tool.ToolCalled
	site, no := d.site(l)
	if no != nil {
		d.noSite(l, c, no)
		d.runBatch(l)
		return
	}
	plan, o := steps.PlanRemoval(site, c.Args)
	switch {
	case o.Refused():
		d.refusedWrite(l, c, site, o)
		d.runBatch(l)
	case !plan.Asks:
		d.wrote(l, c, site, steps.Remove(site, plan, o))
		d.runBatch(l)
	default:
		d.emitAbout(schemas.InterruptRaised{
			Card: schemas.CardID(string(c.Call) + ".card"), Call: c.Call, Lane: l.ID, Tool: c.Tool, Playbook: site.Playbook, Task: site.Task,
			Targets: plan.Targets, Cascade: plan.Cascade, Fingerprint: plan.Print, Basis: d.w.Basis,
		}, site.Subject())
	}
}

// answer settles a card: the first answer wins, the same one again is a success
// without a second effect, any other is refused and recorded (authoring.md section 6).
func (d *decision) answer(in Answer) error {
	card, known := d.s.Cards[in.Card]
	switch {
	case !known:
		return d.refuseAnswer(in, schemas.CodeUnknownCard, "")
	case card.Fingerprint != in.Fingerprint:
		return d.refuseAnswer(in, schemas.CodeWrongFingerprint, card.Turn)
	case card.Status != schemas.CardOpen:
		if d.s.answeredAs(card, in.Decision) {
			return nil
		}
		return d.refuseAnswer(in, schemas.CodeCardSettled, card.Turn)
	}
	d.t, d.actor = d.s.Running, byUser(d.s.User)
	d.emit(schemas.InterruptAnswered{Card: in.Card, Decision: in.Decision, Fingerprint: in.Fingerprint, SentAt: in.SentAt, Basis: d.w.Basis})
	l := d.t.Main()
	c := l.Tool.ToolCalled
	d.as(byAgent(l.Agent))
	if in.Decision == schemas.Decline {
		d.toolReturned(c, schemas.CodeDeclined, "the user declined; nothing was deleted")
		d.runBatch(l)
		return nil
	}
	d.confirmed(l, c, card)
	d.runBatch(l)
	return nil
}

// answeredAs says whether a settled card was answered that way. A card that went
// stale had been confirmed.
func (s *Session) answeredAs(c *Card, want schemas.CardDecision) bool {
	switch c.Status {
	case schemas.CardConfirmed, schemas.CardStale:
		return want == schemas.Confirm
	case schemas.CardDeclined:
		return want == schemas.Decline
	}
	return false
}

// confirmed carries out what was confirmed, if the tree is still the one that the
// person saw: it is compared here, at execution, and not only at the decision.
func (d *decision) confirmed(l *Lane, c schemas.ToolCalled, card *Card) {
	site, no := d.site(l)
	if no != nil {
		d.noSite(l, c, no)
		return
	}
	plan, o := steps.PlanRemoval(site, c.Args)
	if o.Refused() && o.Code != schemas.CodeUnknownStep {
		d.refusedWrite(l, c, site, o)
		return
	}
	ladder := schemas.Ladder{Rule: CardRule, Basis: d.w.Basis, Outcome: schemas.OutcomeOK}
	if ladder.Try("fingerprint_same", card.Fingerprint+" / "+plan.Print, card.Fingerprint == plan.Print) {
		d.wrote(l, c, site, steps.Remove(site, plan, o))
		return
	}
	ladder.Outcome = string(schemas.CodeStaleCard)
	d.emitAbout(schemas.InterruptStale{Card: card.Card, Fingerprint: plan.Print, Ladder: ladder}, site.Subject())
	d.refuseTool(l, c, schemas.CodeStaleCard, ladder, site.Subject(),
		"the steps changed after the card was shown; nothing was deleted, ask again on what is there now")
}

// CardRule is the name and version of the check at execution.
const CardRule = "card/1"

// supersede settles the card that a paused turn waits for, unanswered.
func (d *decision) supersede(reason string) {
	if card := d.s.openCard(d.t.ID); card != nil {
		d.emit(schemas.InterruptSuperseded{Card: card.Card, Reason: reason})
	}
}

// openCard is the card that a turn waits for; nil for none.
func (s *Session) openCard(turn schemas.TurnID) *Card {
	for _, c := range s.Cards {
		if c.Turn == turn && c.Status == schemas.CardOpen {
			return c
		}
	}
	return nil
}

func (d *decision) refuseAnswer(in Answer, code schemas.Code, turn schemas.TurnID) error {
	d.actor = byUser(d.s.User)
	at := uint64(0)
	if card := d.s.Cards[in.Card]; card != nil {
		at = card.Answered
	}
	d.draft(schemas.Draft{
		ID:    "answer." + string(in.Card) + ".refused/" + strconv.FormatUint(d.s.Seq, 10),
		Event: schemas.CommandRefused{Command: "answer", Code: code, Turn: turn, Card: in.Card},
	})
	return &Refused{Code: code, Turn: turn, Card: in.Card, At: at}
}

// evolveCard folds what happens to cards.
func (s *Session) evolveCard(t *Turn, r schemas.Record) error {
	settle := func(id schemas.CardID, status schemas.CardStatus) error {
		c, ok := s.Cards[id]
		if !ok {
			return fmt.Errorf("turn: %s of card %q, which was never raised", r.Type, id)
		}
		c.Status = status
		return nil
	}
	switch e := r.Event.(type) {
	case schemas.InterruptRaised:
		s.Cards[e.Card] = &Card{InterruptRaised: e, Turn: t.ID, Status: schemas.CardOpen}
		t.Ending, t.Plan = nil, nil
		t.Paused = true
		s.setStatus(t.ID, schemas.TurnAwaitingAnswer)
	case schemas.InterruptAnswered:
		t.Paused = false
		s.setStatus(t.ID, schemas.TurnRunning)
		status := schemas.CardConfirmed
		if e.Decision == schemas.Decline {
			status = schemas.CardDeclined
		}
		if err := settle(e.Card, status); err != nil {
			return err
		}
		s.Cards[e.Card].Answered = r.Seq
		if r.Seq == 0 {
			s.answered = s.Cards[e.Card]
		}
	case schemas.InterruptStale:
		return settle(e.Card, schemas.CardStale)
	case schemas.InterruptSuperseded:
		t.Paused = false
		return settle(e.Card, schemas.CardSuperseded)
	}
	return nil
}
