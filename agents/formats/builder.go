package formats

import (
	"encoding/json"
	"fmt"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// A found is an element of the document, with where it comes from.
type found struct {
	node    *node
	key     string  // as the file calls it; "" for none
	path    string  // the keys that lead to its answer, joined by dots
	ruled   []*node // what carries a rule for it: those around it, outermost first, and itself
	id      form.ElementID
	element form.Element
}

// A builder reads one file.
type builder struct {
	src     *source
	root    *node
	dialect dialect
	ids     map[*node]form.ElementID // where a form is read again: the ids that were given

	title  string
	found  []*found
	keys   map[string][]*node // all that has a key, questions or not
	order  []string           // the keys, by their first places
	rules  map[*node]*form.Rule
	scopes map[*node]string // what stands before a component's key in its path
	doc    form.Document
	report []schemas.ImportNote
	count  int // components that were visited
}

// Limits of a file beside [MaxBytes] and those of a document: they keep what is no
// form of people from becoming a report that nobody reads.
const (
	MaxComponents = 5000 // questions, panels, columns and all
	MaxNotes      = 10000
)

func (b *builder) checkSize() error {
	for _, l := range []struct {
		is, limit int
		what      string
	}{{b.count, MaxComponents, "components"}, {len(b.found), form.MaxElements, "elements"}, {len(b.report), MaxNotes, "notes to tell"}} {
		if l.is > l.limit {
			return &Error{
				Name: b.src.name, Reason: fmt.Sprintf("the form would have more than %d %s", l.limit, l.what),
				Fix: "split it into several forms", cause: ErrTooLarge,
			}
		}
	}
	return nil
}

func (b *builder) read() error {
	b.keys, b.rules, b.scopes = map[string][]*node{}, map[*node]*form.Rule{}, map[*node]string{}
	b.dialect.walk(b)
	if err := b.checkSize(); err != nil {
		return err
	}
	b.name()
	b.noteTwice()
	b.doc = form.Document{Elements: make(map[form.ElementID]form.Element, len(b.found)), Order: []form.ElementID{}}
	for _, f := range b.found {
		b.doc.Elements[f.id] = f.element
		b.doc.Order = append(b.doc.Order, f.id)
	}
	b.setRules()
	raw, err := b.doc.JSON()
	if err != nil {
		return &Error{Name: b.src.name, Reason: "it can't be kept: " + err.Error(), Fix: "correct it"}
	}
	if len(raw) > form.MaxBytes {
		return &Error{
			Name: b.src.name, Reason: fmt.Sprintf("the form would have %d bytes, the limit is %d", len(raw), form.MaxBytes),
			Fix: "split it into several forms", cause: ErrTooLarge,
		}
	}
	doc, err := form.Parse(raw)
	if err != nil {
		return &Error{Name: b.src.name, Reason: "it can't become a form: " + err.Error(), Fix: "correct it", cause: err}
	}
	b.doc = doc
	return nil
}

// met notes that a node has a key.
func (b *builder) met(n *node, key string) {
	if b.count++; key == "" {
		return
	}
	if len(b.keys[key]) == 0 {
		b.order = append(b.order, key)
	}
	b.keys[key] = append(b.keys[key], n)
}

// add makes an element of a component.
func (b *builder) add(f found) *found {
	if strings.TrimSpace(f.element.Label) == "" && f.element.Type != form.Unknown {
		if f.element.Label = f.key; strings.TrimSpace(f.key) == "" {
			f.element.Label = "(" + string(f.element.Type) + ")"
			b.note(f.node, broken, "(no name)", "it has neither label nor key")
		}
	}
	b.found = append(b.found, &f)
	return b.found[len(b.found)-1]
}

// keep makes an unknown element of a component. What inner holds is read on its own
// and left out of the source.
func (b *builder) keep(f found, foreign, why string, inner ...*node) {
	if foreign == "" {
		foreign = "(none)"
	}
	skip := func(n *node) bool {
		for _, i := range inner {
			if n == i {
				return true
			}
		}
		return false
	}
	raw, err := f.node.canonical(skip)
	if err != nil {
		raw = json.RawMessage("null")
	}
	f.element = form.Element{Type: form.Unknown, Label: f.element.Label, ForeignType: foreign, Source: raw}
	b.add(f)
	b.note(f.node, kept, name(f.element.Label, f.key), "%s; it is kept as an unknown element of type “%s”", why, short(foreign))
}
