package bustest

import (
	"fmt"
	"testing"

	"turnbook/schemas"
)

const (
	atOnce       = 8  // sessions that are open side by side
	turnsOfOne   = 20 // after which a session is left and another opened
	roundsOfTurn = 5
	eventsOfTurn = 11 + 6*roundsOfTurn + 1 // with the hand that clears the task
)

// WriteBook writes sessions of twenty turns each until there are so many events, and
// returns the turns in the order of the log. The messages of a turn stand together.
func WriteBook(tb testing.TB, log Appender, events int) []schemas.TurnID {
	tb.Helper()
	var turns []schemas.TurnID
	open := make([]*Author, atOnce)
	for n := 0; n*eventsOfTurn < events; n++ {
		a := open[n%atOnce]
		if a == nil || a.Turns == turnsOfOne {
			a = NewAuthor(tb, log, fmt.Sprint(n))
			open[n%atOnce] = a
		}
		a.Turn(tb, roundsOfTurn)
		id := fmt.Sprintf("%s-t%d", a.Session.ID, a.Turns)
		var steps []schemas.StepID
		for i := range roundsOfTurn {
			steps = append(steps, schemas.StepID(fmt.Sprintf("%s.m.%d", id, 2*i+1)))
		}
		a.Clear(tb, steps...)
		turns = append(turns, schemas.TurnID(id))
	}
	return turns
}
