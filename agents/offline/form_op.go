package offline

import "strings"

// formOp is the edit that an ask means. seen tells whether the form's questions are
// known: where they are not, they are named as this model would name them, and the
// tool says whether they are there.
func (o ask) formOp(d formDoc, seen bool) ([]formOp, error) {
	if o.Verb == add {
		return o.newElements(d, seen)
	}
	id, err := d.element(o.Object, seen)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Verb == remove:
		return []formOp{{Op: "remove_element", ID: id}}, nil
	case o.Verb == move:
		prev, err := o.afterElement(d, seen, id)
		return []formOp{{Op: "move_element", ID: id, After: prev}}, err
	case o.ShowWhen != nil:
		op, err := o.rule(d, seen, id)
		return []formOp{op}, err
	case o.Required != nil:
		return []formOp{{Op: "update_element", ID: id, Change: &formChange{Required: o.Required}}}, nil
	case o.Verb == rename && o.Title != "":
		return []formOp{{Op: "update_element", ID: id, Change: &formChange{Label: o.Title}}}, nil
	}
	return nil, noSuch("What shall become of the question “%s”: another name, required, optional, another place?", d.label(id))
}

// newElements adds the questions that the ask describes, behind the last one or
// where it says.
func (o ask) newElements(d formDoc, seen bool) ([]formOp, error) {
	specs := o.Fields
	if specs == nil {
		f, ok := o.describedField()
		if !ok {
			return nil, noSuch("What shall the question ask for?")
		}
		specs = []fieldSpec{f}
	}
	prev, err := o.afterElement(d, seen, "")
	if err != nil {
		return nil, err
	}
	var ops []formOp
	for _, f := range specs {
		e := f.element()
		op := formOp{Op: "add_element", ID: d.newID(f.Label), After: prev, Element: &e}
		prev = op.ID
		ops = append(ops, op)
	}
	return ops, nil
}

// describedField is the question of "a required phone question called Mobile".
func (o ask) describedField() (fieldSpec, bool) {
	words := o.Object.Title
	if words == "" && o.Kind != "" {
		words = kindName(o.Kind)
	}
	label := o.Title
	if words == "" {
		words, label = label, ""
	}
	p := parser{src: words, tokens: lex(words)}
	f, ok := p.fieldSpec()
	if label != "" {
		f.Label = label
		f.Type = fieldType(words)
		ok = true
	}
	return f, ok
}

// afterElement is the question before the place that the ask names; the last one
// where it names none, "" for the first place. moving is none of its own neighbours.
func (o ask) afterElement(d formDoc, seen bool, moving string) (string, error) {
	for _, p := range o.Places {
		switch {
		case p.At == first:
			return "", nil
		case p.At != before && p.At != after:
			continue
		}
		id, err := d.element(p.Ref, seen)
		if err != nil || p.At == after {
			return id, err
		}
		return d.before(id, moving), nil
	}
	return d.before("", moving), nil
}

// before is the question before another; the last one for "".
func (d formDoc) before(id, moving string) string {
	prev := ""
	for _, other := range d.Order {
		if other == id {
			break
		}
		if other != moving {
			prev = other
		}
	}
	return prev
}

// element finds the question that a ref means, by its label, its id or its number.
func (d formDoc) element(r ref, seen bool) (string, error) {
	title := withoutNoun(r.Title)
	if !seen {
		if title == "" {
			return "", noSuch("I can't see the questions of that form; name one.")
		}
		return slug(title), nil
	}
	var labels []string
	for _, id := range d.Order {
		if title != "" && (sameTitle(d.label(id), title) || id == slug(title)) {
			return id, nil
		}
		labels = append(labels, "“"+d.label(id)+"”")
	}
	if len(r.Numbers) == 1 {
		if i, ok := index(r.Numbers[0], len(d.Order)); ok {
			return d.Order[i], nil
		}
	}
	for _, id := range d.Order { // "the phone question"
		if title != "" && d.Elements[id].Type == strings.ReplaceAll(strings.ToLower(title), " ", "_") {
			return id, nil
		}
	}
	if title == "" {
		return "", noSuch("Which question? They are %s.", list(labels))
	}
	return "", noSuch("The form has no question “%s”. It has %s.", title, list(labels))
}

func (d formDoc) label(id string) string {
	if l := d.Elements[id].Label; l != "" {
		return l
	}
	return id
}
