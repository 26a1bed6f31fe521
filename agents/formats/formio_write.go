package formats

import (
	"encoding/json"

	"turnbook/schemas/form"
)

func (formio) skeleton(title string) *node {
	root := made(map[string]any{"type": "form", "display": "form", "components": []any{}})
	if title != "" {
		root.set(title, "title")
	}
	return root
}

func (formio) firstList(root *node) *node { return root.member("components") }

// component is a component that asks what an element asks. An unknown element is
// what it was, where that was a component of Form.io.
func (formio) component(e form.Element) *node {
	switch e.Type {
	case form.Unknown:
		return sourceOf(e, "key")
	case form.Heading:
		return made(map[string]any{"type": "panel", "input": false, "components": []any{}})
	}
	typ, ok := map[form.Type]string{
		form.Text: "textfield", form.LongText: "textarea", form.Number: "number", form.Date: "datetime", form.Choice: "radio",
		form.MultipleChoice: "selectboxes", form.Check: "checkbox", form.Email: "email", form.Phone: "phoneNumber", form.File: "file",
	}[e.Type]
	if !ok {
		return nil
	}
	n := made(map[string]any{"type": typ, "input": true})
	if e.Type == form.Date {
		n.set(false, "enableTime")
	}
	return n
}

// sourceOf is the source of an unknown element where that has a key of the format.
func sourceOf(e form.Element, keyMember string) *node {
	n, err := parse(e.Source)
	if err != nil || n.member(keyMember) == nil {
		return nil
	}
	n.forget()
	return n
}

func (formio) setLabel(c *node, text string) {
	switch c.str("type") {
	case "panel":
		c.set(text, "title")
		if c.str("label") == "" {
			c.set(text, "label")
		}
	case "fieldset":
		c.set(text, "legend")
	default:
		c.set(text, "label")
	}
}

func (formio) setHelp(c *node, text string) {
	if c.str("description") == "" && c.str("tooltip") != "" {
		c.drop("tooltip")
	}
	setOrDrop(c, text, "description")
}

func setOrDrop(c *node, text string, member string) {
	if text == "" {
		c.drop(member)
		return
	}
	c.set(text, member)
}

func (formio) setRequired(c *node, required bool) {
	if required || c.member("validate") != nil {
		c.set(required, "validate", "required")
	}
}

// setOptions writes values. A select that took its options from other JSON has a
// list of its own from now on.
func (f formio) setOptions(c *node, options []form.Option) {
	items := f.items(c)
	list := optionNodes(items.list, options, "value", "label")
	if c.str("type") != "select" {
		c.set(list, "values")
		return
	}
	if items.value != "value" || items.label != "label" || c.str("dataSrc") != "values" {
		list = optionNodes(nil, options, "value", "label")
		for _, m := range []string{"valueProperty", "template", "values"} {
			c.drop(m)
		}
		c.drop("data", "json")
	}
	c.set("values", "dataSrc")
	c.set(list, "data", "values")
}

// optionNodes is a list of options. One whose value stood in the old list is the old
// one, with the new label.
func optionNodes(old *node, options []form.Option, valueMember, labelMember string) *node {
	list := &node{kind: '[', offset: -1}
	for _, o := range options {
		label := o.Label
		if label == "" {
			label = o.Value
		}
		one := made(map[string]string{valueMember: o.Value, labelMember: label})
		for _, item := range old.all() {
			value, ok := item.scalar()
			if item.kind == '{' {
				value, ok = item.member(valueMember).scalar()
			}
			if !ok || value != o.Value {
				continue
			}
			if one = item; item.kind != '{' && o.Label != "" {
				one = made(map[string]any{valueMember: json.RawMessage(item.append(nil, nil)), labelMember: label})
			} else if now, _ := item.member(labelMember).scalar(); item.kind == '{' && now != label && (o.Label != "" || now != "") {
				item.set(label, labelMember)
			}
			break
		}
		list.insert(last(list), one)
	}
	return list
}

func last(list *node) *node {
	if len(list.children) == 0 {
		return nil
	}
	return list.children[len(list.children)-1]
}

func (formio) refer(_, path string) string { return path }

// setRule writes conditional. Form.io knows one group of conditions, no groups in
// groups.
func (formio) setRule(c *node, rule *form.Rule, key func(form.ElementID) string) bool {
	c.drop("conditional")
	c.drop("customConditional")
	if rule == nil {
		return true
	}
	rules, conjunction := []form.Rule{*rule}, "all"
	if rule.All != nil {
		rules = rule.All
	} else if rule.Any != nil {
		rules, conjunction = rule.Any, "any"
	}
	conditions := []any{}
	for _, r := range rules {
		operator, ok := map[form.Operator]string{
			form.Equals: "isEqual", form.NotEquals: "isNotEqual", form.Contains: "includes", form.Answered: "isNotEmpty", form.NotAnswered: "isEmpty",
		}[r.Operator]
		if !ok {
			return false // a group
		}
		one := map[string]any{"component": key(r.Element), "operator": operator}
		if r.Operator.HasValue() {
			one["value"] = r.Value
		}
		conditions = append(conditions, one)
	}
	c.set(made(map[string]any{"show": true, "conjunction": conjunction, "conditions": conditions}), "conditional")
	return true
}
