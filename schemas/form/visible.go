package form

// Visible tells for each element whether the rules show it, given the answers. An
// element that is hidden counts as not answered for the rules that look at it.
func Visible(d Document, answers Answers) map[ElementID]bool {
	v := &viewer{doc: d, answers: answers, shown: make(map[ElementID]bool, len(d.Elements))}
	for id := range d.Elements {
		v.shows(id)
	}
	return v.shown
}

type viewer struct {
	doc     Document
	answers Answers
	shown   map[ElementID]bool
}

func (v *viewer) shows(id ElementID) bool {
	if shown, ok := v.shown[id]; ok {
		return shown
	}
	e, ok := v.doc.Elements[id]
	if !ok {
		return false
	}
	v.shown[id] = false // ends a circle, which Parse lets nobody have
	v.shown[id] = e.ShowWhen == nil || v.holds(e.ShowWhen)
	return v.shown[id]
}

func (v *viewer) holds(r *Rule) bool {
	switch {
	case r.All != nil:
		for i := range r.All {
			if !v.holds(&r.All[i]) {
				return false
			}
		}
		return true
	case r.Any != nil:
		for i := range r.Any {
			if v.holds(&r.Any[i]) {
				return true
			}
		}
		return false
	}
	return v.compares(r)
}

func (v *viewer) compares(c *Rule) bool {
	typ, given := v.doc.Elements[c.Element].Type, answer{}
	if v.shows(c.Element) {
		given = read(v.answers[c.Element])
	}
	switch c.Operator {
	case Equals:
		return given.equal(typ, read(c.Value))
	case NotEquals:
		return !given.equal(typ, read(c.Value))
	case Contains:
		return given.contains(typ, read(c.Value))
	case Answered:
		return given.given(typ)
	case NotAnswered:
		return !given.given(typ)
	}
	return false // an operator that Parse lets nobody have
}
