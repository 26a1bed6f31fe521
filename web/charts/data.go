package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"turnbook/projections"
)

// Bounds of what a chart shows.
const (
	maxPoints = 60
	maxLabel  = 14 // characters
	maxLines  = series
	classes   = 12 // of a histogram, at most
)

// data is an answer as a chart takes it: a label for each place, and a list of values
// for each series.
type data struct {
	labels []string
	names  []string
	values [][]float64
	left   int // rows that the chart has no room for
	blank  int // values that are no numbers, drawn as nothing
}

// read takes an answer apart.
func read(a projections.Answer, c projections.Chart) (data, error) {
	if len(a.Rows) == 0 {
		return data{}, &NoChartError{"the answer has no rows"}
	}
	x, ys, err := columns(a, c)
	if err != nil {
		return data{}, err
	}
	switch c.Kind {
	case "histogram":
		return histogram(a, x)
	case "bar", "line":
		return points(a, x, ys), nil
	}
	return data{}, &NoChartError{fmt.Sprintf("%q is no kind of chart; give bar, line or histogram", c.Kind)}
}

// columns are the places of the columns that are drawn.
func columns(a projections.Answer, c projections.Chart) (x int, ys []int, err error) {
	place := func(name string) (int, error) {
		if i := slices.Index(a.Columns, name); i >= 0 {
			return i, nil
		}
		return 0, &NoChartError{fmt.Sprintf("the answer has no column %q; it has %s", name, strings.Join(a.Columns, ", "))}
	}
	if c.X != "" {
		if x, err = place(c.X); err != nil {
			return 0, nil, err
		}
	} else if c.Kind == "histogram" {
		x = max(0, slices.IndexFunc(a.Rows[0], isNumber))
	}
	for _, name := range c.Y {
		y, err := place(name)
		if err != nil {
			return 0, nil, err
		}
		ys = append(ys, y)
	}
	for i := 0; len(ys) == 0 && i < len(a.Columns); i++ {
		if i != x && isNumber(a.Rows[0][i]) {
			ys = []int{i}
		}
	}
	if len(ys) == 0 && c.Kind != "histogram" {
		return 0, nil, &NoChartError{"no column beside the first holds numbers"}
	}
	return x, ys[:min(len(ys), maxLines)], nil
}

func points(a projections.Answer, x int, ys []int) data {
	rows := a.Rows[:min(len(a.Rows), maxPoints)]
	d := data{left: len(a.Rows) - len(rows), values: make([][]float64, len(ys))}
	for i, y := range ys {
		d.names = append(d.names, a.Columns[y])
		for _, row := range rows {
			f, ok := numberOf(row[y])
			if !ok {
				d.blank++
			}
			d.values[i] = append(d.values[i], f)
		}
	}
	for _, row := range rows {
		d.labels = append(d.labels, label(row[x]))
	}
	return d
}

// histogram counts the values of a column in classes of one width.
func histogram(a projections.Answer, x int) (data, error) {
	d := data{names: []string{"rows"}}
	var all []float64
	for _, row := range a.Rows {
		if f, ok := numberOf(row[x]); ok {
			all = append(all, f)
		} else {
			d.blank++
		}
	}
	if len(all) == 0 {
		return d, &NoChartError{fmt.Sprintf("column %q holds no numbers", a.Columns[x])}
	}
	low, high := slices.Min(all), slices.Max(all)
	n := min(classes, max(1, int(math.Ceil(math.Sqrt(float64(len(all)))))))
	if low == high {
		n = 1
	}
	step := (high - low) / float64(n)
	counts := make([]float64, n)
	for _, f := range all {
		counts[class(f, low, step, n)]++
	}
	for i := range counts {
		d.labels = append(d.labels, number(low+float64(i)*step)+" – "+number(low+float64(i+1)*step))
	}
	d.values = [][]float64{counts}
	return d, nil
}

// class is which of n classes a value falls into; the highest value is of the last.
func class(f, low, step float64, n int) int {
	if step == 0 {
		return 0
	}
	return min(n-1, int((f-low)/step))
}

func isNumber(v any) bool {
	_, ok := numberOf(v)
	return ok
}

// numberOf is a value as a place in a chart. An infinite one has none.
func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsInf(v, 0)
	}
	return 0, false
}

// label is a value under the axis, cut to what has room there.
func label(v any) string {
	if b, ok := v.([]byte); ok {
		return fmt.Sprintf("%d bytes", len(b))
	}
	text := strings.Join(strings.Fields(strings.ToValidUTF8(fmt.Sprint(v), "\uFFFD")), " ")
	switch {
	case v == nil || text == "":
		return "(none)"
	case utf8.RuneCountInString(text) > maxLabel:
		return string([]rune(text)[:maxLabel-1]) + "…"
	}
	return text
}

// words describe the chart for those who don't see it.
func (d data) words(c projections.Chart) string {
	kind := map[string]string{"bar": "Bar chart", "line": "Line chart", "histogram": "Histogram"}[c.Kind]
	out := fmt.Sprintf("%s of %s over %d places", kind, strings.Join(d.names, ", "), len(d.labels))
	for i, name := range d.names {
		low, high := slices.Min(d.values[i]), slices.Max(d.values[i])
		out += fmt.Sprintf("; %s goes from %s to %s", name, number(low), number(high))
	}
	if d.left > 0 {
		out += fmt.Sprintf("; %d more rows have no room", d.left)
	}
	if d.blank > 0 {
		out += fmt.Sprintf("; %d values are no numbers and drawn as nothing", d.blank)
	}
	return out + ". The table below holds the same."
}
