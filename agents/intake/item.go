package intake

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// open reads a list item's first block for a title. What the title leaves out is
// the description's beginning; rest are the other blocks, and column is where the
// item's content begins.
func (d *markdown) open(item block) (title, description string, rest []block, column int) {
	blocks := d.children(item.node, item.from, item.to)
	pos := item.node.Pos() + d.base
	column = d.columnOf(pos) + 2
	if len(blocks) == 0 {
		d.report.add(item.from, kept, "an item without text", "it is kept, called Untitled")
		return "Untitled", "", nil, column
	}
	first := blocks[0]
	start := first.node.Pos() + d.base
	sameLine := d.src.line(start) == d.src.line(pos)
	if _, code := first.node.(*ast.CodeBlock); !code && sameLine {
		column = d.columnOf(start)
	} else if sameLine {
		start = pos + len(marker.FindString(string(d.src.text[pos:min(len(d.src.text), pos+12)])))
	}
	// raw of the first block, without the marker before it
	markdown := ""
	if sameLine {
		markdown = d.rawAfter(start, first.to, column)
	} else {
		markdown = d.raw(d.src.line(start), first.to, column)
	}
	if p := d.paragraphOf(first); p != nil {
		whole := false
		if title, whole = d.titleOf(p); whole {
			markdown = ""
		} else if shortened, _ := d.plainText(tick.ReplaceAll(p, nil)); shortened != title {
			d.report.add(item.from, mapped, title, "the title is the beginning of a longer text, which is in the description")
		}
		d.noteTick(item.from, title, p)
	} else {
		title = nameOf(markdown)
	}
	if title == "" {
		title = "Untitled"
	}
	if _, list := first.list(); list {
		return title, "", blocks, column
	}
	return title, markdown, blocks[1:], column
}

func (d *markdown) noteTick(line int, title string, paragraph []byte) {
	if m := tick.FindSubmatch(paragraph); m != nil && m[1][0] != ' ' {
		d.report.add(line, dropped, string(m[0])+firstWords(title), "the item was ticked off; a playbook keeps no such marks")
	}
}

var letters = regexp.MustCompile(`[\pL\pN]`)

// nameOf is the first line of a block that has something to read, without the
// marks around it; "" for none.
func nameOf(markdown string) string {
	for _, line := range strings.SplitN(markdown, "\n", 20) {
		if letters.MatchString(line) && !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
			title, _ := shorten(clean(oneLine(strings.TrimLeft(line, "#>|-*+ \t"))))
			return title
		}
	}
	return ""
}
