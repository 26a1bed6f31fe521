package charts

import (
	"fmt"
	"strconv"

	"github.com/go-analyze/charts"
)

// series is how many colours there are; more series begin again with the first.
const series = 6

// The library's colours are numbers by which its parts are known again: a drawing holds
// class names in their place.
var (
	paper = charts.Color{R: 1, A: 255}
	ink   = charts.Color{R: 2, A: 255}
	grid  = charts.Color{R: 3, A: 255}
	axis  = charts.Color{R: 4, A: 255}

	theme = charts.MakeTheme(charts.ThemeOption{
		AxisStrokeColor: axis, AxisSplitLineColor: grid, BackgroundColor: paper, TextColor: ink, SeriesColors: seriesColours(),
	})
)

func seriesColours() []charts.Color {
	out := make([]charts.Color, series)
	for i := range out {
		out[i] = charts.Color{R: uint8(10 + i), A: 255}
	}
	return out
}

// colour is the class name that stands for a colour of the library's.
func colour(value string) string {
	var red int
	if _, err := fmt.Sscanf(value, "rgb(%d,0,0)", &red); err != nil {
		if value == "white" {
			return "paper"
		}
		return "none"
	}
	switch red {
	case 1:
		return "paper"
	case 2:
		return "ink"
	case 3:
		return "grid"
	case 4:
		return "axis"
	}
	return strconv.Itoa((red-10)%series + 1)
}

// number is a number on an axis: whole where it is, and short.
func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }
