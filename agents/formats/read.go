package formats

import (
	"encoding/json"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// Formats, as they are named in an import and asked for in an export.
const (
	FormIO   = "form.io"
	SurveyJS = "surveyjs"
)

// Imported is what a file became.
type Imported struct {
	Format   string               // [FormIO] or [SurveyJS]
	Title    string               // of the whole form; "" where the file has none
	Document form.Document        // to edit, and to export again
	Report   []schemas.ImportNote // what was mapped, kept, dropped and is broken, in the order of the file
	Original json.RawMessage      // the file, whole, in canonical form
}

// ReadForm turns the content of a file into a form document.
//
// The error is an [*Error].
func ReadForm(name string, content []byte) (Imported, error) {
	src, err := open(name, content)
	if err != nil {
		return Imported{}, err
	}
	root, err := parse(src.text)
	if err != nil {
		return Imported{}, src.refuse(err)
	}
	d, err := recognise(src, root)
	if err != nil {
		return Imported{}, err
	}
	b := &builder{src: src, root: root, dialect: d}
	if err := b.read(); err != nil {
		return Imported{}, err
	}
	return Imported{Format: d.format(), Title: b.title, Document: b.doc, Report: b.sorted(), Original: src.canonical}, nil
}

// A dialect is one of the formats.
type dialect interface {
	format() string
	walk(b *builder)                              // finds the elements, in order
	rule(b *builder, n *node) (*form.Rule, error) // of a component; nil for none
	writer
}

// recognise tells the format by the members of the root.
func recognise(src *source, root *node) (dialect, error) {
	refuse := func(reason, fix string) error { return &Error{Name: src.name, Line: 1, Reason: reason, Fix: fix} }
	const want = "give a form of Form.io (an object with “components”) or SurveyJS (with “pages” or “elements”)"
	if root.kind != '{' {
		what := map[byte]string{'[': "a list", '"': "a text"}[root.kind]
		if what == "" {
			what = root.text
		}
		return nil, refuse("it is "+what+", neither a form of Form.io nor of SurveyJS", want)
	}
	components := root.member("components").isList()
	survey := surveyList(root) != nil
	switch {
	case components && survey:
		return nil, refuse("it has “components” as Form.io has, and “pages” or “elements” as SurveyJS has", "give one of the two")
	case components:
		return formio{}, nil
	case survey:
		return surveyjs{}, nil
	case root.member("elements_map") != nil:
		return nil, refuse("it is a form document already, neither Form.io nor SurveyJS", "use it as it is")
	}
	var there []string
	for _, c := range root.children {
		there = append(there, "“"+short(c.key)+"”")
	}
	const most = 12
	if more := len(there) > most; more {
		there = append(there[:most], "…")
	}
	if there == nil {
		there = []string{"nothing"}
	}
	return nil, refuse("it is neither a form of Form.io nor of SurveyJS; in it stand "+strings.Join(there, ", "), want)
}
