package agents

import (
	"encoding/json"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A StepView is a step as a model is shown it.
type StepView struct {
	ID          schemas.StepID   `json:"id"`
	Kind        schemas.StepKind `json:"kind"`
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Form        json.RawMessage  `json:"form,omitempty"` // the document of a FORM step
	Branches    []BranchView     `json:"branches,omitempty"`
	Saved       bool             `json:"saved,omitempty"` // it was there before this session's own writes
}

// A BranchView is a branch as a model is shown it.
type BranchView struct {
	Name  string     `json:"name"`
	Steps []StepView `json:"steps"`
}

// A TaskView is a task as a model is shown it.
type TaskView struct {
	ID          schemas.TaskID `json:"id"`
	Title       string         `json:"title"`
	Description string         `json:"description,omitempty"`
	Steps       []StepView     `json:"steps"`
}

// A CanvasView is a playbook as a model is shown it: outline and step counts.
type CanvasView struct {
	Playbook PlaybookView   `json:"playbook"`
	OpenTask schemas.TaskID `json:"open_task,omitempty"` // whose builder is on screen
	Modules  []ModuleView   `json:"modules"`
}

// A PlaybookView is a playbook's head.
type PlaybookView struct {
	ID     schemas.PlaybookID `json:"id"`
	Title  string             `json:"title"`
	Status document.Status    `json:"status"`
}

// A ModuleView is a module of a canvas.
type ModuleView struct {
	Index  int              `json:"index"`
	ID     schemas.ModuleID `json:"id"`
	Title  string           `json:"title"`
	Linked bool             `json:"linked,omitempty"`
	Tasks  []OutlineView    `json:"tasks"`
}

// An OutlineView is a task of a canvas, without its steps.
type OutlineView struct {
	Index       int            `json:"index"`
	ID          schemas.TaskID `json:"id"`
	Title       string         `json:"title"`
	Description string         `json:"description,omitempty"`
	Steps       int            `json:"steps"`
}

// ViewTask shows a task with a tree of its steps.
func ViewTask(t *document.Task, tree *document.Steps, saved func(schemas.StepID) bool) TaskView {
	return TaskView{ID: t.ID, Title: t.Title, Description: t.Description, Steps: viewSteps(tree.Top(), saved)}
}

func viewSteps(steps []*document.Step, saved func(schemas.StepID) bool) []StepView {
	views := []StepView{}
	for _, s := range steps {
		v := StepView{ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Form: s.Form, Saved: saved(s.ID)}
		for _, b := range s.Branches {
			v.Branches = append(v.Branches, BranchView{Name: b.Name, Steps: viewSteps(b.Steps, saved)})
		}
		views = append(views, v)
	}
	return views
}

// ViewCanvas shows a canvas; count says how many steps a task has, as the session
// sees it. ok is false where there is no playbook.
func ViewCanvas(c document.Canvas, ui schemas.UIContext, count func(*document.Task) int) (CanvasView, bool) {
	if !c.Playbook.Exists() {
		return CanvasView{}, false
	}
	v := CanvasView{
		Playbook: PlaybookView{ID: c.Playbook.ID, Title: c.Playbook.Title, Status: c.Playbook.Status},
		Modules:  []ModuleView{},
	}
	v.OpenTask, _ = ui.OpenTaskID()
	for i := range c.Playbook.Modules {
		m, _ := c.Module(i)
		mv := ModuleView{Index: i, ID: m.ID, Title: m.Title, Linked: m.Linked, Tasks: []OutlineView{}}
		for j, t := range m.Tasks {
			mv.Tasks = append(mv.Tasks, OutlineView{Index: j, ID: t.ID, Title: t.Title, Description: t.Description, Steps: count(t)})
		}
		v.Modules = append(v.Modules, mv)
	}
	return v, true
}

// NewData is a document for a model. v must marshal.
func NewData(name string, v any) Data {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("agents: data " + name + ": " + err.Error())
	}
	return Data{Name: name, JSON: raw}
}

// PlaybooksOf are the playbooks that a context speaks of: the one on the canvas, and
// the loaded task's.
func PlaybooksOf(ui schemas.UIContext) []schemas.PlaybookID {
	var ids []schemas.PlaybookID
	if id, ok := ui.PlaybookID(); ok {
		ids = append(ids, id)
	}
	if t, ok := ui.LoadedTask(); ok && t.PlaybookID != "" && (len(ids) == 0 || ids[0] != t.PlaybookID) {
		ids = append(ids, t.PlaybookID)
	}
	return ids
}
