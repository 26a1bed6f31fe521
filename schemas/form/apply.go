package form

import (
	"maps"
	"slices"
	"strings"
)

// Apply does all edits, in order, or none. The document that comes out is one that
// [Parse] accepts; between two edits it need not be (a rule may name an element that
// is added later). The document that came in is left as it was.
//
// The error is [Errors]. A path begins with the index of the edit that is to blame:
// /2/after, or /2/element/show_when for what edit 2 did to an element. A problem
// that the document had before has its place in the document.
func Apply(d Document, ops []Op) (Document, error) {
	a := &applier{doc: Document{Elements: maps.Clone(d.Elements), Order: slices.Clone(d.Order)}}
	if a.doc.Elements == nil {
		a.doc.Elements = map[ElementID]Element{}
	}
	for i, op := range ops {
		a.apply(pointer("", i), op)
	}
	if len(a.found) > 0 {
		return Document{}, a.found
	}
	raw, err := a.doc.JSON()
	if err != nil {
		return Document{}, Errors{{Reason: err.Error(), Fix: "give JSON where JSON is kept"}}
	}
	after, err := Parse(raw)
	if problems, ok := err.(Errors); ok {
		return Document{}, blame(problems, ops)
	}
	return after, err
}

type applier struct {
	reader
	doc Document
}

// apply does one edit. What it can't do is noted and done as far as it goes, so that
// the edits after it are not blamed for it.
func (a *applier) apply(path string, op Op) {
	a.checkKind(path, op.Op)
	for _, name := range op.members() {
		if !slices.Contains(op.Op.uses(), name) {
			a.wrong(pointer(path, name), "leave it out", "%s has none", op.Op)
		}
	}
	e, exists := a.doc.Elements[op.ID]
	if op.Op == AddElement {
		a.add(path, op, exists)
		return
	}
	if !exists {
		a.wrong(path+"/id", "name an element of the form", "there is no element %q", op.ID)
		return
	}
	switch op.Op {
	case UpdateElement:
		if op.Change == nil {
			a.wrong(path+"/change", "say what changes", "it is missing")
			return
		}
		e = op.Change.on(e)
	case RemoveElement:
		delete(a.doc.Elements, op.ID)
		a.take(op.ID)
		return
	case MoveElement:
		a.take(op.ID)
		a.put(path, op)
	case SetOptions:
		e.Options = op.Options
	case SetRule:
		e.ShowWhen = op.Rule
	}
	a.doc.Elements[op.ID] = e
}

func (a *applier) add(path string, op Op, exists bool) {
	switch {
	case exists:
		a.wrong(path+"/id", "give a new id, or update the element", "there is an element %q already", op.ID)
	case op.Element == nil:
		a.wrong(path+"/element", "give the element, whole", "it is missing")
		a.doc.Elements[op.ID] = Element{}
		a.put(path, op)
	case a.id(path+"/id", string(op.ID)) != "":
		a.doc.Elements[op.ID] = *op.Element
		a.put(path, op)
	}
}

func (c *Change) on(e Element) Element {
	if c.Type != "" {
		e.Type = c.Type
	}
	if c.Label != nil {
		e.Label = *c.Label
	}
	if c.Required != nil {
		e.Required = *c.Required
	}
	if c.Help != nil {
		e.Help = *c.Help
	}
	return e
}

func (a *applier) take(id ElementID) {
	a.doc.Order = slices.DeleteFunc(a.doc.Order, func(o ElementID) bool { return o == id })
}

// put places an element that stands nowhere behind the one that its edit names.
func (a *applier) put(path string, op Op) {
	at := 0
	if op.After != "" {
		at = slices.Index(a.doc.Order, op.After) + 1
		switch {
		case op.After == op.ID:
			a.wrong(path+"/after", "name another element", "an element can't stand behind itself")
		case at == 0:
			a.wrong(path+"/after", "name an element of the form; leave it out for the first place", "there is no element %q", op.After)
		}
	}
	a.doc.Order = slices.Insert(a.doc.Order, at, op.ID)
}

// blame puts the problems of the outcome at the edits that made them: the last that
// touched the element, or one that the element's rule names.
func blame(problems Errors, ops []Op) Errors {
	for _, p := range problems {
		i := len(ops) - 1
		for i >= 0 && (ops[i].Op == MoveElement || !slices.Contains(p.about, ops[i].ID)) {
			i--
		}
		if i < 0 {
			continue
		}
		rest := ""
		if prefix := pointer("/elements_map", ops[i].ID); ops[i].Op == AddElement && strings.HasPrefix(p.Path, prefix) {
			rest = "/element" + strings.TrimPrefix(p.Path, prefix)
		}
		p.Reason = "after this edit " + p.Path + " is wrong: " + p.Reason
		p.Path = pointer("", i) + rest
	}
	return problems
}
