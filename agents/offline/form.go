package offline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

const (
	writeForm = "write_form"
	editForm  = "edit_form"
	planForm  = "plan_form_edits"
)

type formArgs struct {
	Step string          `json:"step_id"`
	Form json.RawMessage `json:"form"`
}

type formEdits struct {
	Step string   `json:"step_id"`
	Ops  []formOp `json:"ops"`
}

// A formDoc is the document of a form: its elements by id, and their order.
type formDoc struct {
	Elements map[string]element `json:"elements_map"`
	Order    []string           `json:"order"`
}

type element struct {
	Type     string   `json:"type"`
	Label    string   `json:"label"`
	Required bool     `json:"required,omitempty"`
	Options  []option `json:"options,omitempty"`
}

type option struct {
	Value string `json:"value"`
}

// A formOp is one edit of a form.
type formOp struct {
	Op      string      `json:"op"`
	ID      string      `json:"id"`
	After   string      `json:"after,omitempty"`
	Element *element    `json:"element,omitempty"`
	Change  *formChange `json:"change,omitempty"`
	Rule    *formRule   `json:"rule,omitempty"`
}

// A formChange is what update_element changes of an element.
type formChange struct {
	Label    string `json:"label,omitempty"`
	Required *bool  `json:"required,omitempty"`
}

func (f fieldSpec) element() element {
	e := element{Type: f.Type, Label: f.Label, Required: f.Required}
	for _, o := range f.Options {
		if !slices.Contains(e.Options, option{o}) {
			e.Options = append(e.Options, option{o})
		}
	}
	return e
}

// writeForm writes a form's document anew.
func (a *answer) writeForm(step string, fields []fieldSpec) {
	d := formDoc{Elements: map[string]element{}, Order: []string{}}
	for _, f := range fields {
		id := d.newID(f.Label)
		d.Elements[id] = f.element()
		d.Order = append(d.Order, id)
	}
	raw, err := json.Marshal(d)
	if err != nil { // texts and lists of texts
		a.say("I can't write that form: %v.", err)
		return
	}
	a.call(writeForm, formArgs{step, raw})
}

// newID makes an id of a label that the form does not have yet.
func (d formDoc) newID(label string) string {
	base := slug(label)
	id := base
	for n := 2; d.has(id); n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	return id
}

func (d formDoc) has(id string) bool {
	_, ok := d.Elements[id]
	return ok
}

// slug is a label as an id: letters and digits, joined by low lines.
func slug(label string) string {
	words := strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	s := strings.Join(words, "_")
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40])
	}
	if s == "" {
		return "question"
	}
	return s
}

// editForm carries out an ask about one question of a form, or tries it out.
func (a *answer) editForm(o ask, t taskTree) error {
	s, err := t.find(o.formRef(t))
	if err != nil {
		return err
	}
	var d formDoc
	seen := json.Unmarshal(s.step.Form, &d) == nil
	op, err := o.formOp(d, seen)
	if err != nil {
		return err
	}
	tool := editForm
	if o.Trial {
		tool = planForm
	}
	a.call(tool, formEdits{s.step.ID, op})
	return nil
}

// formRef is the form that an ask about a question means: the one it names, or the
// only one.
func (o ask) formRef(t taskTree) ref {
	if in := o.Object.In; in != nil && in.Noun == step {
		return *in
	}
	for _, p := range o.Places {
		r := p.Ref
		if r.In != nil && r.In.Noun == step {
			return *r.In
		}
		if p.At == inside && (r.Noun == step || r.Noun == "" && t.has(r.Title)) {
			return r
		}
	}
	return ref{Noun: step, The: true, Kind: "FORM"}
}

// trialSaid says in words what plan_form_edits told: the form as it would be.
func trialSaid(text string) string {
	var d formDoc
	i := strings.Index(text, "{")
	if i < 0 || json.Unmarshal([]byte(text[i:]), &d) != nil {
		return sentence(text)
	}
	var asks []string
	for _, id := range d.Order {
		said := "“" + d.label(id) + "”"
		if d.Elements[id].Required {
			said += " (required)"
		}
		asks = append(asks, said)
	}
	return fmt.Sprintf("%s: it would ask for %s. Nothing was changed.", strings.TrimSuffix(heading(text[:i]), " would be"), list(asks))
}
