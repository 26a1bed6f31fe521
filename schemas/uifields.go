package schemas

import (
	"encoding/json"
	"errors"
	"fmt"
)

// uiFields is what a context says, read once, at the door.
type uiFields struct {
	page         string
	editorRoute  bool
	canvas       PlaybookID // "" for none
	draftActive  bool
	openTask     TaskID // "" for none
	mounts       int
	loaded       LoadedTask // no ID for none
	contribution string
}

// read reads the fields that have a meaning. Names are compared exactly: Page is
// another field than page, and nobody's.
func (f *uiFields) read(object []byte) error {
	var canvas, current, loaded json.RawMessage
	err := readMembers(object, "", func(name string) any {
		switch name {
		case "page":
			return &f.page
		case "is_playbook_editor_route":
			return &f.editorRoute
		case "playbook_id":
			return &canvas
		case "is_draft_active":
			return &f.draftActive
		case "current_task_id":
			return &current
		case "builder_mounts":
			return &f.mounts
		case "loaded_task":
			return &loaded
		case "contribution":
			return &f.contribution
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.canvas, _ = idOf[PlaybookID](canvas, ZeroIsID)
	f.openTask, _ = idOf[TaskID](current, ZeroIsNone)
	return f.loaded.read(loaded)
}

func (t *LoadedTask) read(raw json.RawMessage) error {
	if raw == nil || string(raw) == "null" {
		return nil
	}
	if raw[0] != '{' {
		return &ContextError{Field: "loaded_task", Err: errors.New("it is no JSON object and not null")}
	}
	var id, playbook json.RawMessage
	err := readMembers(raw, "loaded_task.", func(name string) any {
		switch name {
		case "id":
			return &id
		case "context":
			return &t.Context
		case "playbook_id":
			return &playbook
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.ID, _ = idOf[TaskID](id, ZeroIsID)
	t.PlaybookID, _ = idOf[PlaybookID](playbook, ZeroIsID)
	return nil
}

func idOf[ID ~string](raw json.RawMessage, zero ZeroRule) (ID, bool) {
	id, ok := IDText(raw, zero)
	return ID(id), ok
}

// readMembers reads the members of a canonical object into the places that place
// gives for their names; nil is nobody's. The error is a [*ContextError] that names
// the field behind path.
func readMembers(object []byte, path string, place func(name string) any) (err error) {
	s := scanner{in: object}
	s.members(func(name, value []byte, _ int) bool {
		switch p := place(string(name)).(type) {
		case nil:
			return true
		case *json.RawMessage:
			*p = value
			return true
		default:
			err = json.Unmarshal(value, p)
		}
		if t := (*json.UnmarshalTypeError)(nil); errors.As(err, &t) {
			err = fmt.Errorf("it is a JSON %s; give a %s", t.Value, t.Type)
		}
		if err != nil {
			err = &ContextError{Field: path + string(name), Err: err}
		}
		return err == nil
	})
	return err
}
