package intake

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Limits of a Markdown file, far above what people write; they bound the time that
// a hostile one takes.
const (
	MaxNesting = 40      // of lists and quotes
	MaxLines   = 500_000 // frontmatter included
	MaxItems   = 100_000 // headings and list items
)

// block is one block of Markdown with the lines that it takes, from..to-1, counted
// from 1. The blocks of a container take all its lines, so that nothing stands
// between them.
type block struct {
	node     ast.Node
	from, to int
	next     int // where the second block of a run begins; 0 for a block alone
}

func (b block) list() (*ast.List, bool) {
	l, ok := b.node.(*ast.List)
	return l, ok
}

// runs makes one block of each run of text between lists, so that it is copied
// once. Rules at the ends of a run say nothing and are left out.
func runs(blocks []block) []block {
	var out []block
	open := false // whether out ends with a run that can be extended
	rules := 0    // the line behind the rules that may end it
	for _, b := range blocks {
		_, list := b.list()
		_, rule := b.node.(*ast.ThematicBreak)
		last := len(out) - 1
		switch {
		case rule && open && max(rules, out[last].to) == b.from:
			rules = b.to
		case rule:
		case !list && open && max(rules, out[last].to) == b.from:
			if out[last].next == 0 {
				out[last].next = out[last].to
			}
			out[last].to, rules = b.to, 0
		default:
			out, open, rules = append(out, b), !list, 0
		}
	}
	return out
}

// section is a heading with what follows until the next one.
type section struct {
	level    int // from 1
	title    string
	plain    bool // whether the title says all that the heading does
	heading  block
	blocks   []block
	children []*section
	to       int // first line behind its children
}

// outlineOf splits the body of a file, which begins at line first, at its headings:
// what stands before them, and the sections in a row.
func (d *markdown) outlineOf(first int) (front []block, flat []*section, err error) {
	body := d.src.text[len(d.src.text):]
	if first <= len(d.src.starts) {
		body = d.src.text[d.src.starts[first-1]:]
	}
	if err := d.checkSize(first); err != nil {
		return nil, nil, err
	}
	d.first, d.base = first, len(d.src.text)-len(body)
	// Blocks only: inline markup is read where a title is taken (inline.go), and
	// definitions of links stay in place as paragraphs.
	root := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...)).Parse(text.NewReader(body))
	for _, b := range d.children(root, first, len(d.src.starts)+1) {
		h, isHeading := b.node.(*ast.Heading)
		switch {
		case isHeading:
			s := &section{level: h.Level, heading: b}
			s.title, s.plain = d.plainText(h.Lines().Value(body))
			if s.title == "" {
				s.title = "Untitled"
			}
			flat = append(flat, s)
		case len(flat) == 0:
			front = append(front, b)
		default:
			flat[len(flat)-1].blocks = append(flat[len(flat)-1].blocks, b)
		}
	}
	return front, flat, nil
}

// children are the blocks of a container that takes the lines from..to-1.
func (d *markdown) children(parent ast.Node, from, to int) []block {
	var blocks []block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		start := from
		if len(blocks) > 0 {
			last := &blocks[len(blocks)-1]
			start = last.from
			if pos := n.Pos(); pos >= 0 {
				start = max(start, d.src.line(d.base+pos))
			}
			last.to = start
		}
		blocks = append(blocks, block{node: n, from: start, to: to})
	}
	return blocks
}
