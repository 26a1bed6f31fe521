package offline

import (
	"fmt"
	"strings"
)

// A lookupError says why a ref is no one thing, as the user is told.
type lookupError struct {
	Message string
	Several bool     // it could be more than one
	Replies []string // asks that would settle it; nil for none
}

func (e *lookupError) Error() string { return e.Message }

func noSuch(format string, args ...any) error {
	return &lookupError{Message: fmt.Sprintf(format, args...)}
}

func several(format string, args ...any) error {
	return &lookupError{Message: fmt.Sprintf(format, args...), Several: true}
}

// pick turns numbers into indexes of a list of n things.
func pick(numbers []int, n int, what, names string) ([]int, error) {
	var found []int
	for _, number := range numbers {
		i, ok := index(number, n)
		switch {
		case n == 0:
			return nil, noSuch("there is no %s.", what)
		case !ok:
			return nil, noSuch("There is no %s %d. There are %s.", what, number, names)
		}
		found = append(found, i)
	}
	return found, nil
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// list joins names as people do; "none" for none. A long list is cut.
func list(names []string) string {
	const most = 12
	if len(names) > most {
		names = append(names[:most:most], fmt.Sprintf("%d more", len(names)-most))
	}
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// spell says numbers as the user gave them.
func spell(numbers []int) string {
	var s []string
	for _, n := range numbers {
		if n < 0 {
			s = append(s, "“last”")
			continue
		}
		s = append(s, fmt.Sprint(n))
	}
	return list(s)
}

// asking is a question back, with the asks that would settle it.
func asking(question string, replies ...string) error {
	return &lookupError{Message: question, Replies: replies}
}
