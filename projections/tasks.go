package projections

import (
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A Task is a row of the table tasks.
type Task struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	ID          schemas.TaskID     `json:"id"`
	Playbook    schemas.PlaybookID `json:"playbook_id"` // "" in the library
	Module      schemas.ModuleID   `json:"module_id"`   // "" for a library task on its own
	Position    int                `json:"position"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Archived    bool               `json:"archived"`
	StepCount   int                `json:"step_count"` // saved ones, those in branches too
}

func (t *Task) fields() []any {
	return []any{&t.Vendor, &t.ID, &t.Playbook, &t.Module, &t.Position, &t.Title, &t.Description, &t.Archived, &t.StepCount}
}

func taskRow(in documentKey, module schemas.ModuleID, position int, t *document.Task) Task {
	return Task{
		Vendor: in.vendor, ID: t.ID, Playbook: in.id, Module: module, Position: position,
		Title: t.Title, Description: t.Description, Archived: t.Archived, StepCount: t.Steps.Len(),
	}
}

// tasksByModule puts tasks together from their rows and those of their steps.
func tasksByModule(rows documentRows) map[schemas.ModuleID][]schemas.Task {
	steps := make(map[schemas.TaskID][]Step)
	for _, s := range rows.steps {
		steps[s.Task] = append(steps[s.Task], s)
	}
	tasks := make(map[schemas.ModuleID][]schemas.Task)
	for _, t := range rows.tasks {
		tasks[t.Module] = append(tasks[t.Module], schemas.Task{
			ID: t.ID, Title: t.Title, Description: t.Description, Steps: stepsOf(steps[t.ID]),
		})
	}
	return tasks
}
