package definitions

import (
	"regexp"
	"strings"
)

// An ID names an agent: 1 to 64 of a-z, 0-9, "-" and "_", the first and last of them a
// letter or digit (workspace-turns.md 3.2).
type ID string

// maxID is the longest id, in characters.
const maxID = 64

var idSyntax = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$`)

// An IDError says that a text can be no agent id.
type IDError struct{ Text string }

func (e *IDError) Error() string {
	return "malformed agent id (" + shorten(e.Text) + "): give 1 to 64 of a-z, 0-9, - and _, with a letter or digit at both ends"
}

// ParseID reads an id as somebody typed it: blanks around it and capitals do not
// matter. The error is an [*IDError].
func ParseID(text string) (ID, error) {
	id := strings.ToLower(strings.TrimSpace(text))
	if len(id) > maxID || !idSyntax.MatchString(id) {
		return "", &IDError{text}
	}
	return ID(id), nil
}

// between is what an id can't hold.
var between = regexp.MustCompile(`[^a-z0-9_-]+`)

// idOf is the id of a file: its name without .md or .agent.md, with a "-" for what an
// id can't hold (decisions.md 35). The error is an [*IDError].
func idOf(file string) (id ID, slugged bool, err error) {
	stem := strings.ToLower(file)
	stem = strings.TrimSuffix(strings.TrimSuffix(stem, ".md"), ".agent")
	slug := strings.Trim(between.ReplaceAllString(stem, "-"), "-_")
	if id, err = ParseID(slug); err != nil {
		return "", false, &IDError{stem}
	}
	return id, slug != stem, nil
}

// shorten is a text as a message shows it.
func shorten(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
