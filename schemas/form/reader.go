package form

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"turnbook/schemas"
)

// A reader takes canonical JSON apart and collects what is wrong with it. Where a
// value is of the wrong kind it notes that and goes on with the zero value.
type reader struct {
	found Errors
	about []ElementID // of the element that is read
}

func (r *reader) wrong(path, fix, reason string, args ...any) {
	r.found = append(r.found, &Error{Path: path, Reason: fmt.Sprintf(reason, args...), Fix: fix, about: r.about})
}

// kindOf names the kind of a canonical JSON value.
func kindOf(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

func (r *reader) is(kind, path string, raw json.RawMessage) bool {
	if got := kindOf(raw); got != kind {
		r.wrong(path, "give "+kind, "it is %s, not %s", got, kind)
		return false
	}
	return true
}

// An object is a JSON object that is being read.
type object struct {
	r       *reader
	path    string
	members map[string]json.RawMessage
}

// object reads an object and refuses members that it should not have.
func (r *reader) object(path string, raw json.RawMessage, known ...string) object {
	o := object{r: r, path: path}
	if !r.is("an object", path, raw) {
		return o
	}
	if err := json.Unmarshal(raw, &o.members); err != nil {
		r.wrong(path, "correct it", "it can't be read: %v", err)
	}
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		if !slices.Contains(known, name) {
			r.wrong(pointer(path, name), "leave it out; known are "+quoted(known), "the member is not known")
		}
	}
	return o
}

func (o object) has(name string) bool { _, ok := o.members[name]; return ok }

func (o object) at(name string) string { return pointer(o.path, name) }

// text is a member that is a text; "" where it is absent.
func (o object) text(name string) string {
	raw, ok := o.members[name]
	if !ok || !o.r.is("a text", o.at(name), raw) {
		return ""
	}
	var s string
	_ = json.Unmarshal(raw, &s) // canonical, and a text
	return s
}

// flag is a member that is true or false; false where it is absent.
func (o object) flag(name string) bool {
	raw, ok := o.members[name]
	return ok && o.r.is("true or false", o.at(name), raw) && raw[0] == 't'
}

// list is a member that is a list; nil where it is absent.
func (o object) list(name string) []json.RawMessage {
	raw, ok := o.members[name]
	if !ok || !o.r.is("a list", o.at(name), raw) {
		return nil
	}
	all := []json.RawMessage{}
	_ = json.Unmarshal(raw, &all) // canonical, and a list
	return all
}

// id is a member that is an element's id; "" where it is absent or none.
func (o object) id(name string) ElementID {
	if !o.has(name) {
		return ""
	}
	if raw := o.members[name]; !o.r.is("a text", o.at(name), raw) {
		return ""
	}
	return o.r.id(o.at(name), o.text(name))
}

func (r *reader) id(path, text string) ElementID {
	id, err := schemas.ParseID[ElementID]("id", text)
	if err != nil {
		r.wrong(path, "give an id of 1 to 200 bytes without blanks around and invisible characters", "%v", err)
	}
	return id
}
