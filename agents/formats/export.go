package formats

import (
	"encoding/json"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// Exported is a form in a format of others.
type Exported struct {
	Format  string               // [FormIO] or [SurveyJS]
	Content json.RawMessage      // canonical JSON
	Report  []schemas.ImportNote // what was written in another way, and what could not be expressed
}

// A writer edits the components of a format.
type writer interface {
	keyMember() string
	innerLists(c *node) []*node
	skeleton(title string) *node    // a form without questions
	firstList(root *node) *node     // where the first question stands
	component(e form.Element) *node // without key and rule; nil where the format has none
	setLabel(c *node, text string)
	setHelp(c *node, text string)
	setRequired(c *node, required bool)
	setOptions(c *node, options []form.Option)
	refer(scope, path string) string                                        // what a rule calls an answer, from inside a scope
	setRule(c *node, rule *form.Rule, key func(form.ElementID) string) bool // false where the format can't say it
}

// ExportForm writes from.Document in a format. Where that is the format that it came
// from and nothing was edited, the content is from.Original. Where it was edited, the
// edits are made in the original, and all that they do not touch stays. In another
// format, or for a document that was never imported (then give the Document and a
// Title alone), the form is written anew.
//
// The error is an [*Error]: of a format that is not known, or of an original that is
// none.
func ExportForm(from Imported, format string) (Exported, error) {
	d, ok := map[string]dialect{FormIO: formio{}, SurveyJS: surveyjs{}}[format]
	if !ok {
		return Exported{}, &Error{Name: format, Reason: "the format is not known", Fix: "ask for " + FormIO + " or " + SurveyJS}
	}
	m := &merger{d: d, to: from.Document, fresh: from.Format != format || len(from.Original) == 0}
	raw := from.Original
	if m.fresh {
		raw = d.skeleton(from.Title).append(nil, nil)
	}
	src, err := open(format, raw)
	if err != nil {
		return Exported{}, err
	}
	if err := m.start(src); err != nil {
		return Exported{}, err
	}
	ops := form.Plan(m.base.doc, m.to)
	if len(ops) == 0 {
		return Exported{Format: format, Content: src.canonical}, nil
	}
	if err := m.merge(ops); err != nil {
		return Exported{}, err
	}
	content, err := m.base.root.canonical(nil)
	if err != nil {
		return Exported{}, src.refuse(err)
	}
	return Exported{Format: format, Content: content, Report: m.report}, nil
}

// start reads the form that the edits are made in.
func (m *merger) start(src *source) error {
	root, err := parse(src.text)
	if err != nil {
		return src.refuse(err)
	}
	if _, err := recognise(src, root); err != nil {
		return err
	}
	m.base = &builder{src: src, root: root, dialect: m.d}
	return m.base.read()
}
