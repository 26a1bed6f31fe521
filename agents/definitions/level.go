package definitions

import (
	"slices"
	"strconv"
	"strings"
)

// levels are how hard a model may be asked to think, from not at all.
var levels = []string{"off", "low", "medium", "high", "xhigh", "max"}

// Levels are the names of how hard a model may be asked to think, in one text.
func Levels() string {
	return strings.Join(levels[:len(levels)-1], ", ") + " or " + levels[len(levels)-1]
}

// ReadLevel reads a level as people write it: by its name, or by its number from 0. A
// number stays one, as high as it is; false is for a text that is neither.
func ReadLevel(text string) (string, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return strconv.Itoa(n), true
	}
	return text, slices.Contains(levels, text)
}

// Level is the name of a level that [ReadLevel] took, the highest for a number beyond; ""
// for any other text.
func Level(text string) string {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return levels[min(n, len(levels)-1)]
	}
	if slices.Contains(levels, text) {
		return text
	}
	return ""
}
