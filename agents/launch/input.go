package launch

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"turnbook/schemas/canon"
)

// An Issue is one thing that is wrong with a tool's arguments.
type Issue struct {
	Path    []string // of the argument, as in ["workspace" "mode"]; empty for the whole
	Message string
}

// An InputError says all that is wrong with a tool's arguments.
type InputError struct {
	Tool   string
	Issues []Issue
}

func (e *InputError) Error() string {
	var lines []string
	for _, i := range e.Issues {
		lines = append(lines, strings.Join(i.Path, ".")+": "+i.Message)
	}
	return e.Tool + ": the arguments can't be: " + strings.Join(lines, "; ")
}

// An object is JSON arguments as they are read. A member that is absent or null is not
// given; one that nobody asks for is an issue.
type object struct {
	path    []string
	members map[string]json.RawMessage
	issues  *[]Issue
}

// open reads arguments; where they are no object, the only issue says so.
func open(raw json.RawMessage) *object {
	o := &object{issues: new([]Issue)}
	if len(strings.TrimSpace(string(raw))) == 0 {
		raw = json.RawMessage("{}")
	}
	if _, err := canon.JSON(raw); err != nil {
		o.issue("", "it can't be read: "+err.Error())
	} else if json.Unmarshal(raw, &o.members) != nil || o.members == nil {
		o.issue("", "give a JSON object")
	}
	return o
}

func (o *object) issue(name, message string) {
	path := slices.Clone(o.path)
	if name != "" {
		path = append(path, name)
	}
	*o.issues = append(*o.issues, Issue{Path: path, Message: message})
}

// take gives a member and strikes it off; false where it is not given.
func (o *object) take(name string) (json.RawMessage, bool) {
	raw, ok := o.members[name]
	delete(o.members, name)
	return raw, ok && strings.TrimSpace(string(raw)) != "null"
}

// read decodes a member; false where it is not given or of another type.
func read[T any](o *object, name, want string) (v T, ok bool) {
	raw, ok := o.take(name)
	if !ok {
		return v, false
	}
	if json.Unmarshal(raw, &v) != nil {
		o.issue(name, "give "+want)
		return v, false
	}
	return v, true
}

// name reads a trimmed text that is not empty.
func (o *object) name(name string) string {
	text, ok := read[string](o, name, "a text")
	if text = strings.TrimSpace(text); ok && text == "" {
		o.issue(name, "it is empty; give a text, or leave it out")
	}
	return text
}

// required reads a text that must be there, as it came.
func (o *object) required(name string) string {
	before := len(*o.issues)
	text, ok := read[string](o, name, "a text")
	if (!ok || text == "") && len(*o.issues) == before {
		o.issue(name, "it is missing; give a text")
	}
	return text
}

// oneOf reads a word of a closed list; the first is the default.
func (o *object) oneOf(name string, list ...string) string {
	text, ok := read[string](o, name, "one of "+strings.Join(list, ", "))
	if !ok {
		return list[0]
	}
	if !slices.Contains(list, text) {
		o.issue(name, fmt.Sprintf("there is no %s; give one of %s", shorten(text), strings.Join(list, ", ")))
	}
	return text
}

// whole reads a whole number within bounds; absent where it is not given.
func (o *object) whole(name string, least, most int) (int, bool) {
	want := fmt.Sprintf("a whole number from %d to %d", least, most)
	n, ok := read[int](o, name, want)
	if ok && (n < least || n > most) {
		o.issue(name, "give "+want)
	}
	return n, ok
}

// texts reads a list of trimmed texts.
func (o *object) texts(name string) []string {
	list, _ := read[[]string](o, name, "a list of texts")
	for i, text := range list {
		if list[i] = strings.TrimSpace(text); list[i] == "" {
			o.issue(name, fmt.Sprintf("entry %d is empty", i+1))
		}
	}
	return list
}

// inner opens a member that is an object itself; one that is not given is empty.
func (o *object) inner(name string) *object {
	in := &object{path: append(slices.Clone(o.path), name), issues: o.issues}
	in.members, _ = read[map[string]json.RawMessage](o, name, "an object")
	return in
}

// close makes an issue of every member that nobody asked for.
func (o *object) close() {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		o.issue(name, "there is no such argument")
	}
}

// done is the error of all issues; nil for none.
func (o *object) done(tool string) *InputError {
	if len(*o.issues) == 0 {
		return nil
	}
	return &InputError{Tool: tool, Issues: *o.issues}
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// pattern reads a regular expression.
func (o *object) pattern(name string) string {
	text := o.name(name)
	if _, err := regexp.Compile(text); err != nil {
		o.issue(name, "it is no regular expression: "+err.Error())
	}
	return text
}
