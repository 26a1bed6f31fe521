package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A table is rows of text from anywhere, printed under heads. Cells are made visible,
// and shortened where a person reads.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// cellMost is how many graphemes of a cell a person gets to see.
const cellMost = 60

func (t *table) print(w io.Writer) {
	most := 0
	if isTerminal(w) {
		most = cellMost
	}
	widths := make([]int, len(t.head))
	numbers := make([]bool, len(t.head))
	for i, h := range t.head {
		t.head[i] = visible(h)
		widths[i], numbers[i] = cells(t.head[i]), len(t.rows) > 0
	}
	for _, row := range t.rows {
		for i := range row {
			_, err := strconv.ParseFloat(row[i], 64)
			numbers[i] = numbers[i] && (err == nil || row[i] == "")
			if row[i] = visible(row[i]); most > 0 {
				row[i] = shorten(row[i], most)
			}
			widths[i] = max(widths[i], cells(row[i]))
		}
	}
	for _, row := range append([][]string{t.head}, t.rows...) {
		fmt.Fprintln(w, strings.TrimRight(aligned(row, widths, numbers), " "))
	}
}

// aligned pads cells to their columns, numbers to the left.
func aligned(row []string, widths []int, numbers []bool) string {
	var b strings.Builder
	for i, cell := range row {
		pad := strings.Repeat(" ", max(widths[i]-cells(cell), 0))
		if i > 0 {
			b.WriteString("  ")
		}
		if numbers[i] {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
	}
	return b.String()
}

// printJSON prints a JSON text on one line. What a terminal would obey is escaped
// where one reads; elsewhere bytes stay as they are.
func printJSON(w io.Writer, raw json.RawMessage) {
	var line bytes.Buffer
	if err := json.Compact(&line, raw); err != nil {
		line.Reset()
		line.Write(raw)
	}
	if !isTerminal(w) {
		fmt.Fprintln(w, line.String())
		return
	}
	var b strings.Builder
	for _, r := range line.String() {
		if unsafe(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	fmt.Fprintln(w, b.String())
}

// printValue prints a value that always marshals as JSON on one line.
func printValue(w io.Writer, v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // ours; it always marshals
	printJSON(w, bytes.TrimSpace(b.Bytes()))
}
