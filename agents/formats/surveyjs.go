package formats

import (
	"slices"
	"strings"

	"turnbook/schemas/form"
)

// surveyjs reads and writes forms of SurveyJS: pages of elements with names.
type surveyjs struct{}

func (surveyjs) format() string    { return SurveyJS }
func (surveyjs) keyMember() string { return "name" }

// surveyTypes are the question types that ask what an element asks; a text asks for
// more by its inputType.
func surveyTypes(typ string) (form.Type, bool) {
	t, ok := map[string]form.Type{
		"text": form.Text, "comment": form.LongText, "radiogroup": form.Choice, "dropdown": form.Choice, "buttongroup": form.Choice,
		"imagepicker": form.Choice, "checkbox": form.MultipleChoice, "tagbox": form.MultipleChoice, "boolean": form.Check, "file": form.File,
	}[typ]
	return t, ok
}

// inputTypes are those of a text question that have a type of their own here.
func inputTypes(input string) (form.Type, bool) {
	t, ok := map[string]form.Type{
		"": form.Text, "text": form.Text, "number": form.Number, "range": form.Number, "date": form.Date, "datetime-local": form.Date,
		"email": form.Email, "tel": form.Phone,
	}[input]
	return t, ok
}

// surveyList is the first list of pages or questions of a survey; nil for none.
func surveyList(root *node) *node {
	for _, m := range []string{"pages", "elements", "questions"} {
		if list := root.member(m); list.isList() {
			return list
		}
	}
	return nil
}

func (s surveyjs) walk(b *builder) {
	b.title = b.words(b.root.member("title"), "the survey")
	b.noteUnread(b.root, "the survey", []string{"title", "pages", "elements", "questions"})
	for _, page := range b.root.member("pages").all() {
		s.visit(b, page, scope{}, true)
	}
	for _, m := range []string{"elements", "questions"} {
		s.list(b, b.root.member(m), scope{})
	}
}

// all are the items of a list; none where it is no list.
func (n *node) all() []*node {
	if !n.isList() {
		return nil
	}
	return n.children
}

func (s surveyjs) list(b *builder, list *node, in scope) {
	for _, c := range list.all() {
		s.visit(b, c, in, false)
	}
}

// innerLists are the lists of questions in a page or panel.
func (surveyjs) innerLists(c *node) []*node {
	var lists []*node
	for _, m := range []string{"elements", "questions", "templateElements"} {
		if list := c.member(m); list.isList() {
			lists = append(lists, list)
		}
	}
	return lists
}

func (s surveyjs) visit(b *builder, c *node, in scope, page bool) {
	if c.kind != '{' {
		b.note(c, broken, "an element", "it is no object; the original keeps it")
		return
	}
	typ, key := c.str("type"), c.str("name")
	b.met(c, key)
	b.scopes[c] = in.path
	if strings.TrimSpace(c.str("visibleIf")) != "" {
		in.ruled = append(slices.Clone(in.ruled), c)
	}
	shown := c.member("visible")
	in.hidden = in.hidden || shown != nil && shown.text == "false"
	at := found{node: c, key: key, path: in.path + key, ruled: in.ruled, element: form.Element{Label: b.words(c.member("title"), key)}}
	inner := s.innerLists(c)
	switch _, known := surveyTypes(typ); {
	case page || slices.Contains([]string{"panel", "flowpanel", "paneldynamic"}, typ):
		s.panel(b, c, at, page)
	case in.hidden:
		b.keep(at, typ, "it is hidden there, so it is not asked here", inner...)
	case known:
		s.question(b, c, at)
	default:
		b.keep(at, typ, "the type is not known here", inner...)
	}
	if typ == "paneldynamic" {
		in.path += key + "."
	}
	for _, list := range inner {
		s.list(b, list, in)
	}
}

// panel reads what holds questions: a heading where it has a title.
func (s surveyjs) panel(b *builder, c *node, at found, page bool) {
	what, read := "it holds the questions below it", []string{"type", "name", "title", "elements", "questions", "templateElements", "visibleIf"}
	switch {
	case page:
		what = "it was a page, here all stand on one"
	case c.str("type") == "paneldynamic":
		what = "it repeats what it holds; here that is asked once"
	}
	label := name(at.element.Label, at.key)
	if strings.TrimSpace(at.element.Label) == "" {
		b.note(c, mapped, label, "%s; it has no title, so no heading", what)
	} else {
		at.element.Type, at.element.Help = form.Heading, b.words(c.member("description"), label)
		b.add(at)
		read = append(read, "description")
		b.note(c, mapped, label, "it is a heading here; %s", what)
	}
	b.noteUnread(c, label, read)
}
