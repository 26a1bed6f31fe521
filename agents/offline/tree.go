package offline

import (
	"encoding/json"

	"turnbook/schemas"
)

// A taskTree is a task with its steps, as "target" and "assignment" show it.
type taskTree struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Steps       []treeStep `json:"steps"`
}

type treeStep struct {
	ID          string           `json:"id"`
	Kind        schemas.StepKind `json:"kind"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Branches    []treeBranch     `json:"branches"`
	Form        json.RawMessage  `json:"form"` // its document, where it is a form that has one
	Saved       bool             `json:"saved"`
}

type treeBranch struct {
	Name  string     `json:"name"`
	Steps []treeStep `json:"steps"`
}

// A spot is a step, and where it stands: at an index of its siblings, in a branch
// of its parent.
type spot struct {
	step     treeStep
	siblings []treeStep
	index    int
	parent   string // id; "" at the top
	branch   string
}

// spots are all steps of the tree, parents first.
func (t taskTree) spots() []spot { return spotsIn(t.Steps, "", "") }

func spotsIn(steps []treeStep, parent, branch string) []spot {
	var out []spot
	for i, s := range steps {
		out = append(out, spot{step: s, siblings: steps, index: i, parent: parent, branch: branch})
		for _, b := range s.Branches {
			out = append(out, spotsIn(b.Steps, s.ID, b.Name)...)
		}
	}
	return out
}

// has tells whether a step of that title stands in the tree.
func (t taskTree) has(title string) bool {
	for _, s := range t.spots() {
		if sameTitle(s.step.Title, title) {
			return true
		}
	}
	return false
}
