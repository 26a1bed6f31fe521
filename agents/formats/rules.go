package formats

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/schemas/form"
)

// setRules maps the rules of the file. One that can't be mapped, or leads in a
// circle, is told and its element always shown.
func (b *builder) setRules() {
	for _, f := range b.found {
		var parts []form.Rule
		for _, n := range f.ruled {
			if r := b.ruleOf(n); r != nil {
				parts = append(parts, *r)
			}
		}
		rule := together(parts)
		if rule == nil {
			continue
		}
		if slices.ContainsFunc(rule.Names(), func(id form.ElementID) bool { return b.leads(id, f.id) }) {
			b.note(f.node, broken, name(f.element.Label, f.key), "its rule waits for itself; it is always shown here, the original keeps the rule")
			continue
		}
		e := b.doc.Elements[f.id]
		e.ShowWhen = rule
		b.doc.Elements[f.id] = e
	}
}

// together is the rule that holds when all of them hold; nil for none.
func together(rules []form.Rule) *form.Rule {
	switch len(rules) {
	case 0:
		return nil
	case 1:
		return &rules[0]
	}
	return &form.Rule{All: rules}
}

// leads tells whether the rules so far lead from an element to another.
func (b *builder) leads(from, to form.ElementID) bool {
	seen := map[form.ElementID]bool{}
	var visit func(form.ElementID) bool
	visit = func(id form.ElementID) bool {
		if id == to {
			return true
		}
		if seen[id] {
			return false
		}
		seen[id] = true
		return slices.ContainsFunc(b.doc.Elements[id].ShowWhen.Names(), visit)
	}
	return visit(from)
}

// ruleOf maps the rule of a component, once.
func (b *builder) ruleOf(n *node) *form.Rule {
	if r, ok := b.rules[n]; ok {
		return r
	}
	r, err := b.dialect.rule(b, n)
	if err == nil && depth(r) >= form.MaxRuleDepth {
		r, err = nil, fmt.Errorf("it nests deeper than %d", form.MaxRuleDepth-1)
	}
	if err != nil {
		b.note(n, kept, "a rule of "+b.call(n), "%v; what it governs is always shown here, the original keeps the rule", err)
		r = nil
	}
	b.rules[n] = r
	return r
}

// call is what people know a component by.
func (b *builder) call(n *node) string {
	for _, member := range []string{"label", "title", "legend"} {
		if label := n.str(member); strings.TrimSpace(label) != "" {
			return name(label, n.str(b.dialect.keyMember()))
		}
	}
	return name("", n.str(b.dialect.keyMember()))
}

func depth(r *form.Rule) int {
	if r == nil || r.All == nil && r.Any == nil {
		return 0
	}
	most := 0
	for _, group := range [][]form.Rule{r.All, r.Any} {
		for i := range group {
			most = max(most, depth(&group[i]))
		}
	}
	return most + 1
}

// resolve finds the element that a rule names, by the path of its answer or by its
// key.
func (b *builder) resolve(name string) (*found, error) {
	for _, by := range []func(*found) string{func(f *found) string { return f.path }, func(f *found) string { return f.key }} {
		var all []*found
		for _, f := range b.found {
			if by(f) == name {
				all = append(all, f)
			}
		}
		switch {
		case len(all) > 1:
			return nil, fmt.Errorf("it looks at “%s”, which stands %d times", short(name), len(all))
		case len(all) == 1 && !all[0].element.Type.Asks():
			return nil, fmt.Errorf("it looks at “%s”, which is not answered here", short(name))
		case len(all) == 1:
			return all[0], nil
		}
	}
	return nil, fmt.Errorf("it looks at “%s”, which is no element here", short(name))
}
