package words

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// JSON replaces the words in a JSON value and returns it in canonical form. The error is
// of text that is no JSON.
func (r *Replacer) JSON(raw json.RawMessage) (json.RawMessage, error) {
	v, err := parse(raw)
	if err != nil {
		return nil, err
	}
	out, err := json.Marshal(r.value(v))
	if err != nil {
		return nil, err
	}
	return canon.JSON(out)
}

// parse reads one JSON value, with its numbers as they are written.
func parse(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is text behind the JSON value")
	}
	return v, nil
}

// value replaces what is in a value that may hold words.
func (r *Replacer) value(v any) any {
	switch v := v.(type) {
	case string:
		return r.Text(v)
	case json.Number:
		return json.Number(r.digits(string(v)))
	case []any:
		for i := range v {
			v[i] = r.value(v[i])
		}
	case map[string]any:
		return r.members(v)
	}
	return v
}

// digits replaces the digits of a number, which stays a number.
func (r *Replacer) digits(s string) string {
	whole, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		whole, exponent = s[:i], s[i:]
	}
	return r.plain(whole) + exponent
}

// members replaces the members of an object, in the order of their names.
func (r *Replacer) members(object map[string]any) map[string]any {
	out := make(map[string]any, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		v := object[name]
		switch known := strings.ToLower(name); {
		case structure[known]:
			out[name] = r.structured(v)
		case known == "elements_map":
			out[name] = r.byID(v)
		case wordy[known]:
			out[name] = r.value(v)
		default:
			out[r.plain(name)] = r.value(v)
		}
	}
	return out
}

// byID replaces the values of an object whose members are named by ids.
func (r *Replacer) byID(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return r.value(v)
	}
	out := make(map[string]any, len(object))
	for _, id := range slices.Sorted(maps.Keys(object)) {
		out[r.id(id)] = r.value(object[id])
	}
	return out
}

// structured keeps ids, numbers and the like; what is nested in them is looked at.
func (r *Replacer) structured(v any) any {
	switch v := v.(type) {
	case string:
		return r.id(v)
	case []any:
		for i := range v {
			v[i] = r.structured(v[i])
		}
	case map[string]any:
		return r.members(v)
	}
	return v
}

// id keeps what is one, or could be. A sentence in the place of one is words.
func (r *Replacer) id(s string) string {
	if r.known[s] {
		return s
	}
	if _, err := schemas.ParseID[schemas.StepID]("id", s); err != nil || strings.ContainsAny(s, " \t\n") {
		return r.plain(s)
	}
	return s
}

// structure is the members whose values are ids, kinds, coordinates and marks, in tool
// arguments, steps, forms and contexts.
var structure = setOf(
	"id", "op", "type", "kind", "operator", "order", "element", "after", "key", "foreign_type", "required",
	"after_id", "parent_id", "step_id", "step_ids", "cascade_ids", "task_id", "module_id", "template_id", "view_id",
	"module_index", "task_index", "to_module_index", "to_index", "after_module_index", "after_task_index",
	"domain", "linked", "place", "page", "playbook_id", "context", "contribution", "is_playbook_editor_route",
	"is_draft_active", "current_task_id", "builder_mounts", "loaded_task",
)

// wordy is the members that are known and hold words, or hold what does.
var wordy = setOf(
	"title", "description", "label", "help", "text", "reason", "brief", "value", "source", "branch", "branches", "name",
	"replies", "rows", "detail", "why", "options", "show_when", "all", "any", "change", "rule", "ops", "form", "modules",
	"tasks", "steps", "targets",
)

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}
