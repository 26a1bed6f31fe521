package formats

import (
	"encoding/json"
	"regexp"
	"strings"

	"turnbook/schemas/form"
)

func (surveyjs) skeleton(title string) *node {
	root := made(map[string]any{"pages": []any{map[string]any{"name": "page1", "elements": []any{}}}})
	if title != "" {
		root.set(title, "title")
	}
	return root
}

// firstList is the list of the first page, which is made where there is none.
func (s surveyjs) firstList(root *node) *node {
	list := surveyList(root)
	if list.key != "pages" {
		return list
	}
	if len(list.children) == 0 || list.children[0].kind != '{' {
		list.insert(nil, made(map[string]any{"name": "page1", "elements": []any{}}))
	}
	page := list.children[0]
	if lists := s.innerLists(page); len(lists) > 0 {
		return lists[0]
	}
	page.set([]any{}, "elements")
	return page.member("elements")
}

// component is a question that asks what an element asks. An unknown element is what
// it was, where that was a question of SurveyJS.
func (surveyjs) component(e form.Element) *node {
	if e.Type == form.Unknown {
		return sourceOf(e, "name")
	}
	typ, ok := map[form.Type]string{
		form.Text: "text", form.LongText: "comment", form.Number: "text", form.Date: "text", form.Choice: "radiogroup", form.MultipleChoice: "checkbox",
		form.Check: "boolean", form.Email: "text", form.Phone: "text", form.File: "file", form.Heading: "panel",
	}[e.Type]
	if !ok {
		return nil
	}
	n := made(map[string]any{"type": typ})
	if input := map[form.Type]string{form.Number: "number", form.Date: "date", form.Email: "email", form.Phone: "tel"}[e.Type]; input != "" {
		n.set(input, "inputType")
	}
	if e.Type == form.Heading {
		n.set([]any{}, "elements")
	}
	return n
}

func (surveyjs) setLabel(c *node, text string) { setWords(c, text, "title") }

func (surveyjs) setHelp(c *node, text string) { setWords(c, text, "description") }

// setWords writes a text that people read; of one in several languages the one that
// was read.
func setWords(c *node, text, member string) {
	if m := c.member(member); text != "" && m != nil && m.kind == '{' && len(m.children) > 0 {
		m.set(text, language(m).key)
		return
	}
	setOrDrop(c, text, member)
}

func (surveyjs) setRequired(c *node, required bool) {
	if required {
		c.set(true, "isRequired")
	} else {
		c.drop("isRequired")
	}
}

func (surveyjs) setOptions(c *node, options []form.Option) {
	c.set(optionNodes(c.member("choices"), options, "value", "text"), "choices")
}

// refer calls an answer of the same dynamic panel by the panel.
func (surveyjs) refer(scope, path string) string {
	if rest, ok := strings.CutPrefix(path, scope); ok && scope != "" {
		return "panel." + rest
	}
	return path
}

// setRule writes visibleIf. A name with a brace, and a text with a backslash or with
// both kinds of quotes, can't be written in it.
func (surveyjs) setRule(c *node, rule *form.Rule, key func(form.ElementID) string) bool {
	c.drop("visibleIf")
	if rule == nil {
		return true
	}
	text, ok := visibleIf(*rule, key)
	if ok {
		c.set(text, "visibleIf")
	}
	return ok
}

var plainName = regexp.MustCompile(`^[^{}]+$`)

func visibleIf(r form.Rule, key func(form.ElementID) string) (string, bool) {
	rules, word := r.All, " and "
	if r.Any != nil {
		rules, word = r.Any, " or "
	}
	if rules != nil {
		var parts []string
		for _, one := range rules {
			part, ok := visibleIf(one, key)
			if !ok {
				return "", false
			}
			if one.All != nil || one.Any != nil {
				part = "(" + part + ")"
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, word), true
	}
	operator := map[form.Operator]string{
		form.Equals: "=", form.NotEquals: "<>", form.Contains: "contains", form.Answered: "notempty", form.NotAnswered: "empty",
	}[r.Operator]
	text := "{" + key(r.Element) + "} " + operator
	if !r.Operator.HasValue() {
		return text, plainName.MatchString(key(r.Element))
	}
	value := string(r.Value)
	var s string
	if json.Unmarshal(r.Value, &s) == nil {
		quote := "'"
		if strings.Contains(s, quote) {
			quote = `"`
		}
		if strings.ContainsAny(s, `\`+quote) {
			return "", false
		}
		value = quote + s + quote
	}
	return text + " " + value, plainName.MatchString(key(r.Element))
}
