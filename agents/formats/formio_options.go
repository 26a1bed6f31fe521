package formats

import (
	"regexp"
	"slices"
	"strings"

	"turnbook/schemas/form"
)

// items say where the options of a component stand.
type items struct {
	list  *node
	value string   // member of an item that is the value
	label string   // member of an item that people read
	read  []string // what was looked at
}

// shown is the member that a template shows, as in <span>{{ item.name }}</span>.
var shown = regexp.MustCompile(`\{\{\s*item\.(\w+)\s*\}\}`)

// items finds values of radio and selectboxes, and data.values or data.json of a
// select.
func (formio) items(c *node) items {
	found := items{list: c.member("values"), value: "value", label: "label", read: []string{"values"}}
	if c.str("type") != "select" {
		return found
	}
	found.read = []string{"values", "data.values", "dataSrc", "template"}
	switch c.str("dataSrc") {
	case "", "values":
		if list := c.member("data", "values"); list.isList() {
			found.list = list
		}
	case "json":
		found.list, found.read = c.member("data", "json"), append(found.read, "data.json", "valueProperty")
		found.value = c.str("valueProperty")
		if m := shown.FindStringSubmatch(c.str("template")); m != nil {
			found.label = m[1]
		}
		if found.value == "" {
			found.value = found.label // the whole item is the value; its label names it
		}
	default:
		found.list = nil
	}
	return found
}

// options reads the options of a question; nil where there are none that can be
// chosen. An item is a value, or an object with members for value and label.
func (b *builder) options(what string, list *node, valueMember, labelMember string) []form.Option {
	if !list.isList() {
		return nil
	}
	var options []form.Option
	first := map[string]*node{}
	for _, item := range list.children {
		if len(b.report) > MaxNotes {
			break // told by read
		}
		value, ok := item.scalar()
		label := ""
		if item.kind == '{' {
			value, ok = item.member(valueMember).scalar()
			label = b.words(item.member(labelMember), what)
		}
		switch {
		case value == "" && strings.TrimSpace(label) == "" && (ok || item.kind == '{'):
			b.note(item, dropped, "an option of "+what, "it is empty")
			continue
		case value == "" && label != "":
			value = label
			b.note(item, mapped, "option “"+short(label)+"” of "+what, "it has no value that can be kept; its label is the value here")
		case !ok:
			b.note(item, broken, "an option of "+what, "it is no option; the original keeps it")
			continue
		}
		if other := first[value]; other != nil {
			b.note(item, broken, "option "+name(label, value)+" of "+what, "the value stands at %s already; it is left out here, the original keeps both", b.at(other))
			continue
		}
		if first[value] = item; label == value {
			label = ""
		}
		options = append(options, form.Option{Value: value, Label: label})
	}
	return options
}

// language is the member that is shown of a text in several languages: the default,
// else English, else the first by name.
func language(n *node) *node {
	for _, key := range []string{"default", "en"} {
		if m := n.member(key); m != nil {
			return m
		}
	}
	if len(n.children) == 0 {
		return nil
	}
	return slices.MinFunc(n.children, func(a, b *node) int { return strings.Compare(a.key, b.key) })
}

// words is a text that people read, in one language.
func (b *builder) words(n *node, what string) string {
	if n == nil || n.kind != '{' {
		s, _ := n.scalar()
		return s
	}
	chosen := language(n)
	var others []string
	for _, c := range n.children {
		if c != chosen {
			others = append(others, member(c.key, c))
		}
	}
	if len(others) > 0 {
		b.note(n, kept, n.key+" of "+what, "one language is shown; the original keeps the others: %s", strings.Join(others, ", "))
	}
	s, _ := chosen.scalar()
	return s
}
