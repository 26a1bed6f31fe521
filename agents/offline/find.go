package offline

import (
	"fmt"

	"turnbook/schemas"
)

// find finds the one step that a ref means. Numbers count the steps at the top, or
// in the branch that the ref names.
//
// An id is passed on as it was given: whether there is such a step, the tool says.
func (t taskTree) find(r ref) (spot, error) {
	if r.ID != "" {
		for _, s := range t.spots() {
			if s.step.ID == r.ID {
				return s, nil
			}
		}
		return spot{step: treeStep{ID: r.ID, Title: r.ID}}, nil
	}
	among, parent, branchName := t.Steps, "", ""
	if r.In != nil && r.In.Noun == branch {
		p, b, err := t.branch(*r.In)
		if err != nil {
			return spot{}, err
		}
		among, parent, branchName = b.Steps, p.step.ID, b.Name
	}
	if len(among) == 0 {
		return spot{}, noSuch("There are no subtasks yet.")
	}
	if r.Title != "" || r.Kind != "" && r.Numbers == nil {
		return t.match(r)
	}
	if len(r.Numbers) > 1 {
		return spot{}, noSuch("One subtask at a time, please.")
	}
	if r.Numbers == nil && len(among) > 1 {
		return spot{}, noSuch("Which subtask? They are %s.", names(among))
	}
	if r.Kind != "" {
		among = ofKind(among, r.Kind)
	}
	number := 1
	if r.Numbers != nil {
		number = r.Numbers[0]
	}
	i, ok := index(number, len(among))
	if !ok {
		return spot{}, noSuch("There is no subtask %s. There are %s.", spell(r.Numbers), names(among))
	}
	for _, s := range spotsIn(t.Steps, "", "") {
		if s.step.ID == among[i].ID && s.parent == parent && s.branch == branchName {
			return s, nil
		}
	}
	return spot{step: among[i], siblings: among, index: i, parent: parent, branch: branchName}, nil
}

// match finds a step by its title, or by its kind where only one has it.
func (t taskTree) match(r ref) (spot, error) {
	var found []spot
	for _, s := range t.spots() {
		if r.Title != "" && sameTitle(s.step.Title, r.Title) || r.Title == "" && s.step.Kind == r.Kind {
			found = append(found, s)
		}
	}
	said := "called “" + r.Title + "”"
	if r.Title == "" {
		said = "of kind " + kindName(r.Kind)
	}
	switch len(found) {
	case 0:
		return spot{}, noSuch("There is no subtask %s. There are %s.", said, names(t.Steps))
	case 1:
		return found[0], nil
	}
	return spot{}, several("There are %s %s; give its number.", count(len(found), "subtask"), said)
}

// branch finds a branch and the step that has it. Without a step, one step alone
// may have branches, or a branch of that name.
func (t taskTree) branch(r ref) (spot, treeBranch, error) {
	holders := t.spots()
	if r.In != nil && (r.In.Noun == step || r.In.Title != "") {
		p, err := t.find(*r.In)
		if err != nil {
			return spot{}, treeBranch{}, err
		}
		if len(p.step.Branches) == 0 {
			return spot{}, treeBranch{}, noSuch("“%s” has no branches.", p.step.Title)
		}
		holders = []spot{p}
	}
	var at []spot
	var found []treeBranch
	var known []string
	for _, p := range holders {
		for i, b := range p.step.Branches {
			known = append(known, fmt.Sprintf("“%s” of “%s”", b.Name, p.step.Title))
			if r.Title != "" && sameTitle(b.Name, r.Title) || r.Title == "" && r.counts(i, len(p.step.Branches)) {
				at, found = append(at, p), append(found, b)
			}
		}
	}
	switch {
	case len(found) == 1:
		return at[0], found[0], nil
	case len(known) == 0:
		return spot{}, treeBranch{}, noSuch("No subtask has branches.")
	case len(found) == 0 && r.Title != "":
		return spot{}, treeBranch{}, noSuch("There is no branch “%s”. There are %s.", r.Title, list(known))
	}
	return spot{}, treeBranch{}, noSuch("Which branch? They are %s.", list(known))
}

// counts tells whether the ref's number, if it has one, is that of an index.
func (r ref) counts(i, n int) bool {
	if len(r.Numbers) == 0 {
		return true
	}
	at, ok := index(r.Numbers[0], n)
	return ok && at == i
}

func ofKind(steps []treeStep, k schemas.StepKind) []treeStep {
	var out []treeStep
	for _, s := range steps {
		if s.Kind == k {
			out = append(out, s)
		}
	}
	return out
}

func names(steps []treeStep) string {
	var out []string
	for i, s := range steps {
		out = append(out, fmt.Sprintf("%d: “%s”", i+1, s.Title))
	}
	return list(out)
}
