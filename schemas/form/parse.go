package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"turnbook/schemas/canon"
)

// Parse reads a document. An absent order is an empty one. The error is [Errors]:
// all that is wrong, not just the first.
func Parse(raw []byte) (Document, error) {
	if len(raw) > MaxBytes {
		return Document{}, Errors{{
			Reason: fmt.Sprintf("it has %d bytes, the limit is %d", len(raw), MaxBytes), Fix: "split it into several forms",
		}}
	}
	text, err := canon.JSON(raw)
	if err != nil {
		return Document{}, Errors{notJSON(err)}
	}
	r := &reader{}
	d := r.document(text)
	if r.checkWhole(d); len(r.found) > 0 {
		return Document{}, r.found
	}
	return d, nil
}

func notJSON(err error) *Error {
	var wrong *canon.Error
	if !errors.As(err, &wrong) {
		return &Error{Reason: err.Error(), Fix: "correct it"}
	}
	if wrong.Key != "" {
		return &Error{Path: pointer(wrong.Path, wrong.Key), Reason: "the member " + wrong.Reason, Fix: "rename or remove one of the two"}
	}
	return &Error{Path: wrong.Path, Reason: fmt.Sprintf("it is no JSON at byte %d: %s", wrong.Offset, wrong.Reason), Fix: "correct it there"}
}

func (r *reader) document(text json.RawMessage) Document {
	o := r.object("", text, "elements_map", "order")
	d := Document{Elements: map[ElementID]Element{}, Order: []ElementID{}}
	if !o.has("elements_map") {
		if o.members != nil {
			r.wrong("/elements_map", "give an object, {} for an empty form", "it is missing")
		}
	} else if at := o.at("elements_map"); r.is("an object", at, o.members["elements_map"]) {
		var all map[string]json.RawMessage
		_ = json.Unmarshal(o.members["elements_map"], &all) // canonical, and an object
		for _, name := range slices.Sorted(maps.Keys(all)) {
			path := pointer(at, name)
			r.about = []ElementID{ElementID(name)}
			id := r.id(path, name)
			e := r.element(path, all[name])
			if id != "" {
				d.Elements[id] = e
			}
			r.about = nil
		}
	}
	for i, raw := range o.list("order") {
		path := pointer("/order", i)
		if r.is("a text", path, raw) {
			var id ElementID
			_ = json.Unmarshal(raw, &id) // canonical, and a text
			d.Order = append(d.Order, id)
		}
	}
	return d
}

func (r *reader) element(path string, raw json.RawMessage) Element {
	o := r.object(path, raw, "type", "label", "required", "help", "options", "show_when", "key", "foreign_type", "source")
	if o.members == nil {
		return Element{}
	}
	e := Element{
		Type: Type(o.text("type")), Label: o.text("label"), Required: o.flag("required"), Help: o.text("help"),
		Key: o.text("key"), ForeignType: o.text("foreign_type"), Source: o.members["source"],
	}
	known := slices.Contains(Types(), e.Type)
	if !known {
		r.wrong(o.at("type"), "give one of "+quoted(Types()), "the type %q is not known", e.Type)
	}
	if known && e.Type != Unknown && strings.TrimSpace(e.Label) == "" {
		r.wrong(o.at("label"), "say what is asked", "it has no words")
	}
	if known && e.Required && !e.Type.Asks() {
		r.wrong(o.at("required"), "leave it out", "a %s is not answered, so it can't be required", e.Type)
	}
	r.checkForeign(o, e)
	e.Options = r.options(o, e.Type)
	if raw, ok := o.members["show_when"]; ok {
		rule := r.rule(o.at("show_when"), raw, 0)
		e.ShowWhen = &rule
	}
	return e
}

// checkForeign holds unknown elements, and only those, to what an import kept.
func (r *reader) checkForeign(o object, e Element) {
	if e.Type == Unknown {
		if strings.TrimSpace(e.ForeignType) == "" {
			r.wrong(o.at("foreign_type"), "name the type that it had", "an unknown element says what it was")
		}
		if !o.has("source") {
			r.wrong(o.at("source"), "give the JSON that it was", "an unknown element keeps what it was")
		}
		return
	}
	for _, name := range []string{"foreign_type", "source"} {
		if o.has(name) {
			r.wrong(o.at(name), "leave it out", "only an unknown element has it")
		}
	}
}

// options reads the options of an element, or of an edit where typ is [Choice].
func (r *reader) options(o object, typ Type) []Option {
	if o.has("options") && !typ.HasOptions() && slices.Contains(Types(), typ) {
		r.wrong(o.at("options"), "leave it out, or make it a choice", "a %s has no options", typ)
		return nil
	}
	all := o.list("options")
	if typ.HasOptions() && len(all) == 0 {
		r.wrong(o.at("options"), "give at least one option", "a %s needs options to choose from", typ)
	}
	var options []Option
	seen := map[string]int{}
	for i, raw := range all {
		one := r.object(pointer(o.at("options"), i), raw, "value", "label")
		if one.members == nil {
			continue
		}
		option := Option{Value: one.text("value"), Label: one.text("label")}
		if first, twice := seen[option.Value]; option.Value == "" {
			r.wrong(one.at("value"), "give what is kept as the answer", "the option has no value")
		} else if twice {
			r.wrong(one.at("value"), "give each option its own value", "option %d has the value %q too", first, option.Value)
		} else {
			seen[option.Value] = i
		}
		options = append(options, option)
	}
	return options
}
