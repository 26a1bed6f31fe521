package form

import (
	"encoding/json"
	"slices"
)

// rule reads a rule that stands in depth groups.
func (r *reader) rule(path string, raw json.RawMessage, depth int) Rule {
	o := r.object(path, raw, "element", "operator", "value", "all", "any")
	if o.members == nil {
		return Rule{}
	}
	count := 0
	for _, name := range []string{"element", "all", "any"} {
		if o.has(name) {
			count++
		}
	}
	if count != 1 {
		r.wrong(path, "give exactly one of element, all and any", "it has %d of element, all and any", count)
		return Rule{}
	}
	if o.has("element") {
		return r.condition(o)
	}
	for _, name := range []string{"operator", "value"} {
		if o.has(name) {
			r.wrong(o.at(name), "leave it out", "a group of rules has none")
		}
	}
	if depth >= MaxRuleDepth {
		r.wrong(path, "flatten it", "groups nest deeper than %d", MaxRuleDepth)
		return Rule{}
	}
	return Rule{All: r.group(o, "all", depth), Any: r.group(o, "any", depth)}
}

func (r *reader) group(o object, name string, depth int) []Rule {
	if !o.has(name) {
		return nil
	}
	all := o.list(name)
	if len(all) == 0 {
		r.wrong(o.at(name), "give rules, or leave show_when out", "the group is empty")
	}
	var rules []Rule
	for i, raw := range all {
		rules = append(rules, r.rule(pointer(o.at(name), i), raw, depth+1))
	}
	return rules
}

func (r *reader) condition(o object) Rule {
	c := Rule{Element: o.id("element"), Operator: Operator(o.text("operator"))}
	value, has := o.members["value"]
	switch {
	case !slices.Contains(Operators(), c.Operator):
		r.wrong(o.at("operator"), "give one of "+quoted(Operators()), "the operator %q is not known", c.Operator)
	case has && !c.Operator.HasValue():
		r.wrong(o.at("value"), "leave it out", "%s compares with nothing", c.Operator)
	case !has && c.Operator.HasValue():
		r.wrong(o.at("value"), "give a text, a number, true or false", "%s needs a value", c.Operator)
	case has && slices.Contains([]string{"an object", "a list", "null"}, kindOf(value)):
		r.wrong(o.at("value"), "give a text, a number, true or false", "it is %s", kindOf(value))
	case has:
		c.Value = value
	}
	return c
}

// conditions visits the conditions of a rule with their places.
func (r *Rule) conditions(path string, visit func(path string, c *Rule)) {
	if r == nil {
		return
	}
	if r.All == nil && r.Any == nil {
		visit(path, r)
	}
	for i := range r.All {
		r.All[i].conditions(pointer(path+"/all", i), visit)
	}
	for i := range r.Any {
		r.Any[i].conditions(pointer(path+"/any", i), visit)
	}
}

// Names are the elements that a rule looks at, each once, in the order of the rule.
func (r *Rule) Names() []ElementID {
	var names []ElementID
	r.conditions("", func(_ string, c *Rule) {
		if !slices.Contains(names, c.Element) {
			names = append(names, c.Element)
		}
	})
	return names
}
