package form

import (
	"fmt"
	"strings"
)

// An Error is one problem of a document, an edit or an answer.
type Error struct {
	Path   string // JSON Pointer (RFC 6901); "" for the whole
	Reason string // what is wrong
	Fix    string // what would be right

	about []ElementID // whose doing it may be, the likeliest first
}

func (e *Error) Error() string {
	at := e.Path
	if at == "" {
		at = "the form"
	}
	return at + ": " + e.Reason + "; " + e.Fix
}

// Errors are all problems that were found, in the order of the document.
type Errors []*Error

func (e Errors) Error() string {
	all := make([]string, len(e))
	for i, one := range e {
		all[i] = one.Error()
	}
	return strings.Join(all, "\n")
}

// Unwrap lets errors.As find the first [*Error].
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}

// pointer appends a member's name or an index to a JSON Pointer.
func pointer(path string, name any) string {
	return path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(name))
}

// quoted is a list of names as people read it.
func quoted[S ~string](names []S) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = string(n)
	}
	return strings.Join(all, ", ")
}
