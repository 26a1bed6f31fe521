package formats

import (
	"errors"
	"fmt"
	"strings"

	"turnbook/schemas/form"
)

// maxConditions is the longest list of conditions that is mapped.
const maxConditions = 200

func (formio) hasRule(c *node) bool {
	cond := c.member("conditional")
	return strings.TrimSpace(c.str("customConditional")) != "" ||
		cond.str("when") != "" || cond.member("conditions").isList() && len(cond.member("conditions").children) > 0
}

// rule maps conditional, in its old form (show, when, eq) and its new one (show,
// conjunction, conditions). Code can't be mapped.
func (f formio) rule(b *builder, c *node) (*form.Rule, error) {
	if code := c.str("customConditional"); strings.TrimSpace(code) != "" {
		return nil, fmt.Errorf("it is code (customConditional “%s”)", short(code))
	}
	cond := c.member("conditional")
	show := cond.member("show")
	hide := show != nil && show.text == "false"
	list := cond.member("conditions")
	if !list.isList() || len(list.children) == 0 {
		return f.condition(b, cond.str("when"), "isEqual", cond.member("eq"), hide)
	}
	if len(list.children) > maxConditions {
		return nil, fmt.Errorf("it has more than %d conditions", maxConditions)
	}
	var rules []form.Rule
	for _, one := range list.children {
		r, err := f.condition(b, one.str("component"), one.str("operator"), one.member("value"), hide)
		if err != nil {
			return nil, err
		}
		rules = append(rules, *r)
	}
	if len(rules) == 1 {
		return &rules[0], nil
	}
	if any := cond.str("conjunction") == "any"; any != hide { // hide when all hold: show when one does not
		return &form.Rule{Any: rules}, nil
	}
	return &form.Rule{All: rules}, nil
}

// condition maps one comparison, turned round where it hides.
func (formio) condition(b *builder, component, operator string, value *node, hide bool) (*form.Rule, error) {
	target, err := b.resolve(component)
	if err != nil {
		return nil, err
	}
	op, ok := map[string]form.Operator{
		"isEqual": form.Equals, "isNotEqual": form.NotEquals, "includes": form.Contains, "isEmpty": form.NotAnswered, "isNotEmpty": form.Answered,
	}[operator]
	if !ok {
		return nil, fmt.Errorf("it compares with “%s”, which is not known here", short(operator))
	}
	if hide {
		turned, ok := map[form.Operator]form.Operator{
			form.Equals: form.NotEquals, form.NotEquals: form.Equals, form.Answered: form.NotAnswered, form.NotAnswered: form.Answered,
		}[op]
		if !ok {
			return nil, errors.New("it hides where something is included")
		}
		op = turned
	}
	return compare(target, op, value)
}

// compare is a condition on an element with the value of a node.
func compare(target *found, op form.Operator, value *node) (*form.Rule, error) {
	r := &form.Rule{Element: target.id, Operator: op}
	if !op.HasValue() {
		return r, nil
	}
	if _, ok := value.scalar(); !ok {
		return nil, fmt.Errorf("it compares “%s” with what is neither text, number, true nor false", short(target.key))
	}
	raw, err := value.canonical(nil)
	if err != nil {
		return nil, fmt.Errorf("its value can't be kept: %w", err)
	}
	r.Value = raw
	if target.element.Type == form.MultipleChoice && op != form.Contains {
		if op == form.NotEquals {
			return nil, fmt.Errorf("it wants an option of “%s” not to be ticked", short(target.key))
		}
		r.Operator = form.Contains
	}
	return r, nil
}
