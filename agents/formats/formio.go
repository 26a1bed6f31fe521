package formats

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/schemas/form"
)

// formio reads and writes forms of Form.io: components with keys, in each other to
// any depth.
type formio struct{}

func (formio) format() string    { return FormIO }
func (formio) keyMember() string { return "key" }

// formioTypes are the component types that ask what an element asks.
func formioTypes(typ string) (form.Type, bool) {
	t, ok := map[string]form.Type{
		"textfield": form.Text, "url": form.Text, "password": form.Text, "textarea": form.LongText,
		"number": form.Number, "currency": form.Number, "datetime": form.Date, "day": form.Date,
		"radio": form.Choice, "select": form.Choice, "selectboxes": form.MultipleChoice, "checkbox": form.Check,
		"email": form.Email, "phoneNumber": form.Phone, "file": form.File,
	}[typ]
	return t, ok
}

// scope is what the components around a component hand down to it.
type scope struct {
	path   string  // before its key, with a dot
	ruled  []*node // those that carry a rule
	hidden bool
}

func (f formio) walk(b *builder) {
	b.title = b.root.str("title")
	b.noteUnread(b.root, "the form", []string{"title", "components", "type"})
	f.list(b, b.root.member("components"), scope{})
}

func (f formio) list(b *builder, list *node, in scope) {
	for _, c := range list.children {
		if c.kind != '{' {
			b.note(c, broken, "a component", "it is no object; the original keeps it")
			continue
		}
		f.visit(b, c, in)
	}
}

// innerLists are the lists of components in a component: its own, those of its
// columns, and those of its rows' cells.
func (formio) innerLists(c *node) []*node {
	var lists []*node
	var cells func(n *node)
	cells = func(n *node) {
		switch {
		case n == nil:
		case n.kind == '[':
			for _, x := range n.children {
				cells(x)
			}
		case n.member("components").isList():
			lists = append(lists, n.member("components"))
		}
	}
	cells(c.member("columns"))
	cells(c.member("rows"))
	if own := c.member("components"); own.isList() {
		lists = append(lists, own)
	}
	return lists
}

func (f formio) visit(b *builder, c *node, in scope) {
	typ, key := c.str("type"), c.str("key")
	b.met(c, key)
	b.scopes[c] = in.path
	if f.hasRule(c) {
		in.ruled = append(slices.Clone(in.ruled), c)
	}
	in.hidden = in.hidden || c.yes("hidden")
	at := found{node: c, key: key, path: in.path + key, ruled: in.ruled, element: form.Element{Label: f.label(c)}}
	inner := f.innerLists(c)
	switch _, known := formioTypes(typ); {
	case f.layout(b, c, at):
	case typ == "button":
		b.note(c, dropped, name(at.element.Label, key), "a button asks nothing; a form here is sent by what shows it")
	case in.hidden:
		b.keep(at, typ, "it is hidden there, so it is not asked here", inner...)
	case known:
		f.question(b, c, at)
	default:
		b.keep(at, typ, "the type is not known here", inner...)
	}
	for _, key := range []string{"components", "columns"} {
		if m := c.member(key); m != nil && !m.isList() && m.kind != 0 {
			b.note(m, broken, key+" of "+name(at.element.Label, c.str("key")), "it is no list; the original keeps it")
		}
	}
	if slices.Contains([]string{"container", "datagrid", "editgrid"}, typ) {
		in.path += key + "."
	}
	for _, list := range inner {
		f.list(b, list, in)
	}
}

// layout reads what only holds components: a heading where it has a title that
// people see, and a note otherwise.
func (f formio) layout(b *builder, c *node, at found) bool {
	typ, read := c.str("type"), []string{"type", "key", "input", "tableView", "components", "columns", "rows", "label", "title", "legend", "conditional", "customConditional"}
	title, what := "", "it only arranges what it holds"
	switch typ {
	case "panel":
		title = c.str("title")
	case "fieldset":
		title = c.str("legend")
	case "container":
		title, what = c.str("label"), "it keeps the answers below it together; here they stand side by side"
	case "datagrid", "editgrid":
		title, what = c.str("label"), "it repeats what it holds; here that is asked once"
	case "", "columns", "table", "well", "tabs":
		if typ == "" && !c.member("components").isList() {
			return false
		}
		if typ == "" { // a tab
			title = c.str("label")
		}
	default:
		return false
	}
	label := name(f.label(c), at.key)
	if strings.TrimSpace(title) == "" {
		b.note(c, mapped, label, "%s (%s); its questions stand in order, the original keeps the rest", what, typ)
	} else {
		at.element = form.Element{Type: form.Heading, Label: title, Help: c.str("description")}
		b.add(at)
		read = append(read, "description")
		b.note(c, mapped, label, "it is a heading here; %s", what)
		if own := c.str("label"); own != title && own != "" {
			b.note(c, kept, "label “"+short(own)+"”", "the heading shows the title “%s”", short(title))
		}
	}
	b.noteUnread(c, label, read)
	return true
}

// label is what people see of a component.
func (formio) label(c *node) string {
	order := map[string][]string{"panel": {"title", "label"}, "fieldset": {"legend", "label"}}[c.str("type")]
	for _, m := range append(order, "label", "title", "legend") {
		if s := c.str(m); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// question reads a component that asks.
func (f formio) question(b *builder, c *node, at found) {
	typ := c.str("type")
	at.element.Type, _ = formioTypes(typ)
	read := []string{"type", "key", "input", "tableView", "label", "description", "validate.required", "conditional", "customConditional"}
	at.element.Required = c.yes("validate", "required")
	if at.element.Help = c.str("description"); at.element.Help == "" {
		at.element.Help = c.str("tooltip")
		read = append(read, "tooltip")
	}
	if typ == "select" && c.yes("multiple") {
		at.element.Type = form.MultipleChoice
		read = append(read, "multiple")
	}
	label := name(at.element.Label, at.key)
	if at.element.Type.HasOptions() {
		items := f.items(c)
		if at.element.Options = b.options(label, items.list, items.value, items.label); at.element.Options == nil {
			b.keep(at, typ, fmt.Sprintf("its options stand elsewhere (%s)", short(c.str("dataSrc"))))
			return
		}
		read = append(read, items.read...)
	}
	b.add(at)
	if losing := map[string]string{
		"url": "any text is taken", "password": "what is typed is shown", "currency": "the currency is not shown",
		"datetime": "only the day is asked", "day": "the whole date is asked",
	}[typ]; losing != "" {
		b.note(c, mapped, label, "the type “%s” became %s: %s", typ, at.element.Type, losing)
	}
	b.noteUnread(c, label, read)
}
