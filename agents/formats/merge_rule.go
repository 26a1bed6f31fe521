package formats

import (
	"reflect"
	"slices"

	"turnbook/schemas/form"
)

// setRule writes the rule of an element, less what the components around it say
// already.
func (m *merger) setRule(b *builder, id form.ElementID) {
	i := slices.IndexFunc(b.found, func(f *found) bool { return f.id == id })
	if i < 0 {
		return // told in the end
	}
	f := b.found[i]
	var around []form.Rule
	for _, n := range f.ruled {
		if r := b.rules[n]; n != f.node && r != nil {
			around = append(around, *r)
		}
	}
	rule := without(m.to.Elements[id].ShowWhen, around)
	key := func(id form.ElementID) string {
		for _, g := range b.found {
			if g.id == id && g.path != "" {
				return m.d.refer(b.scopes[f.node], g.path)
			}
		}
		return string(id)
	}
	if !m.d.setRule(f.node, rule, key) {
		m.d.setRule(f.node, nil, key)
	}
}

// without is what a rule says beyond others that hold anyway.
func without(rule *form.Rule, around []form.Rule) *form.Rule {
	n := len(around)
	switch {
	case n == 0 || rule == nil:
		return rule
	case reflect.DeepEqual(*rule, *together(around)):
		return nil
	case len(rule.All) == n+1 && reflect.DeepEqual(rule.All[:n], around):
		return &rule.All[n]
	}
	return rule
}
