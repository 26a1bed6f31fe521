package formats

import (
	"fmt"
	"slices"
	"strings"

	"turnbook/schemas"
)

// Kinds of notes, as those of an import of a playbook.
const (
	mapped  = "mapped"  // it became something that the author may not expect
	kept    = "kept"    // the document has no place for it; it stays in the original
	dropped = "dropped" // it is not taken over
	broken  = "broken"  // the file contradicts itself
)

// note adds a line to the report, at a node's place.
func (b *builder) note(n *node, kind, what, because string, args ...any) {
	if len(b.report) > MaxNotes {
		return // told by read
	}
	one := schemas.ImportNote{Kind: kind, What: what, Because: fmt.Sprintf(because, args...)}
	if n != nil && n.offset >= 0 {
		one.Path, one.Line = n.pointer, b.src.line(n.offset)
	}
	b.report = append(b.report, one)
}

// sorted is the report in the order of the file.
func (b *builder) sorted() []schemas.ImportNote {
	slices.SortStableFunc(b.report, func(x, y schemas.ImportNote) int { return x.Line - y.Line })
	return b.report
}

// short is a text as a note shows it: on one line, not too long.
func short(s string) string {
	const most = 80
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return s
}

// name is what a note calls a node: its label, whole, and its key.
func name(label, key string) string {
	label, key = strings.Join(strings.Fields(label), " "), short(key)
	switch {
	case label == "" && key == "":
		return "(no name)"
	case label == "":
		return key
	case key == "" || key == label:
		return "“" + label + "”"
	}
	return "“" + label + "” (" + key + ")"
}

// at tells a node's place to people.
func (b *builder) at(n *node) string {
	return fmt.Sprintf("%s (line %d)", n.pointer, b.src.line(n.offset))
}

// unread lists the members of a node that say something and were not read, with
// their values where those are short. Paths go two members deep.
func unread(n *node, read []string) []string {
	var rest []string
	for _, c := range n.children {
		switch {
		case c.empty() || slices.Contains(read, c.key):
		case c.kind == '{' && slices.ContainsFunc(read, func(p string) bool { return strings.HasPrefix(p, c.key+".") }):
			for _, d := range c.children {
				if path := c.key + "." + d.key; !d.empty() && !slices.Contains(read, path) {
					rest = append(rest, member(path, d))
				}
			}
		default:
			rest = append(rest, member(c.key, c))
		}
	}
	return rest
}

func member(path string, n *node) string {
	switch {
	case n.isText():
		return path + " “" + short(n.text) + "”"
	case n.kind == 0:
		return path + " " + short(n.text)
	}
	return path
}

// noteUnread tells what of a node has no place in a document.
func (b *builder) noteUnread(n *node, what string, read []string) {
	if rest := unread(n, read); len(rest) > 0 {
		b.note(n, kept, what, "a form here has no place for %s; the original keeps it", strings.Join(rest, ", "))
	}
}
