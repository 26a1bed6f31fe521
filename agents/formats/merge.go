package formats

import (
	"fmt"
	"slices"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// A merger makes the edits of a document in the form that it came from.
type merger struct {
	d      dialect
	base   *builder // the form as it was read; its nodes are edited
	to     form.Document
	fresh  bool // there is no original
	nodes  map[form.ElementID]*node
	gone   []*node // containers whose heading was removed
	report []schemas.ImportNote
}

func (m *merger) note(n *node, kind string, id form.ElementID, because string, args ...any) {
	one := schemas.ImportNote{Kind: kind, What: name(m.to.Elements[id].Label, string(id)), Because: fmt.Sprintf(because, args...)}
	if n != nil {
		one.Path = n.pointer
	}
	m.report = append(m.report, one)
}

// merge makes the edits: elements first, rules when all stand in their places. What
// comes out is read again, and what it still lacks is told.
func (m *merger) merge(ops []form.Op) error {
	m.nodes = map[form.ElementID]*node{}
	for _, f := range m.base.found {
		m.nodes[f.id] = f.node
	}
	var rules []form.ElementID
	for _, op := range ops {
		if op.Op == form.SetRule || op.Op == form.AddElement && op.Element.ShowWhen != nil || op.Op == form.UpdateElement && op.Change.Type != "" {
			rules = append(rules, op.ID)
		}
		m.edit(op)
	}
	for _, c := range m.gone {
		if !slices.ContainsFunc(m.d.innerLists(c), func(l *node) bool { return len(l.children) > 0 }) {
			c.detach()
		}
	}
	again, err := m.again()
	if err != nil {
		return err
	}
	for _, id := range rules {
		m.setRule(again, id)
	}
	if again, err = m.again(); err != nil {
		return err
	}
	m.align(again.doc)
	m.tell(form.Plan(again.doc, m.to))
	return nil
}

// align takes from what was read again what no edit can differ in: the source of an
// unknown element holds its new label now, and a form that was written anew has ids
// for keys.
func (m *merger) align(d form.Document) {
	for _, id := range d.Order { // the report stands in the form's own order
		e := d.Elements[id]
		to, ok := m.to.Elements[id]
		if !ok || to.ForeignType != e.ForeignType {
			continue
		}
		if e.Source = to.Source; m.fresh && e.Key != to.Key {
			m.note(m.nodes[id], mapped, id, "its key “%s” stands twice or is no id; it is “%s” in what was written", short(to.Key), id)
			e.Key = to.Key
		}
		d.Elements[id] = e
	}
}

// again reads the form as it is now. Its elements keep their ids.
func (m *merger) again() (*builder, error) {
	b := &builder{src: m.base.src, root: m.base.root, dialect: m.d, ids: map[*node]form.ElementID{}}
	for id, n := range m.nodes {
		b.ids[n] = id
	}
	return b, b.read()
}

// tell says what the format could not express.
func (m *merger) tell(left []form.Op) {
	for _, op := range left {
		what := map[form.OpKind]string{
			form.AddElement: "it is missing", form.RemoveElement: "it is still there", form.MoveElement: "it stands in another place",
			form.UpdateElement: "its type, label, help, or whether it must be answered differs", form.SetOptions: "its options differ",
			form.SetRule: "when it is shown differs",
		}[op.Op]
		m.note(m.nodes[op.ID], dropped, op.ID, "%s in what was written: %s can't express it as it stands here", what, m.d.format())
	}
}
