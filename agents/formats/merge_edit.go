package formats

import (
	"reflect"
	"slices"
	"strings"

	"turnbook/schemas/form"
)

func (m *merger) edit(op form.Op) {
	n := m.nodes[op.ID]
	switch op.Op {
	case form.AddElement:
		m.add(op)
	case form.RemoveElement:
		m.remove(op.ID, n)
	case form.MoveElement:
		if n != nil {
			m.move(op, n)
		}
	case form.SetOptions:
		if n != nil && len(op.Options) > 0 {
			m.d.setOptions(n, op.Options)
		}
	case form.UpdateElement:
		if n != nil {
			m.update(op, n)
		}
	case form.SetRule: // when all stand in their places
	}
}

func (m *merger) add(op form.Op) {
	e := m.to.Elements[op.ID]
	n := m.d.component(e)
	if n == nil {
		return // told in the end
	}
	key := string(op.ID)
	if e.Key != "" && !m.fresh {
		key = e.Key
	}
	n.set(key, m.d.keyMember())
	if e.Type != form.Unknown {
		m.d.setLabel(n, e.Label)
		m.d.setHelp(n, e.Help)
		m.d.setRequired(n, e.Required)
		if e.Type.HasOptions() {
			m.d.setOptions(n, e.Options)
		}
	}
	m.nodes[op.ID] = n
	m.place(op, n)
}

// before is the component that one is to stand behind: that of the element before
// it, or of the nearest that has one. Nil is the first place.
func (m *merger) before(op form.Op) *node {
	for i := slices.Index(m.to.Order, op.After); i >= 0; i-- {
		if n := m.nodes[m.to.Order[i]]; n != nil && n.parent != nil {
			return n
		}
	}
	return nil
}

// outside steps from the last component of a container to the container, while a rule
// of that would hide an element which is to be shown without it.
func (m *merger) outside(id form.ElementID, after *node) *node {
	for after != nil && last(after.parent) == after {
		around := after.parent.parent
		for around != nil && !m.visited(around) {
			around = around.parent
		}
		rule := m.base.rules[around]
		if rule == nil || governs(*rule, m.to.Elements[id].ShowWhen) {
			break
		}
		after = around
	}
	return after
}

// visited tells the components of the file.
func (m *merger) visited(n *node) bool { _, ok := m.base.scopes[n]; return ok }

// governs tells whether a rule is, or begins, another.
func governs(rule form.Rule, whole *form.Rule) bool {
	return whole != nil && (reflect.DeepEqual(rule, *whole) || slices.ContainsFunc(whole.All, func(r form.Rule) bool { return reflect.DeepEqual(rule, r) }))
}

// move puts a component elsewhere, with what it holds. A page stays a page.
func (m *merger) move(op form.Op, n *node) {
	after, list := m.before(op), n.parent
	if after.within(n) {
		return // told in the end
	}
	n.detach()
	if list.key != "pages" {
		m.place(op, n)
		return
	}
	for after != nil && after.parent != list {
		after = after.parent
	}
	list.insert(after, n)
}

// place puts a component behind another: into it where that is a heading that holds
// something.
func (m *merger) place(op form.Op, n *node) {
	after := m.outside(op.ID, m.before(op))
	switch {
	case after == nil:
		m.d.firstList(m.base.root).insert(nil, n)
	case m.holds(after) && !n.within(after):
		m.d.innerLists(after)[0].insert(nil, n)
	case after.parent.parent == m.base.root && after.parent.key == "pages":
		after.parent.insert(after, made(map[string]any{"name": "page-of-" + string(op.ID), "elements": []any{}}))
		m.d.innerLists(after.parent.children[slices.Index(after.parent.children, after)+1])[0].insert(nil, n)
	default:
		after.parent.insert(after, n)
	}
}

// holds tells a component of the file that holds others. One that was written for a
// heading alone does not.
func (m *merger) holds(n *node) bool { return n.offset >= 0 && len(m.d.innerLists(n)) > 0 }

// remove takes a component away. Where it holds others that stay, only its title
// goes, or they take its place.
func (m *merger) remove(id form.ElementID, n *node) {
	delete(m.nodes, id)
	if n == nil {
		return
	}
	inner := m.d.innerLists(n)
	if len(inner) == 0 || m.base.doc.Elements[id].Type == form.Heading {
		if len(inner) == 0 {
			n.detach()
			return
		}
		m.d.setLabel(n, "")
		m.gone = append(m.gone, n)
		return
	}
	if list := n.parent; list != nil {
		var rest []*node
		for _, l := range inner {
			rest = append(rest, l.children...)
		}
		list.insert(n, rest...)
		n.detach()
	}
}

func (m *merger) update(op form.Op, n *node) {
	c := op.Change
	if c.Type != "" {
		m.retype(op.ID, n)
		return
	}
	if c.Label != nil {
		m.d.setLabel(n, *c.Label)
	}
	if c.Help != nil {
		m.d.setHelp(n, *c.Help)
	}
	if c.Required != nil {
		m.d.setRequired(n, *c.Required)
	}
}

// retype writes a component anew in its place: what the old type said has no meaning
// for the new one.
func (m *merger) retype(id form.ElementID, n *node) {
	if len(m.d.innerLists(n)) > 0 {
		return // it holds others; told in the end
	}
	key := m.d.keyMember()
	before, list := n.str(key), n.parent
	fresh := m.d.component(m.to.Elements[id])
	if fresh == nil || list == nil {
		return // told in the end
	}
	e := m.to.Elements[id]
	fresh.set(before, key)
	m.d.setLabel(fresh, e.Label)
	m.d.setHelp(fresh, e.Help)
	m.d.setRequired(fresh, e.Required)
	if e.Type.HasOptions() {
		m.d.setOptions(fresh, e.Options)
	}
	list.insert(n, fresh)
	n.detach()
	m.nodes[id] = fresh
	m.note(n, dropped, id, "its type is another, so it was written anew; of the original went: %s", strings.Join(unread(n, []string{key, "label", "title"}), ", "))
}
