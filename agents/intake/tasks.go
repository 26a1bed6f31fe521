package intake

import (
	"github.com/yuin/goldmark/ast"

	"turnbook/schemas"
)

// paragraphOf is the text of a paragraph, nil for other blocks.
func (d *markdown) paragraphOf(b block) []byte {
	switch b.node.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		return b.node.Lines().Value(d.src.text[d.base:])
	}
	return nil
}

func (d *markdown) isChecklist(b block) bool {
	item := b.node.FirstChild()
	if item == nil || item.FirstChild() == nil {
		return false
	}
	return tick.Match(d.paragraphOf(block{node: item.FirstChild()}))
}

// items are a list's items. One that is indented, and not enough to be nested, is
// told: its author may have meant it to be.
func (d *markdown) items(list block) []block {
	all := d.children(list.node, list.from, list.to)
	for _, item := range all {
		if d.columnOf(d.base+item.node.Pos()) > d.columnOf(d.base+all[0].node.Pos()) {
			d.report.add(item.from, mapped, firstWords(d.raw(item.from, item.to, 0)),
				"it is indented less than the text of the item before it, so it stands beside that one, not below")
		}
	}
	return all
}

// fillModule makes tasks of a module's own blocks. A module has no description, so
// text before its first task becomes a task too; text behind one belongs to it.
func (d *markdown) fillModule(m *schemas.Module, blocks []block, alone bool) {
	var prose []block
	flush := func(only bool) {
		if t, ok := d.taskOfProse(prose, m.Title, only); ok {
			m.Tasks = append(m.Tasks, t)
		}
		prose = nil
	}
	for _, b := range runs(blocks) {
		switch _, list := b.list(); {
		case list:
			flush(false)
			for _, item := range d.items(b) {
				m.Tasks = append(m.Tasks, d.taskOfItem(item))
			}
		case len(m.Tasks) > 0:
			last := &m.Tasks[len(m.Tasks)-1]
			d.follow(&last.Description, last.Title, b, 0)
		default:
			prose = append(prose, b)
		}
	}
	flush(alone && len(m.Tasks) == 0)
}

// follow puts a block that stands behind an item into the item's description.
func (d *markdown) follow(description *string, title string, b block, column int) {
	text := d.rawBlock(b, column)
	*description = join(*description, text)
	d.report.add(b.from, mapped, firstWords(text), "it follows %q in the file and stands in its description", firstWords(title))
}

// taskOfProse makes one task of the text that opens a module. Where it is all that
// the module has, the task is called like the module, else by its first sentence.
func (d *markdown) taskOfProse(prose []block, module string, only bool) (schemas.Task, bool) {
	if len(prose) == 0 {
		return schemas.Task{}, false
	}
	t := schemas.Task{ID: d.ids.task(), Title: module}
	first, rest := prose[0], prose
	if p := d.paragraphOf(first); !only && isProse(string(p)) {
		var whole bool
		if t.Title, whole = d.titleOf(p); whole {
			rest = prose[1:]
			if first.next > 0 {
				t.Description = d.raw(first.next, first.to, 0)
			}
		}
	}
	for _, b := range rest {
		t.Description = join(t.Description, d.rawBlock(b, 0))
	}
	because := "a module has no description, so the text that opens it is a task"
	if only {
		because = "the module holds text only; it is one task"
	}
	d.report.add(first.from, mapped, t.Title, "%s", because)
	return t, true
}

// taskOfSection makes a task of a heading below a module.
func (d *markdown) taskOfSection(s *section) schemas.Task {
	t := schemas.Task{ID: d.ids.task(), Title: s.title}
	if !s.plain {
		t.Description = d.raw(s.heading.from, s.heading.to, 0)
	}
	d.fillTask(&t, s.blocks, 0)
	for _, c := range s.children {
		t.Steps = append(t.Steps, d.stepOfSection(c))
	}
	return t
}

func (d *markdown) taskOfItem(item block) schemas.Task {
	t := schemas.Task{ID: d.ids.task()}
	var rest []block
	var column int
	t.Title, t.Description, rest, column = d.open(item)
	d.fillTask(&t, rest, column)
	return t
}

// fillTask makes steps of a task's lists and description of the rest.
func (d *markdown) fillTask(t *schemas.Task, blocks []block, column int) {
	for _, b := range runs(blocks) {
		switch _, list := b.list(); {
		case list:
			for _, item := range d.items(b) {
				t.Steps = append(t.Steps, d.stepOfItem(item))
			}
		case len(t.Steps) > 0:
			last := &t.Steps[len(t.Steps)-1]
			d.follow(&last.Description, last.Title, b, column)
		default:
			t.Description = join(t.Description, d.rawBlock(b, column))
		}
	}
}

func (d *markdown) stepOfItem(item block) schemas.Step {
	s := schemas.Step{ID: d.ids.step(), Kind: schemas.Instruction}
	var rest []block
	var column int
	s.Title, s.Description, rest, column = d.open(item)
	parts := []string{s.Description}
	for _, b := range runs(rest) {
		parts = append(parts, d.rawBlock(b, column))
		if l, ok := b.list(); ok {
			d.report.add(b.from, mapped, firstWords(d.rawBlock(b, column)),
				"a step holds no steps; what is nested below %q (items: %d) is its description", firstWords(s.Title), l.ChildCount())
		}
	}
	s.Description = join(parts...)
	return s
}

// stepOfSection makes a step of a heading below a task, with all that it heads.
func (d *markdown) stepOfSection(s *section) schemas.Step {
	step := schemas.Step{ID: d.ids.step(), Kind: schemas.Instruction, Title: s.title}
	from := s.heading.to
	if !s.plain {
		from = s.heading.from
	}
	step.Description = d.raw(from, s.to, 0)
	items := len(s.children)
	for _, b := range s.blocks {
		if l, ok := b.list(); ok {
			items += l.ChildCount()
		}
	}
	if items > 0 {
		d.report.add(s.heading.from, mapped, s.title, "a step holds no steps; what stands below it (headings and items: %d) is its description", items)
	}
	return step
}
