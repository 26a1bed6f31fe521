package charts_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/web/charts"
)

var answer = projections.Answer{
	Columns: []string{"reason", "drops", "note", "share"},
	Rows: [][]any{
		{`</text><script>alert(1)</script> style="fill:red"`, int64(3), "x", 0.5},
		{"not_mounted", int64(12), nil, -1.5},
		{nil, nil, "y", 2.0},
	},
}

// parsed reads a drawing as a browser does, and gives its texts and all attributes' names.
func parsed(t *testing.T, svg string) (texts []string, attributes map[string]bool) {
	t.Helper()
	attributes = map[string]bool{}
	d, inText := xml.NewDecoder(strings.NewReader(svg)), false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, attributes
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text" || e.Name.Local == "title" || e.Name.Local == "desc"
			attributes["<"+e.Name.Local] = true
			for _, a := range e.Attr {
				attributes[a.Name.Local] = true
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestAChartIsPartOfItsPage(t *testing.T) {
	for kind, about := range map[string]string{
		"bar":       "Bar chart of drops, share over 3 places; drops goes from 0 to 12; share goes from -1.5 to 2; 1 values are no numbers and drawn as nothing. The table below holds the same.",
		"line":      "Line chart of drops, share over 3 places; drops goes from 0 to 12; share goes from -1.5 to 2; 1 values are no numbers and drawn as nothing. The table below holds the same.",
		"histogram": "Histogram of rows over 2 places; rows goes from 1 to 1; 1 values are no numbers and drawn as nothing. The table below holds the same.",
	} {
		chart := projections.Chart{Kind: kind, X: "reason", Y: []string{"drops", "share"}}
		if kind == "histogram" {
			chart.X = "drops"
		}
		svg, err := charts.SVG(`Drops <b>"why"</b>`, answer, chart)
		if err != nil {
			t.Fatal(err)
		}
		texts, attributes := parsed(t, svg)
		if diff := cmp.Diff([]string{`Drops <b>"why"</b>`, about}, texts[:2]); diff != "" {
			t.Errorf("%s: title and description (-want +got):\n%s", kind, diff)
		}
		for _, no := range []string{"style", "<script", "<style", "href"} {
			if attributes[no] {
				t.Errorf("%s holds %s:\n%s", kind, no, svg)
			}
		}
		if !attributes["role"] || !attributes["viewBox"] || !regexp.MustCompile(`class="[^"]*fill-1`).MatchString(svg) && kind != "line" {
			t.Errorf("%s is not dressed:\n%s", kind, svg)
		}
	}
}

func TestWhatCannotBeDrawnSaysWhy(t *testing.T) {
	for want, c := range map[string]projections.Chart{
		`no chart can be drawn: the answer has no column "nothing"; it has reason, drops, note, share`: {Kind: "bar", X: "nothing"},
		`no chart can be drawn: column "note" holds no numbers`:                                        {Kind: "histogram", X: "note"},
		`no chart can be drawn: "pie" is no kind of chart; give bar, line or histogram`:                {Kind: "pie"},
	} {
		var no *charts.NoChartError
		if _, err := charts.SVG("t", answer, c); !errors.As(err, &no) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := charts.SVG("t", projections.Answer{Columns: []string{"a"}}, projections.Chart{Kind: "bar"}); err == nil {
		t.Error("an answer without rows is drawn")
	}
}

func TestAChartOfManyRowsAndHugeNumbersIsDrawn(t *testing.T) {
	many := projections.Answer{Columns: []string{"n", "v"}}
	for i := range 500 {
		many.Rows = append(many.Rows, []any{int64(i), float64(i) * 1e300})
	}
	for _, kind := range []string{"bar", "line", "histogram"} {
		svg, err := charts.SVG("many", many, projections.Chart{Kind: kind})
		if err != nil || len(svg) > 200_000 {
			t.Errorf("%s: %d bytes, %v", kind, len(svg), err)
		}
		parsed(t, svg)
	}
}
