package web

import (
	"cmp"
	"slices"

	"turnbook/schemas"
)

// A whatIfAnswer is what would differ, grouped by rule.
type whatIfAnswer struct {
	Standing
	Named     int            `json:"named" doc:"how many turns the question names; more than were taken again where its limit cut it; 0 where it has no limit"`
	Turns     int            `json:"turns" doc:"how many were taken again; 0 where nothing is changed"`
	Decisions int            `json:"decisions" doc:"how many were taken again"`
	Agreeing  int            `json:"agreeing" doc:"how many of those would come out as they did"`
	Differing int            `json:"differing" doc:"how many would differ, with those that would be taken and were not"`
	Groups    []changedGroup `json:"groups" doc:"those that would differ, by rule"`
	Unknown   []leftBook     `json:"unknown" doc:"turns that would have gone where nothing is recorded"`
	Left      int            `json:"left" doc:"how many turns would have gone where nothing is recorded"`
	Cut       bool           `json:"cut" doc:"the lists leave some out; all are counted"`
}

// A changedGroup is what one rule would have decided otherwise.
type changedGroup struct {
	Rule      string            `json:"rule"`
	Question  string            `json:"question"`
	Count     int               `json:"count"`
	Decisions []changedDecision `json:"decisions"`
}

// A leftBook is a turn that would have gone where nothing is recorded.
type leftBook struct {
	Turn    schemas.TurnID `json:"turn"`
	Seq     uint64         `json:"seq" doc:"from there on"`
	Because string         `json:"because" doc:"why"`
}

// String is the whole sentence.
func (b leftBook) String() string { return unknownFrom{b.Seq, b.Because}.String() }

// mostChanged is how many decisions of a rule, and how many turns, one answer lists.
const mostChanged = 1000

// add takes a step of the way in.
func (a *whatIfAnswer) add(r retaken) {
	a.Named = max(a.Named, r.Named)
	a.Turns += r.Turns
	a.Decisions += r.Decisions
	a.Agreeing += r.Agreeing
	a.Differing += len(r.Changed)
	for _, c := range r.Changed {
		g := a.group(c)
		g.Count++
		if len(g.Decisions) < mostChanged {
			g.Decisions = append(g.Decisions, c)
		} else {
			a.Cut = true
		}
	}
	if r.Unknown == nil {
		return
	}
	a.Left++
	if len(a.Unknown) < mostChanged {
		a.Unknown = append(a.Unknown, leftBook{r.Turn, r.Unknown.Seq, r.Unknown.Because})
	} else {
		a.Cut = true
	}
}

func (a *whatIfAnswer) group(c changedDecision) *changedGroup {
	i, found := slices.BinarySearchFunc(a.Groups, c.Rule, func(g changedGroup, rule string) int { return cmp.Compare(g.Rule, rule) })
	if !found {
		a.Groups = slices.Insert(a.Groups, i, changedGroup{Rule: c.Rule, Question: c.Question, Decisions: []changedDecision{}})
	}
	return &a.Groups[i]
}

// listed are the turns with decisions that are listed.
func (a *whatIfAnswer) listed() []schemas.TurnID {
	seen := make(map[schemas.TurnID]bool)
	var ids []schemas.TurnID
	add := func(id schemas.TurnID) {
		if !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
	}
	for _, g := range a.Groups {
		for _, c := range g.Decisions {
			add(c.Turn)
		}
	}
	for _, u := range a.Unknown {
		add(u.Turn)
	}
	return ids
}
