package offline

import "cmp"

// readClause reads the phrases of one clause, in whatever order they come.
func readClause(src string, tokens []token) ask {
	p := &parser{src: src, tokens: tokens}
	p.ask.Source = p.text(0, len(tokens))
	p.asides()
	if p.obligation() {
		return p.ask
	}
	for p.i < len(p.tokens) {
		p.phrase()
	}
	p.ask.settle()
	return p.ask
}

// phrase reads one phrase, or gives up one word.
func (p *parser) phrase() {
	w := p.word()
	switch {
	case p.ask.Verb == "" && isNegation(w):
		p.ask.Never = true
		p.i++
	case p.ask.Verb == "" && verbOf(w) != "":
		p.ask.Verb = verbOf(w)
		p.i++
	case isLimit(w):
		p.ask.Limit = cmp.Or(p.ask.Limit, w)
		p.i++
	case p.naming(), p.description(), p.list(), p.aspect(), p.value(), p.where(), p.thing():
	case p.tokens[p.i].kind == markToken, isFiller(w), p.ask.Verb == "" && isCourtesy(w):
		p.i++
	default:
		p.ask.Unread = append(p.ask.Unread, p.tokens[p.i].text)
		p.i++
	}
}

// naming reads "called X", the title of what is to be added.
func (p *parser) naming() bool {
	return p.try(func() bool {
		title, ok := p.called()
		if ok {
			p.ask.Title = title
		}
		return ok
	})
}

// description reads "with the description X", the text of what is to be added.
func (p *parser) description() bool {
	return p.try(func() bool {
		if p.ask.Verb != add || !p.take("with") {
			return false
		}
		for p.take("the") || p.take("a") {
		}
		if aspectOf(p.word()) != descriptionAspect {
			return false
		}
		p.i++
		p.take(":")
		text, ok := p.quote()
		if !ok {
			text, ok = p.bare()
		}
		p.ask.Text = text
		return ok
	})
}

// list reads "with branches a, b and c" and "with tasks a and b".
func (p *parser) list() bool {
	return p.try(func() bool {
		with := p.take("with") || p.take("having") || p.take("and")
		p.take("the")
		n, plural := nounOf(p.word())
		if n == field && plural { // "with the questions name and date"
			p.i++
			p.take(":")
		}
		switch {
		case n == module && plural && with:
			p.i++
			p.ask.Modules = append(p.ask.Modules, p.items()...)
			return len(p.ask.Modules) > 0
		case with && p.ask.ofForm():
			p.ask.Fields = append(p.ask.Fields, p.fields()...)
			return len(p.ask.Fields) > 0
		case n == task && plural && with:
			p.i++
			p.ask.Tasks = append(p.ask.Tasks, p.items()...)
			return len(p.ask.Tasks) > 0
		case n == branch && plural, with && isOptions(p.word()):
			p.i++
			p.ask.Branches = append(p.ask.Branches, p.items()...)
			return len(p.ask.Branches) > 0
		}
		return false
	})
}

func isOptions(w string) bool {
	return w == "options" || w == "outcomes" || w == "choices" || w == "answers" || w == "paths"
}

// aspect reads "the description of".
func (p *parser) aspect() bool {
	return p.try(func() bool {
		p.take("the")
		a := aspectOf(p.word())
		if n, _ := nounOf(p.peek(1)); n == field {
			return false
		}
		if a == "" || p.ask.Verb != change && p.ask.Verb != become && p.ask.Verb != rename || p.ask.Aspect != "" {
			return false
		}
		p.i++
		if !p.take("of") {
			p.take("for")
		}
		p.ask.Aspect = a
		return true
	})
}

// value reads "to X", the new value of a change, to the end of the clause or of
// the quotes.
func (p *parser) value() bool {
	v := p.ask.Verb
	if v != rename && v != change && v != become || p.ask.Title != "" {
		return false
	}
	if p.ask.Object.zero() && p.ask.Aspect == "" {
		return false
	}
	return p.try(func() bool {
		if !p.take("to") && !p.take("into") && !p.take("as") && !p.take(":") {
			return false
		}
		p.take(":")
		p.ask.Title = p.rest()
		return p.ask.Title != ""
	})
}

// where reads a place.
func (p *parser) where() bool {
	pl, ok := p.place(true)
	if ok {
		p.ask.Places = append(p.ask.Places, pl)
	}
	return ok
}

// thing reads what the ask is about. A second thing is the kind that the first one
// becomes, or the subtasks of what is to be built out; else it is unread.
func (p *parser) thing() bool {
	from := p.i
	r, ok := p.ref(p.ask.Object.zero())
	if !ok {
		return p.bareThing()
	}
	switch a := &p.ask; {
	case a.Object.zero():
		a.Object = r
	case a.Verb == become && r.Kind != "":
		a.Kind = r.Kind
	case a.Verb == rename && a.Title == "" && r.Noun == "" && r.Title != "":
		a.Title = r.Title
	case a.Verb == build && r.Noun == step && !r.definite():
	case a.Verb == build: // "and task 3"
		a.Places = append(a.Places, place{At: inside, Ref: r})
	case a.Verb == remove && r.Noun == step && r.Numbers != nil && a.Object.Noun == step && a.Object.Numbers != nil:
		a.Object.Numbers = append(a.Object.Numbers, r.Numbers...) // "step 2 and step 3"
	case a.Verb == add && a.Title == "" && a.Object.Title == "" && r.Noun == "" && r.Title != "":
		a.Title = r.Title
	default:
		a.Unread = append(a.Unread, p.text(from, p.i))
	}
	return true
}

// bareThing reads a title without quotes where a thing is due: "rename Order
// laptop to Order a laptop".
func (p *parser) bareThing() bool {
	a := &p.ask
	if a.Verb == "" || a.Verb == add || a.Verb == become || a.Verb == tell || !a.Object.zero() || isFiller(p.word()) {
		return false
	}
	r, ok := p.bareRef()
	if ok {
		a.Object = r
	}
	return ok
}
