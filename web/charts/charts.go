// Package charts draws answers of the desk as SVG, for a page.
//
// A chart is part of its page: it has a title and a description for those who don't see
// it, no style of its own that a content policy would have to allow, and classes in the
// place of colours, so that light and dark are the page's. What it shows stands in the
// answer's table as well. Text of the answer is text in the chart.
package charts

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/go-analyze/charts"

	"turnbook/projections"
)

// Size of a chart in its own units; the page scales it.
const (
	width  = 760
	height = 340
)

// A NoChartError says why an answer can't be drawn as it was asked.
type NoChartError struct{ Detail string }

func (e *NoChartError) Error() string { return "no chart can be drawn: " + e.Detail }

// SVG draws an answer. title is what the chart is called; it is text from outside. The
// error is a [*NoChartError], or what the library reported.
func SVG(title string, a projections.Answer, c projections.Chart) (string, error) {
	d, err := read(a, c)
	if err != nil {
		return "", err
	}
	p := charts.NewPainter(charts.PainterOptions{OutputFormat: charts.ChartOutputSVG, Width: width, Height: height, Theme: theme})
	if c.Kind == "line" {
		err = p.LineChart(lines(d))
	} else {
		err = p.BarChart(bars(d))
	}
	if err != nil {
		return "", fmt.Errorf("charts: %w", err)
	}
	raw, err := p.Bytes()
	if err != nil {
		return "", fmt.Errorf("charts: %w", err)
	}
	return dress(string(raw), title, d.words(c)), nil
}

func bars(d data) charts.BarChartOption {
	o := charts.NewBarChartOptionWithData(d.values)
	o.Theme, o.CategoryAxis.Labels, o.Legend = theme, d.labels, legend(d)
	o.ValueFormatter = number
	return o
}

func lines(d data) charts.LineChartOption {
	o := charts.NewLineChartOptionWithData(d.values)
	o.Theme, o.XAxis.Labels, o.Legend = theme, d.labels, legend(d)
	o.ValueFormatter = number
	return o
}

func legend(d data) charts.LegendOption {
	return charts.LegendOption{SeriesNames: d.names, Theme: theme}
}

// tag is an element of the library's SVG with its style. Text can't hold one: its
// brackets are written as entities.
var tag = regexp.MustCompile(`<(path|text|circle|rect)([^<>]*) style="([^"<>]*)"`)

// dress makes a drawing of the library part of a page.
func dress(svg, title, about string) string {
	svg = tag.ReplaceAllStringFunc(svg, func(t string) string {
		m := tag.FindStringSubmatch(t)
		return "<" + m[1] + m[2] + attributes(m[3])
	})
	_, inside, _ := strings.Cut(svg, ">")
	return fmt.Sprintf(`<svg class="chart" viewBox="0 0 %d %d" role="img" aria-labelledby="chart-title" aria-describedby="chart-about"><title id="chart-title">%s</title><desc id="chart-about">%s</desc>%s`,
		width, height, html.EscapeString(title), html.EscapeString(about), inside)
}

// attributes are a style as attributes that a policy without inline style lets through.
func attributes(style string) string {
	var out, classes strings.Builder
	for _, declaration := range strings.Split(style, ";") {
		name, value, _ := strings.Cut(declaration, ":")
		switch name {
		case "fill", "stroke":
			fmt.Fprintf(&classes, " %s-%s", name, colour(value))
		case "stroke-width", "font-size":
			fmt.Fprintf(&out, ` %s="%s"`, name, strings.TrimSuffix(value, "px"))
		}
	}
	return fmt.Sprintf(`%s class="%s"`, out.String(), strings.TrimSpace(classes.String()))
}
