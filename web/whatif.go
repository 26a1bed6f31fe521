package web

import (
	"context"
	"encoding/json"
	"iter"
	"maps"
	"slices"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/schemas"
)

// A whatIfAsk says which decisions are taken again, and what is otherwise then.
type whatIfAsk struct {
	Turn string `json:"turn,omitempty" doc:"one turn"`
	All  bool   `json:"all,omitempty" doc:"every turn of the book"`
	TurnChoice
	Where string                     `json:"where,omitempty" doc:"only those for which this condition in SQL on the table turns holds"`
	Limit int                        `json:"limit,omitempty" doc:"of those, the ones that were asked first, at most so many, up to 100,000; absent for all of them"`
	Rules []string                   `json:"rules,omitempty" doc:"versions of rules that decide instead of those in force then, as in redirect/2"`
	Flags map[string]bool            `json:"flags,omitempty" doc:"capabilities that the vendor has or has not, as in ai-task-builder"`
	Set   map[string]json.RawMessage `json:"set,omitempty" doc:"values in the context of each turn, by JSON pointer, as in /current_task_id"`
	From  uint64                     `json:"from,omitempty" doc:"position of the decision from which on it is otherwise; absent for all of the turn"`
}

// change is what is otherwise.
func (a whatIfAsk) change() worker.Change {
	c := worker.Change{From: a.From}
	for _, r := range a.Rules {
		c.Rules = append(c.Rules, schemas.Rule(r))
	}
	for _, name := range slices.Sorted(maps.Keys(a.Flags)) {
		c.Flags = append(c.Flags, schemas.FlagFlipped{Flag: schemas.Flag(name), On: a.Flags[name]})
	}
	for _, pointer := range slices.Sorted(maps.Keys(a.Set)) {
		c.Context = append(c.Context, schemas.ContextEdit{Pointer: pointer, Value: a.Set[pointer]})
	}
	return c
}

// mostTurnsAsked is how many turns a limit may let through: they are held by name. Without
// a limit there is no end, and no name is held.
const mostTurnsAsked = 100_000

// chosen says whether the turns are chosen by what they are, and not by name.
func (a whatIfAsk) chosen() bool { return a.TurnChoice != TurnChoice{} || a.Where != "" }

// check refuses an ask that names no turns, or names them twice, or a rule that is not
// here.
func (a whatIfAsk) check() error {
	named := 0
	for _, given := range []bool{a.Turn != "", a.All, a.chosen()} {
		if given {
			named++
		}
	}
	if named != 1 {
		return &worker.InputError{Field: "turn", Want: "give one of turn, all, and what chooses turns: " + whatChooses}
	}
	if a.Limit < 0 || a.Limit > mostTurnsAsked {
		return &worker.InputError{Field: "limit", Want: "give 1 to 100000, or none for all turns"}
	}
	return a.change().Check()
}

const whatChooses = "where, session, status, stop_reason, domain, since, until, text"

// choice is what the tables are asked for the turns.
func (a whatIfAsk) choice(vendor schemas.VendorID) (projections.TurnChoice, error) {
	f, err := a.filter(vendor)
	return projections.TurnChoice{TurnFilter: f, Where: a.Where}, err
}

// A retaken is a step of an answer: a turn that came out otherwise, or how far it is.
type retaken struct {
	Turn      schemas.TurnID // "" for progress alone
	Changed   []changedDecision
	Unknown   *unknownFrom
	Turns     int // taken again since the last step
	Decisions int // so
	Agreeing  int // of those, the ones that came out as they did
	Done, Of  uint64
	Named     int // how many turns the ask names; 0 where they were not counted
}

// retake takes the decisions again that an ask names, and yields what differs, turn by
// turn, and how far it is after each conversation. Turns that a limit lets through are
// counted first, so the first step says how many there are.
func (s *Server) retake(ctx context.Context, a whatIfAsk) iter.Seq2[retaken, error] {
	return func(yield func(retaken, error) bool) {
		c := a.change()
		w, err := worker.NewWhatIf(s.lg, s.o.Log, c)
		if err == nil {
			err = a.check()
		}
		if err != nil {
			yield(retaken{}, err)
			return
		}
		for at, err := range s.placesOf(ctx, a) {
			if err != nil || at.session == (schemas.Entity{}) {
				if !yield(retaken{Named: at.named, Of: at.of}, err) || err != nil {
					return
				}
				continue
			}
			again := changedOf(ctx, w, at)
			if c.Nothing() {
				again = differingOf(ctx, w, at)
			}
			for r, err := range again {
				if !yield(r, err) || err != nil {
					return
				}
			}
			if !yield(retaken{Done: at.done, Of: at.of}, nil) {
				return
			}
		}
	}
}

// changedOf takes the chosen turns of a conversation again under a change. What was said
// after the last of them is not read, where it is known how many they are.
func changedOf(ctx context.Context, w *worker.WhatIf, at whatIfPlace) iter.Seq2[retaken, error] {
	return func(yield func(retaken, error) bool) {
		left := at.turns
		for r, err := range w.Session(ctx, at.session, at.chosen) {
			step := retaken{Turns: 1, Decisions: r.Decisions, Agreeing: agreeing(r)}
			if err == nil && (len(r.Changed) > 0 || r.Unknown != nil) {
				step.Turn, step.Changed, step.Unknown = r.Turn, changedWords(r), unknownWords(r.Unknown)
			}
			if left--; !yield(step, err) || err != nil || left == 0 {
				return
			}
		}
	}
}

// differingOf takes a conversation's decisions again as they were, and yields what does
// not come out as it stands in the book.
func differingOf(ctx context.Context, w *worker.WhatIf, at whatIfPlace) iter.Seq2[retaken, error] {
	return func(yield func(retaken, error) bool) {
		n, diffs, err := w.Redecide(ctx, at.session)
		if err != nil {
			yield(retaken{}, err)
			return
		}
		if !yield(retaken{Decisions: n, Agreeing: n - messagesIn(diffs)}, nil) {
			return
		}
		for _, d := range diffs {
			if d.Turn != "" && !at.chosen(d.Turn) {
				continue
			}
			if !yield(retaken{Turn: d.Turn, Changed: []changedDecision{differenceWords(d)}}, nil) {
				return
			}
		}
	}
}

// agreeing is how many decisions of a turn came out as they did.
func agreeing(r worker.Retaken) int {
	n := r.Decisions
	for _, o := range r.Changed {
		if o.Before != nil {
			n--
		}
	}
	return n
}

// messagesIn is in how many messages something differs: each is one decision, whatever it
// made of it.
func messagesIn(diffs []worker.Difference) int {
	seqs := make(map[uint64]bool)
	for _, d := range diffs {
		seqs[d.Seq] = true
	}
	return len(seqs)
}
