package saved

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"turnbook/projections"
)

// Limits of a question, in bytes.
const (
	maxSQL   = 64 << 10
	maxTitle = 200
	maxAbout = 2000
)

// An InvalidError says what is wrong with a question.
type InvalidError struct {
	Field string
	Want  string // what would be right
	cause error
}

func (e *InvalidError) Error() string { return e.Field + ": " + e.Want }

func (e *InvalidError) Unwrap() error { return e.cause }

var names = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// complete checks a question and gives every parameter of its statement a default, and
// no other.
func complete(q projections.Question) (projections.Question, error) {
	if err := free(q.Name); err != nil {
		return q, err
	}
	switch {
	case q.Title == "" || len(q.Title) > maxTitle || !utf8.ValidString(q.Title):
		return q, &InvalidError{Field: "title", Want: fmt.Sprintf("give 1 to %d bytes of text", maxTitle)}
	case len(q.About) > maxAbout:
		return q, &InvalidError{Field: "about", Want: fmt.Sprintf("give at most %d bytes", maxAbout)}
	case len(q.SQL) > maxSQL:
		return q, &InvalidError{Field: "sql", Want: fmt.Sprintf("give at most %d bytes", maxSQL)}
	case !slices.Contains([]string{"", "bar", "line", "histogram"}, q.Chart.Kind):
		return q, &InvalidError{Field: "chart.kind", Want: "give bar, line, histogram, or nothing for the table alone"}
	}
	params := q.Params
	q.Params, q.Ready = []projections.Param{}, false
	for _, name := range projections.ParamsOf(q.SQL) {
		i := slices.IndexFunc(params, func(p projections.Param) bool { return p.Name == name })
		if i < 0 {
			i, params = len(params), append(params, projections.Param{Name: name})
		}
		q.Params = append(q.Params, params[i])
	}
	return q, projections.CheckStatement(q.SQL)
}

// free says whether a name can be given.
func free(name string) error {
	if !names.MatchString(name) {
		return &InvalidError{Field: "name", Want: "give 1 to 64 small letters, digits and hyphens, and no hyphen first"}
	}
	if _, err := Named(projections.Measures(), name); err == nil {
		return &InvalidError{Field: "name", Want: name + " is a ready measure, which stays as it is; give another name", cause: ErrReady}
	}
	return nil
}
