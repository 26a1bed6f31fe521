package handles

import (
	"testing"

	"turnbook/schemas"
)

func TestHowADelegatedTurnComesToItsEnd(t *testing.T) {
	running, waiting := facts(launched()), facts(queued())
	failed := Ended{Turn: "t1", Stop: schemas.StopAgentUnresolved, Code: schemas.CodeUnknownAgent, Error: "unknown agent (x)", Later: ours}
	tell(t, []story{
		{name: "it is recorded", when: Create{HandleCreated: launched()}, then: running},
		{name: "once", given: running, when: Create{HandleCreated: launched()}},
		{name: "and not over another", given: running, when: Create{HandleCreated: schemas.HandleCreated{Turn: "t2"}}, code: schemas.CodeKeyConflict},
		{name: "35 recorded first, then settled", when: Create{launched(), &stale}, then: facts(launched(), stale)},
		{name: "what is not there takes nothing", when: Interrupt{}, code: schemas.CodeUnknownHandle},
		{name: "a queued one is taken up", given: waiting, when: Accepted{"t1"}, then: facts(schemas.HandleAccepted{})},
		{name: "a running one is already", given: running, when: Accepted{"t1"}},
		{name: "not by another turn", given: waiting, when: Accepted{"t2"}, code: schemas.CodeKeyConflict},
		{name: "one that has ended must not begin", given: facts(queued(), stopped), when: Accepted{"t1"}, code: schemas.CodeAlreadyEnded},
		{name: "a queued one is taken back", given: waiting, when: Cancelled{"removed"}, then: facts(schemas.HandleSettled{Status: schemas.HandleInterrupted, Generation: 1, Reason: schemas.SettledCancelled, Code: schemas.CodeCancelled, Error: "removed"})},
		{name: "one that can't begin fails", given: waiting, when: Unsent{schemas.CodeSendFailed, "no room"}, then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledUnsent, Code: schemas.CodeSendFailed, Error: "no room"})},
		{name: "66 it ends", given: running, when: ends("t1", schemas.StopEnd, ours), then: facts(done("t1", 1))},
		{name: "66 without a word", given: running, when: Ended{Turn: "t1", Stop: schemas.StopEnd, Later: ours}, then: facts(schemas.HandleSettled{Status: schemas.HandleCompleted, Generation: 1, Reason: schemas.SettledFinished, Report: noText, Turn: "t1", Stop: schemas.StopEnd})},
		{name: "66 who waits has it with this", given: running, when: ends("t1", schemas.StopEnd, Later{Waiting: true}), then: facts(done("t1", 1), schemas.HandleAttentionConsumed{Generation: 1, By: ByAwait})},
		{name: "74 a plan completes it", given: running, when: Ended{Turn: "t1", Stop: schemas.StopPlanProposed, Report: "# Plan", Later: ours}, then: facts(schemas.HandleSettled{Status: schemas.HandleCompleted, Generation: 1, Reason: schemas.SettledPlan, Report: "# Plan", Turn: "t1", Stop: schemas.StopPlanProposed})},
		{name: "70 another reason is an error that names it", given: running, when: Ended{Turn: "t1", Stop: schemas.StopRoundsExhausted, Code: schemas.CodeRoundsExhausted, Later: ours}, then: facts(broken)},
		{name: "55 its agent is not to be had", given: running, when: failed, then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledRefused, Code: schemas.CodeUnknownAgent, Error: "the turn ended with agent_unresolved: unknown agent (x)", Turn: "t1", Stop: schemas.StopAgentUnresolved})},
		{name: "60 it is cut, and goes on", given: running, when: ends("t1", schemas.StopCut, Later{Continues: true}), then: facts(schemas.HandleDeferred{Turn: "t1", Reason: DeferredContinuation})},
		{name: "73 it is cut for a person's message", given: running, when: ends("t1", schemas.StopCut, Later{NewInput: true}), then: facts(overtaken("t1", schemas.StopCut))},
		{name: "it is cut for nothing", given: running, when: ends("t1", schemas.StopCut, ours), then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledFailed, Error: "the turn ended with cut", Turn: "t1", Stop: schemas.StopCut})},
		{name: "a cut that is found in history proves nothing", given: running, when: ends("t1", schemas.StopCut, Later{Recovered: true, Continues: true}), then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledFailed, Error: "the turn ended with cut", Turn: "t1", Stop: schemas.StopCut})},
		{name: "nor does one that another turn of it came after", given: running, when: ends("t1", schemas.StopCut, Later{Recovered: true, Followed: true})},
		{name: "another's turn comes after it", given: running, when: Ended{Turn: "t9", Stop: schemas.StopEnd}, then: facts(overtaken("t9", schemas.StopEnd))},
		{name: "or before it", given: running, when: Ended{Turn: "t0", Stop: schemas.StopEnd, Later: Later{Older: true}}},
		{name: "or is the program's own", given: running, when: Ended{Turn: "t9", Stop: schemas.StopEnd, Later: Later{Internal: true}}},
		{name: "or ends while it waits", given: waiting, when: Ended{Turn: "t0", Stop: schemas.StopEnd}},
		{name: "its own work goes on", given: running, when: ends("t1", schemas.StopEnd, Later{Blocked: true}), then: facts(schemas.HandleDeferred{Turn: "t1", Reason: DeferredBlocking})},
		{name: "a person stops its turn", given: running, when: ends("t1", schemas.StopCancelled, ours), then: facts(schemas.HandleSettled{Status: schemas.HandleInterrupted, Generation: 1, Reason: schemas.SettledAborted, Code: schemas.CodeCancelled, Error: "a person stopped the turn", Turn: "t1", Stop: schemas.StopCancelled})},
		{name: "75 a restart leaves nothing of it", given: running, when: Lost{}, then: facts(stale)},
		{name: "75 or its end", given: running, when: ends("t1", schemas.StopEnd, Later{Recovered: true}), then: facts(done("t1", 1))},
		{name: "its owner stops it", given: running, when: Interrupt{}, then: facts(stopped)},
	})
}

func TestTheFirstEndWinsUnlessItWasAGuess(t *testing.T) {
	completed, again := facts(launched(), done("t1", 1)), done("t2", 2)
	overtook, lost, failed := facts(launched(), overtaken("t9", schemas.StopEnd)), facts(launched(), stale), facts(launched(), broken)
	tell(t, []story{
		{name: "told twice changes nothing", given: completed, when: ends("t1", schemas.StopEnd, ours)},
		{name: "nor does another end", given: completed, when: ends("t2", schemas.StopEnd, ours)},
		{name: "nor a restart", given: completed, when: Lost{}},
		{name: "nor a failure to send", given: completed, when: Unsent{}},
		{name: "nor a turn that is seen", given: completed, when: Seen{"t2", turns("t1")}},
		{name: "71 what was stopped stays stopped", given: facts(launched(), stopped), when: ends("t1", schemas.StopEnd, ours)},
		{name: "72 stopping it again is nothing", given: overtook, when: Interrupt{}},
		{name: "stopping what is done is refused", given: completed, when: Interrupt{}, code: schemas.CodeAlreadyEnded},
		{name: "and what has failed", given: failed, when: Interrupt{}, code: schemas.CodeAlreadyEnded},
		{name: "70 a later turn of it mends a failure", given: failed, when: ends("t2", schemas.StopEnd, ours), then: facts(again)},
		{name: "the same turn does not", given: failed, when: ends("t1", schemas.StopEnd, ours)},
		{name: "75 it mends a loss", given: lost, when: ends("t2", schemas.StopEnd, ours), then: facts(again)},
		{name: "75 its own late end too", given: lost, when: ends("t1", schemas.StopEnd, ours), then: facts(done("t1", 2))},
		{name: "it mends a supersession", given: overtook, when: ends("t2", schemas.StopEnd, ours), then: facts(again)},
		{name: "a turn of it that is seen brings it back", given: lost, when: Seen{Turn: "t1"}, then: facts(schemas.HandleRevived{Turn: "t1"})},
		{name: "70 so does one behind a failure", given: failed, when: Seen{"t2", turns("t1")}, then: facts(schemas.HandleRevived{Turn: "t2"})},
		{name: "but none that is heard of late", given: failed, when: Seen{"t0", nil}},
		{name: "nor late by two", given: facts(launched(), overtaken("t9", schemas.StopEnd)), when: Seen{"t1", turns("t0")}},
		{name: "nor one that has ended", given: failed, when: Seen{"t2", turns("t1", "t2")}},
		{name: "a strict failure is final", given: facts(launched(), schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledRefused, Turn: "t1"}), when: ends("t2", schemas.StopEnd, ours)},
		{name: "what is deferred is not brought back", given: lost, when: ends("t1", schemas.StopEnd, Later{Blocked: true})},
	})
}

// After a crash an end is told again, whatever has come of it meanwhile.
func TestAnEndThatIsToldAgainCountsOnce(t *testing.T) {
	off := schemas.HandleDeferred{Turn: "t1", Reason: DeferredContinuation}
	blocked := schemas.HandleDeferred{Turn: "t1", Reason: DeferredBlocking}
	revived := facts(launched(), broken, schemas.HandleRevived{Turn: "t2"})
	tell(t, []story{
		{name: "while it goes on", given: facts(launched(), off), when: ends("t1", schemas.StopCut, Later{Continues: true})},
		{name: "when the next has ended too", given: facts(launched(), off, schemas.HandleDeferred{Turn: "t2", Reason: DeferredBlocking}), when: ends("t1", schemas.StopEnd, ours)},
		{name: "when it was brought back", given: revived, when: ends("t1", schemas.StopRoundsExhausted, ours)},
		{name: "another turn's end still counts", given: revived, when: ends("t2", schemas.StopEnd, ours), then: facts(done("t2", 2))},
		{name: "what it waited for is done", given: facts(launched(), blocked), when: ends("t1", schemas.StopEnd, ours), then: facts(done("t1", 1))},
	})
}

func TestWhatAnInterruptStops(t *testing.T) {
	for _, r := range []struct {
		name  string
		given []schemas.Event
		want  Halt
	}{
		{"its waiting message", facts(queued()), HaltQueued},
		{"its turn", facts(launched()), HaltTurn},
		{"72 nothing of what runs there now", facts(launched(), overtaken("t9", schemas.StopEnd)), HaltNothing},
	} {
		if got := fold(t, r.given...).Halts(); got != r.want {
			t.Errorf("%s: got %s", r.name, got)
		}
	}
}

func TestSubAgents(t *testing.T) {
	owes := schemas.HandleDeferred{Turn: "t1", Reason: DeferredUnreported}
	five := facts(child(), owes, owes, owes, owes, owes)
	plan := Ended{Turn: "t1", Stop: schemas.StopPlanProposed, Report: "# Plan", Later: ours}
	handedOn := schemas.HandleDeferred{Turn: "t1", Reason: DeferredHandedOn}
	gave := facts(child(), schemas.HandleProgressed{Call: "c1", Text: "On it."})
	tell(t, []story{
		{name: "owe their report", given: facts(child()), when: ends("t1", schemas.StopEnd, Later{Unreported: true}), then: facts(owes)},
		{name: "when their rounds are spent too", given: facts(child()), when: ends("t1", schemas.StopRoundsExhausted, ours), then: facts(owes)},
		{name: "when their answer was cut short", given: facts(child()), when: Ended{Turn: "t1", Stop: schemas.StopModelFailed, Code: schemas.CodeModelCut, Later: ours}, then: facts(owes)},
		{name: "not when their model is not to be had", given: facts(child()), when: Ended{Turn: "t1", Stop: schemas.StopModelFailed, Code: schemas.CodeModelRefused, Later: ours}, then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledFailed, Code: schemas.CodeModelRefused, Error: "the turn ended with model_failed", Turn: "t1", Stop: schemas.StopModelFailed})},
		{name: "hand their plan on", given: facts(child()), when: plan, then: facts(handedOn)},
		{name: "once, though it is told again", given: facts(child(), handedOn), when: plan},
		{name: "and who carries it out hands none on", given: facts(child(), handedOn), when: Ended{Turn: "t2", Stop: schemas.StopPlanProposed, Report: "# Plan", Later: ours}, then: facts(schemas.HandleSettled{Status: schemas.HandleCompleted, Generation: 1, Reason: schemas.SettledPlan, Report: "# Plan", Turn: "t2", Stop: schemas.StopPlanProposed})},
		{name: "and has a budget of recoveries of its own", given: append(five[:6:6], schemas.HandleDeferred{Turn: "t6", Reason: DeferredHandedOn}), when: ends("t7", schemas.StopEnd, Later{Unreported: true}), then: facts(schemas.HandleDeferred{Turn: "t7", Reason: DeferredUnreported})},
		{name: "and fail when asked in vain", given: five, when: ends("t6", schemas.StopEnd, Later{Unreported: true}), then: facts(schemas.HandleSettled{Status: schemas.HandleError, Generation: 1, Reason: schemas.SettledFailed, Error: "it was asked for its report again and again, and gave none", Turn: "t6", Stop: schemas.StopEnd})},
		{name: "a report is one", given: five, when: ends("t6", schemas.StopEnd, ours), then: facts(done("t6", 1))},
		{name: "tell on their way", given: facts(child()), when: Progress{"c1", "On it."}, then: facts(schemas.HandleProgressed{Call: "c1", Text: "On it."})},
		{name: "once for each call", given: gave, when: Progress{"c1", "On it."}},
		{name: "not after their end", given: facts(child(), done("t1", 1)), when: Progress{"c2", "Late."}, code: schemas.CodeAlreadyEnded},
		{name: "workspace turns do not", given: facts(launched()), when: Progress{"c1", "On it."}, code: schemas.CodeInvalidScope},
	})
}
