package web

import (
	"fmt"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

// A changedDecision is a decision that would differ, in words.
type changedDecision struct {
	Turn     schemas.TurnID `json:"turn"`
	Seq      uint64         `json:"seq" doc:"of the decision in the book; of its message where it was not taken"`
	Index    int            `json:"idx"`
	Type     string         `json:"type" doc:"of the event that records it"`
	Rule     string         `json:"rule" doc:"name of the rule, without a version"`
	Question string         `json:"question" doc:"what it decides"`
	About    string         `json:"about,omitempty" doc:"the step event that it is about"`
	Before   *toldLadder    `json:"before" doc:"as recorded; null where it was not taken"`
	After    *toldLadder    `json:"after" doc:"as it would be; null where it would not be taken"`
	Recorded string         `json:"recorded,omitempty" doc:"what the book has, where nothing was changed and it comes out otherwise"`
	Decided  string         `json:"decided,omitempty" doc:"what it comes out as"`
	Link     string         `json:"link" doc:"address of the decision's page"`
}

// A toldLadder is a ladder with its words.
type toldLadder struct {
	Rule    string     `json:"rule"`
	Outcome string     `json:"outcome"`
	Answer  string     `json:"answer" doc:"the outcome in a sentence"`
	Rungs   []toldRung `json:"rungs"`
}

// A toldRung is one check with its words.
type toldRung struct {
	Name     string `json:"name"`
	Question string `json:"question"`
	Input    string `json:"input"`
	Held     bool   `json:"held"`
}

// An unknownFrom is where a what-if leaves what is in the book.
type unknownFrom struct {
	Seq     uint64 `json:"seq"`
	Because string `json:"because" doc:"why nothing is recorded from there on"`
}

// String is the whole sentence.
func (u unknownFrom) String() string {
	return fmt.Sprintf("From event %d on nothing is recorded: %s.", u.Seq, u.Because)
}

func changedWords(r worker.Retaken) []changedDecision {
	told := []changedDecision{}
	for _, o := range r.Changed {
		c := changedDecision{
			Turn: r.Turn, Seq: o.At.Seq, Index: o.At.Index, Type: o.Type, Rule: o.Rule, Question: ruleQuestion(o.Rule), About: o.About,
			Before: ladderWords(o.Type, o.Before), After: ladderWords(o.Type, o.After), Link: placeOnTurn(r, o),
		}
		told = append(told, c)
	}
	return told
}

// placeOnTurn is the address of a decision on its turn's page: its checks, with the list of
// them whole where it is long; the event, where it has no checks of its own there.
func placeOnTurn(r worker.Retaken, o worker.Otherwise) string {
	ask := turnAsk{Turn: r.Turn}
	if o.Before == nil || o.About != "" {
		return string(ask.event(o.At))
	}
	ask.All = r.Decisions > mostListed
	return string(ask.address(ladderID(o.At.Seq, o.At.Index)))
}

func ladderWords(kind string, l *schemas.Ladder) *toldLadder {
	if l == nil {
		return nil
	}
	d := projections.Decision{Rule: l.Rule, Outcome: l.Outcome, Type: kind}
	for _, g := range l.Rungs {
		d.Rungs = append(d.Rungs, projections.Rung{Name: g.Name, Input: g.Input, Held: g.Held})
	}
	e := Explain(d)
	told := &toldLadder{Rule: l.Rule, Outcome: l.Outcome, Answer: e.Answer, Rungs: []toldRung{}}
	for i, g := range e.Rungs {
		told.Rungs = append(told.Rungs, toldRung{Name: l.Rungs[i].Name, Question: g.Question, Input: g.Input, Held: g.Held})
	}
	return told
}

// differenceWords tells a decision that comes out otherwise though nothing was changed.
func differenceWords(d worker.Difference) changedDecision {
	return changedDecision{
		Turn: d.Turn, Seq: d.Seq, Index: d.Index, Type: d.Type, Rule: d.Type, Question: spoken(d.Type),
		Recorded: d.Recorded, Decided: d.Decided, Link: string(pathTo("turns", string(d.Turn))),
	}
}

// unknownWords says why a what-if ends before its turn does.
func unknownWords(u *worker.Unknown) *unknownFrom {
	if u == nil {
		return nil
	}
	return &unknownFrom{Seq: u.Seq, Because: becauseOf(u.Recorded, u.Decided)}
}

func becauseOf(recorded, decided schemas.Event) string {
	was, is := recorded, decided
	if is == nil {
		return "the turn would have stopped there"
	}
	switch e := is.(type) {
	case schemas.DomainDispatched:
		if before, ok := was.(schemas.DomainDispatched); ok && before.Domain != e.Domain {
			return fmt.Sprintf("another agent would have been asked, the %s instead of the %s", lowerFirst(agentName(e.Domain)), lowerFirst(agentName(before.Domain)))
		}
		return fmt.Sprintf("the %s would have been asked", lowerFirst(agentName(e.Domain)))
	case schemas.ModelCalled:
		return "an agent would have been asked that was not"
	case schemas.ToolReturned, schemas.WriteRefused, schemas.CommandRefused:
		return "the agent would have been told something else, and what it would have said to that nobody knows"
	case schemas.InterruptRaised, schemas.InterruptStale:
		return "a person would have been asked something else"
	case schemas.FlushPlanned:
		return "other steps would have been saved"
	case schemas.BoundaryReached, schemas.TurnEnded:
		return "the turn would have ended otherwise"
	case schemas.StepEvent:
		return "other steps would have been written"
	}
	return "the turn would have gone another way"
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]|0x20) + s[1:]
}
