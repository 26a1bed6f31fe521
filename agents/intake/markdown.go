package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"turnbook/schemas"
)

// markdown reads one Markdown file (decisions.md 34).
//
// The first heading is the playbook, those below it are modules, those below a
// module are tasks, and so is each top item of a module's lists. Below a task,
// headings and list items are steps. A step holds no steps, so what is nested
// deeper is its description. Everything else is description, as it stands in the
// file, of what it follows.
//
// Where a heading shares its level with the first one, there is no root: a title
// in the frontmatter is the playbook then, and else the first heading is both.
type markdown struct {
	*builder
	inline      parser.Parser
	first, base int               // the body: its first line, its offset
	definitions map[string]string // where [name] leads
}

func readMarkdown(b *builder) error {
	d := &markdown{builder: b, inline: newInlineParser(), definitions: make(map[string]string)}
	for _, m := range definition.FindAllSubmatch(b.src.text, -1) {
		d.definitions[util.ToLinkReference(m[1])] = string(m[2])
	}
	if len(b.src.starts) > MaxLines {
		return &Error{Name: b.src.name, Reason: fmt.Sprintf("it has more than %d lines", MaxLines), Fix: "split it into several playbooks"}
	}
	m := readMatter(b.src)
	fromMatter, matterLine := d.takeMatter(m)
	front, flat, err := d.outlineOf(m.after)
	if err != nil {
		return err
	}
	shared := sharesLevel(flat)
	root := d.takeTitle(flat, shared, fromMatter, matterLine)
	sections := d.nest(flat[root:], root > 0, flat)
	own := []block(nil)
	if root > 0 {
		own = flat[0].blocks
	}
	d.takeFront(front, own, shared, len(sections) > 0)
	for _, s := range sections {
		d.addModule(s.title, s.heading.from, s.blocks, s.children)
		d.keepHeading(s)
	}
	d.noteLinks(m.after)
	return nil
}

// sharesLevel says whether the first heading is one of several at its level, or
// below a later one.
func sharesLevel(flat []*section) bool {
	for i, s := range flat {
		if i > 0 && s.level <= flat[0].level {
			return true
		}
	}
	return false
}

// takeTitle decides the playbook's title and returns how many headings it used up.
func (d *markdown) takeTitle(flat []*section, shared bool, fromMatter string, matterLine int) int {
	switch {
	case len(flat) > 0 && !(shared && fromMatter != ""):
		first := flat[0]
		d.doc.Title = first.title
		if !first.plain {
			d.doc.Description = d.raw(first.heading.from, first.heading.to, 0)
		}
		if fromMatter != "" && fromMatter != first.title {
			d.report.add(matterLine, kept, "title: "+fromMatter, "the first heading is the playbook's title")
		}
		if shared {
			d.report.add(first.heading.from, mapped, first.title,
				"the first heading is the playbook's title; headings of its level follow, so they are modules")
		}
		return 1
	case fromMatter != "":
		d.doc.Title = fromMatter
		because := "the title stands in the frontmatter, since there is no heading"
		if len(flat) > 0 {
			because = "the title stands in the frontmatter; the first heading is one of several at its level, so they are modules"
		}
		d.report.add(matterLine, mapped, fromMatter, "%s", because)
	default:
		d.doc.Title = stem(d.src.name)
		d.report.add(0, mapped, d.doc.Title, "there is no heading, so the title is the file's name")
	}
	return 0
}

// nest makes a tree of the sections in a row. A heading hangs below the nearest
// one before it of a smaller level, and else below the playbook.
func (d *markdown) nest(flat []*section, titled bool, all []*section) []*section {
	var top, stack []*section
	base := 0 // level of the playbook's own heading, 0 for none
	if titled {
		base = all[0].level
	}
	for _, s := range flat {
		s.to = len(d.src.starts) + 1
		for len(stack) > 0 && stack[len(stack)-1].level >= s.level {
			stack[len(stack)-1].to = s.heading.from
			stack = stack[:len(stack)-1]
		}
		parent := base
		if len(stack) > 0 {
			parent = stack[len(stack)-1].level
			stack[len(stack)-1].children = append(stack[len(stack)-1].children, s)
		} else {
			top = append(top, s)
		}
		if parent > 0 && s.level > parent+1 {
			d.report.add(s.heading.from, mapped, s.title, "the heading skips from level %d to %d; it is taken as the next level", parent, s.level)
		}
		stack = append(stack, s)
	}
	return top
}

// takeFront places what stands before the first module: text is the playbook's
// description, and so is a plain list of bullets, which introduces as a rule.
// Numbered lists and checklists are work, and so is any list where no module
// follows or where the title's section is one among its like; they make a module.
func (d *markdown) takeFront(front, own []block, shared, modules bool) {
	work := func(b block, inOwn bool) bool {
		l, ok := b.list()
		return ok && (!modules || shared && inOwn || l.IsOrdered() || d.isChecklist(b))
	}
	all := append(append([]block(nil), front...), own...)
	at := 0
	for at < len(all) && !work(all[at], at >= len(front)) {
		at++
	}
	if at == len(all) && !modules && len(all) > 0 {
		at = 0 // a playbook of prose alone: one module with one task
	}
	parts := []string{d.doc.Description}
	for _, b := range runs(all[:at]) {
		if _, list := b.list(); list {
			d.report.add(b.from, mapped, firstWords(d.rawBlock(b, 0)), "a list of bullets before the first module is part of the playbook's description")
		}
		parts = append(parts, d.rawBlock(b, 0))
	}
	d.doc.Description = join(parts...)
	if at < len(all) {
		d.addModule(d.doc.Title, all[at].from, all[at:], nil)
	}
}

// keepHeading keeps what a module's title leaves out of its heading: a module has
// no description.
func (d *markdown) keepHeading(s *section) {
	if !s.plain {
		d.report.add(s.heading.from, kept, d.raw(s.heading.from, s.heading.to, 0), "a module has a title only; the heading's links and markup stand here")
	}
}

func (d *markdown) addModule(title string, line int, blocks []block, children []*section) {
	at := len(d.doc.Modules)
	d.doc.Modules = append(d.doc.Modules, schemas.Module{ID: d.ids.module(), Title: title})
	m := &d.doc.Modules[at]
	d.fillModule(m, blocks, len(children) == 0)
	for _, s := range children {
		m.Tasks = append(m.Tasks, d.taskOfSection(s))
	}
}

// join puts pieces of Markdown below each other.
func join(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" })
	return strings.Join(parts, "\n\n")
}

// firstWords is the beginning of a text, to name it by in the report.
func firstWords(text string) string {
	s, _ := shorten(clean(oneLine(text[:min(len(text), maxInline)])))
	return s
}

// isProse says whether a paragraph can give a title: a table, an admonition, an
// image, a definition or a template's tag can't.
func isProse(paragraph string) bool {
	for _, p := range []string{"|", "!!!", "???", ":::", "![", "{%", "{{", "{:", "<", "+++", "[^", "$$", "    "} {
		if strings.HasPrefix(paragraph, p) {
			return false
		}
	}
	return paragraph != "" && !definition.MatchString(paragraph)
}
