package intake

import (
	"strings"
)

// raw is the Markdown of the lines from..to-1 as they stand in the file, without
// the indentation up to a column and without blank lines around.
func (d *markdown) raw(from, to, column int) string {
	lines := d.src.lines(from, to)
	for i, l := range lines {
		lines[i] = dedent(l, column)
	}
	return trimBlank(lines)
}

// rawBlock is the Markdown of a block; a list begins at its own column.
func (d *markdown) rawBlock(b block, column int) string {
	if l, ok := b.list(); ok {
		column = max(column, d.columnOf(d.base+l.Pos()))
	}
	return d.raw(b.from, b.to, column)
}

// rawAfter is raw where the first line's content begins at an offset: what is
// before it there is a list marker.
func (d *markdown) rawAfter(offset, to, column int) string {
	from := d.src.line(offset)
	lines := d.src.lines(from, to)
	for i, l := range lines {
		if i == 0 {
			lines[i] = l[offset-d.src.starts[from-1]:]
		} else {
			lines[i] = dedent(l, column)
		}
	}
	return trimBlank(lines)
}

func trimBlank(lines []string) string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return strings.Join(lines, "\n")
}

// dedent takes white space off the start of a line, up to a column.
func dedent(line string, column int) string {
	at := 0
	for i := 0; i < len(line); i++ {
		switch {
		case at >= column:
			return line[i:]
		case line[i] == ' ':
			at++
		case line[i] == '\t' && at+4-at%4 > column:
			return strings.Repeat(" ", at+4-at%4-column) + line[i+1:]
		case line[i] == '\t':
			at += 4 - at%4
		default:
			return line[i:]
		}
	}
	return ""
}

// columnOf is the column, from 0 and with tabs expanded, of an offset.
func (d *markdown) columnOf(offset int) int {
	at := 0
	for _, r := range string(d.src.text[d.src.starts[d.src.line(offset)-1]:offset]) {
		if r == '\t' {
			at += 4 - at%4
		} else {
			at++
		}
	}
	return at
}
