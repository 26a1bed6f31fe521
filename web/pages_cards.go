package web

import (
	"turnbook/projections"
	"turnbook/schemas"
)

// cardView is a card as the conversation shows it.
type cardView struct {
	projections.Interrupt
	Targets, Cascade []schemas.CardStep
}

// viewCard reads a row of the tables; a card whose lists can't be read is shown
// without them.
func viewCard(i projections.Interrupt) cardView {
	c := cardView{Interrupt: i}
	_ = readJSON(i.Targets, &c.Targets)
	_ = readJSON(i.Cascade, &c.Cascade)
	return c
}

// title is the card's question: "Delete 2 steps?"
func (c cardView) title() string {
	return "Delete " + counted(len(c.Targets), "step") + "?"
}

// cascadeLine says what goes with the targets.
func (c cardView) cascadeLine() string {
	if len(c.Cascade) == 1 {
		return "1 step below goes with it"
	}
	return counted(len(c.Cascade), "step") + " below go with it"
}

// cardState is a card's status in a word or two.
func cardState(s schemas.CardStatus) string {
	switch s {
	case schemas.CardOpen:
		return "Waits for you"
	case schemas.CardConfirmed:
		return "Confirmed"
	case schemas.CardDeclined:
		return "Declined"
	case schemas.CardStale:
		return "Out of date"
	case schemas.CardSuperseded:
		return "Withdrawn"
	}
	return shown(string(s))
}

// cardWords are the states that have words of their own, for scripts.
func cardWords() []projections.Interrupt {
	return []projections.Interrupt{
		{Status: schemas.CardOpen}, {Status: schemas.CardConfirmed}, {Status: schemas.CardDeclined}, {Status: schemas.CardStale},
		{Status: schemas.CardSuperseded, Reason: "cancelled"}, {Status: schemas.CardSuperseded},
	}
}

// cardSays is what a card's state means for the steps.
func cardSays(s schemas.CardStatus, reason string) string {
	switch s {
	case schemas.CardOpen:
		return "Nothing is deleted before you answer. A new message withdraws the question."
	case schemas.CardConfirmed:
		return "Confirmed: they were deleted."
	case schemas.CardDeclined:
		return "Declined: nothing was deleted."
	case schemas.CardStale:
		return "Confirmed, but the steps had changed since the question was asked, so nothing was deleted. Ask again to decide on what is there now."
	case schemas.CardSuperseded:
		if reason == "cancelled" {
			return "The turn was stopped before an answer. Nothing was deleted."
		}
		return "A new message came before an answer. Nothing was deleted."
	}
	return ""
}

// dropReasons are the reasons for which a tab takes a step over nowhere.
var dropReasons = []schemas.TargetReason{
	schemas.ReasonNotMounted, schemas.ReasonOtherTask, schemas.ReasonOtherPlaybook, schemas.ReasonNotAuthorable, schemas.ReasonUnaddressed,
}

// droppedLine says what became of a step that the origin tab did not take over.
func droppedLine(d projections.Drop) string {
	why := "A step was not taken over: " + dropReason(d.Reason) + "."
	switch d.Status {
	case projections.DropApplied:
		return why + " Applied since."
	case projections.DropRefused:
		return why + " It no longer fits."
	}
	return why
}
