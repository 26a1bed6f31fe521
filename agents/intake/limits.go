package intake

import (
	"fmt"
	"regexp"
	"strings"
)

// marker is what opens a list item or a quote at the start of a line.
var marker = regexp.MustCompile(`^(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|$))`)

var rule = regexp.MustCompile(`^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$`)

// checkSize refuses what would take too long or nest too deep before anything
// recurses into it. It counts what each line opens on top of the items that still
// stand open.
func (d *markdown) checkSize(first int) error {
	refuse := func(line int, format string, limit int, fix string) error {
		return &Error{Name: d.src.name, Line: line, Reason: fmt.Sprintf(format, limit), Fix: fix}
	}
	var open []int // columns of open list items
	items := 0
	for i, line := range d.src.lines(first, len(d.src.starts)+1) {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
			items++
		}
		if rule.MatchString(line) {
			continue
		}
		depth, column, rest := 0, 0, line
		for {
			trimmed := strings.TrimLeft(rest, " \t")
			column += len(rest) - len(trimmed)
			m := marker.FindString(trimmed)
			if m == "" {
				break
			}
			if m == ">" {
				depth++
			} else {
				for len(open) > 0 && open[len(open)-1] >= column {
					open = open[:len(open)-1]
				}
				open = append(open, column)
				items++
			}
			column, rest = column+len(m), trimmed[len(m):]
		}
		if depth += len(open); depth > MaxNesting {
			return refuse(first+i, "lists and quotes nest deeper than %d", MaxNesting, "flatten them")
		}
		if items > MaxItems {
			return refuse(first+i, "there are more than %d headings and list items", MaxItems, "split it into several playbooks")
		}
	}
	return nil
}
