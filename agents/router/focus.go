package router

import (
	"encoding/json"

	"turnbook/schemas"
)

// A focusField is one field of the context that the classifier may know of. A field
// that is not in the list does not exist for the router.
type focusField struct {
	name   string
	render func(schemas.UIContext) string // "" where there is nothing to say
}

// focusFields is the focus block: fixed fields in a fixed order, each with its
// rendering (authoring.md section 2).
var focusFields = []focusField{
	{"page", func(c schemas.UIContext) string {
		if c.Page() == "" {
			return ""
		}
		return "page " + c.Page()
	}},
	{"is_playbook_editor_route", func(c schemas.UIContext) string {
		if !c.EditorRoute() {
			return ""
		}
		return "on the playbook editor"
	}},
	{"playbook_id", func(c schemas.UIContext) string {
		id, ok := c.PlaybookID()
		if !ok {
			return ""
		}
		return "playbook " + string(id) + " on the canvas"
	}},
	{"is_draft_active", func(c schemas.UIContext) string {
		if !c.DraftActive() {
			return ""
		}
		return "the canvas holds a draft"
	}},
	{"current_task_id", func(c schemas.UIContext) string {
		id, open := c.OpenTaskID()
		if !open {
			return ""
		}
		return "subtask builder open for task " + string(id)
	}},
}

// FocusFields are the names of the fields of the focus block, in order.
func FocusFields() []string {
	names := make([]string, len(focusFields))
	for i, f := range focusFields {
		names[i] = f.name
	}
	return names
}

// Focus renders the focus block, a line a field that has something to say.
func Focus(ui schemas.UIContext) []string {
	lines := []string{}
	for _, f := range focusFields {
		if line := f.render(ui); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// focusJSON is the focus block as data for a model.
func focusJSON(ui schemas.UIContext) json.RawMessage {
	raw, _ := json.Marshal(Focus(ui)) // strings always marshal
	return raw
}
