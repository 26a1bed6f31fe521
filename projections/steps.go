package projections

import (
	"encoding/json"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A Step is a row of the table steps.
type Step struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	ID          schemas.StepID     `json:"id"`
	Playbook    schemas.PlaybookID `json:"playbook_id"` // "" in the library
	Task        schemas.TaskID     `json:"task_id"`
	Parent      schemas.StepID     `json:"parent_id"` // "" at the top
	Branch      string             `json:"branch"`
	Position    int                `json:"position"`
	Kind        schemas.StepKind   `json:"kind"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Form        JSON               `json:"form"`
	Branches    JSON               `json:"branches"` // names
}

func (s *Step) fields() []any {
	return []any{
		&s.Vendor, &s.ID, &s.Playbook, &s.Task, &s.Parent, &s.Branch, &s.Position, &s.Kind, &s.Title, &s.Description,
		&s.Form, &s.Branches,
	}
}

// stepRows takes a task's tree apart.
func stepRows(in documentKey, task schemas.TaskID, tree *document.Steps) map[schemas.StepID]Step {
	rows := make(map[schemas.StepID]Step, tree.Len())
	var add func(steps []*document.Step, parent schemas.StepID, branch string)
	add = func(steps []*document.Step, parent schemas.StepID, branch string) {
		for i, s := range steps {
			names := make([]string, len(s.Branches))
			for j, b := range s.Branches {
				names[j] = b.Name
				add(b.Steps, s.ID, b.Name)
			}
			rows[s.ID] = Step{
				Vendor: in.vendor, ID: s.ID, Playbook: in.id, Task: task, Parent: parent, Branch: branch, Position: i,
				Kind: s.Kind, Title: s.Title, Description: s.Description, Form: JSON(s.Form), Branches: jsonOf(names),
			}
		}
	}
	add(tree.Top(), "", "")
	return rows
}

// stepsOf puts a task's tree together from its rows, which are in the order of
// their positions.
func stepsOf(rows []Step) []schemas.Step {
	type place struct {
		parent schemas.StepID
		branch string
	}
	at := make(map[place][]Step)
	for _, s := range rows {
		at[place{s.Parent, s.Branch}] = append(at[place{s.Parent, s.Branch}], s)
	}
	var build func(p place) []schemas.Step
	build = func(p place) []schemas.Step {
		var out []schemas.Step
		for _, s := range at[p] {
			step := schemas.Step{ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description}
			if s.Form != "" {
				step.Form = json.RawMessage(s.Form)
			}
			var names []string
			if s.Branches != "" {
				_ = json.Unmarshal([]byte(s.Branches), &names) // stepRows wrote it
			}
			for _, name := range names {
				step.Branches = append(step.Branches, schemas.Branch{Name: name, Steps: build(place{s.ID, name})})
			}
			out = append(out, step)
		}
		return out
	}
	return build(place{})
}
