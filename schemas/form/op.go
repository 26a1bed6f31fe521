package form

import (
	"encoding/json"
	"slices"

	"turnbook/schemas/canon"
)

// An OpKind says what an edit does.
type OpKind string

// The kinds of edits. Others do not exist.
const (
	AddElement    OpKind = "add_element"
	UpdateElement OpKind = "update_element"
	RemoveElement OpKind = "remove_element"
	MoveElement   OpKind = "move_element"
	SetOptions    OpKind = "set_options"
	SetRule       OpKind = "set_rule"
)

// OpKinds are all kinds of edits.
func OpKinds() []OpKind {
	return []OpKind{AddElement, UpdateElement, RemoveElement, MoveElement, SetOptions, SetRule}
}

// An Op is one edit of a form.
type Op struct {
	Op      OpKind    `json:"op" jsonschema:"add_element, update_element, remove_element, move_element, set_options or set_rule"`
	ID      ElementID `json:"id" jsonschema:"the element; a new id for add_element"`
	After   ElementID `json:"after,omitempty" jsonschema:"of add_element and move_element: the element before it; absent for the first place"`
	Element *Element  `json:"element,omitempty" jsonschema:"of add_element: the element, whole"`
	Change  *Change   `json:"change,omitempty" jsonschema:"of update_element: what changes"`
	Options []Option  `json:"options,omitempty" jsonschema:"of set_options: all options from now on; absent for none"`
	Rule    *Rule     `json:"rule,omitempty" jsonschema:"of set_rule: when the element is shown from now on; absent for always"`
}

// A Change is new values of an element; what is absent stays. Options and rules have
// edits of their own.
type Change struct {
	Type     Type    `json:"type,omitempty" jsonschema:"the new type"`
	Label    *string `json:"label,omitempty" words:"author" jsonschema:"the new question, or the heading's new words"`
	Required *bool   `json:"required,omitempty" jsonschema:"whether it must be answered from now on"`
	Help     *string `json:"help,omitempty" words:"author" jsonschema:"the new help; empty for none"`
}

// uses are the members that a kind of edit has beside op and id.
func (k OpKind) uses() []string {
	switch k {
	case AddElement:
		return []string{"after", "element"}
	case UpdateElement:
		return []string{"change"}
	case RemoveElement:
		return nil
	case MoveElement:
		return []string{"after"}
	case SetOptions:
		return []string{"options"}
	case SetRule:
		return []string{"rule"}
	}
	return []string{"after", "element", "change", "options", "rule"} // told as an unknown kind
}

// members are those that an edit made in Go has set beside op and id.
func (o Op) members() []string {
	var set []string
	for name, is := range map[string]bool{
		"after": o.After != "", "element": o.Element != nil, "change": o.Change != nil, "options": o.Options != nil, "rule": o.Rule != nil,
	} {
		if is {
			set = append(set, name)
		}
	}
	slices.Sort(set)
	return set
}

// ParseOps reads a list of edits as a tool sends it. The error is [Errors], with the
// edit's index in front of each path. Whether the edits fit a document, [Apply] says.
func ParseOps(raw []byte) ([]Op, error) {
	text, err := canon.JSON(raw)
	if err != nil {
		return nil, Errors{notJSON(err)}
	}
	r := &reader{}
	var all []json.RawMessage
	if r.is("a list", "", text) {
		_ = json.Unmarshal(text, &all) // canonical, and a list
	}
	ops := make([]Op, 0, len(all))
	for i, one := range all {
		ops = append(ops, r.op(pointer("", i), one))
	}
	if len(r.found) > 0 {
		return nil, r.found
	}
	return ops, nil
}

func (r *reader) op(path string, raw json.RawMessage) Op {
	kind := OpKind("")
	if kindOf(raw) == "an object" {
		var head map[string]json.RawMessage
		_ = json.Unmarshal(raw, &head) // canonical, and an object
		_ = json.Unmarshal(head["op"], &kind)
	}
	o := r.object(path, raw, append([]string{"op", "id"}, kind.uses()...)...)
	if o.members == nil {
		return Op{}
	}
	op := Op{Op: kind, ID: o.id("id"), After: o.id("after")}
	r.checkKind(path, kind)
	if !o.has("id") {
		r.wrong(o.at("id"), "name the element", "it is missing")
	}
	if raw, ok := o.members["element"]; ok {
		e := r.element(o.at("element"), raw)
		op.Element = &e
	}
	if raw, ok := o.members["change"]; ok {
		op.Change = r.change(o.at("change"), raw)
	}
	if raw, ok := o.members["rule"]; ok && kindOf(raw) != "null" {
		rule := r.rule(o.at("rule"), raw, 0)
		op.Rule = &rule
	}
	if len(o.list("options")) > 0 {
		op.Options = r.options(o, Choice)
	}
	return op
}

func (r *reader) checkKind(path string, kind OpKind) {
	if !slices.Contains(OpKinds(), kind) {
		r.wrong(path+"/op", "give one of "+quoted(OpKinds()), "the edit %q is not known", kind)
	}
}

func (r *reader) change(path string, raw json.RawMessage) *Change {
	o := r.object(path, raw, "type", "label", "required", "help")
	c := &Change{Type: Type(o.text("type"))}
	if o.has("label") {
		label := o.text("label")
		c.Label = &label
	}
	if o.has("required") {
		required := o.flag("required")
		c.Required = &required
	}
	if o.has("help") {
		help := o.text("help")
		c.Help = &help
	}
	return c
}
