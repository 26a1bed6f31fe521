package offline

import "turnbook/schemas"

// noun reads the noun and the name behind it, or what stands for a noun.
func (p *parser) noun(r *ref, loose bool) bool {
	n, plural := nounOf(p.word())
	switch {
	case n != "":
		r.Noun, r.Plural = n, plural
		if n == template && r.Kind != "" { // "the Sign-off template"
			r.Title, r.Kind = p.text(p.i-1, p.i), ""
		}
		p.i++
		p.name(r, loose)
		return true
	case p.word() == "everything" && r.plain():
		r.Noun, r.Plural, r.All = step, true, true
		p.i++
		return true
	case r.Kind != "":
		r.Noun = step
		p.name(r, loose)
		return true
	case (p.word() == "one" || p.word() == "ones") && (!r.plain() || r.Numbers != nil):
		r.Noun = one
		p.i++
		return true
	}
	if t, ok := p.quote(); ok {
		r.Title = t
		p.trailingNoun(r)
		return true
	}
	if w := p.word(); (w == "it" || w == "them" && loose) && r.plain() {
		r.Its = true
		p.i++
		return true
	}
	if (r.The || r.Fresh) && p.named(r) {
		return true
	}
	if r.Numbers != nil && r.The && p.atPhraseEnd() {
		r.Noun = one
		return true
	}
	return r.This && (p.atPhraseEnd() || isFiller(p.word()))
}

// trailingNoun reads the noun in `"Order laptop" task`.
func (p *parser) trailingNoun(r *ref) {
	p.try(func() bool {
		if k := kindOf(p.word()); k != "" {
			r.Kind = k
			p.i++
		}
		n, plural := nounOf(p.word())
		if n == "" || plural {
			return false
		}
		r.Noun = n
		p.i++
		return true
	})
}

// named reads "the Passport step", "the No branch": up to four words and a noun.
func (p *parser) named(r *ref) bool {
	const most = 4
	if r.Numbers != nil { // "the First day module"
		numbers := r.Numbers
		r.Numbers = nil
		p.i--
		if p.named(r) {
			return true
		}
		r.Numbers = numbers
		p.i++
		return false
	}
	for k := 1; k <= most && p.i+k < len(p.tokens); k++ {
		w := p.tokens[p.i+k-1]
		if w.kind != wordToken || prepositionOf(w.word) != "" {
			return false
		}
		if n, plural := nounOf(p.peek(k)); n != "" && !plural {
			if r.Fresh && n != field {
				return false
			}
			r.Noun, r.Title = n, p.text(p.i, p.i+k)
			p.i += k + 1
			return true
		}
	}
	return false
}

// name reads what follows a noun: numbers, a quoted title, a title that goes to
// the next phrase.
func (p *parser) name(r *ref, loose bool) {
	if r.Noun == branch && r.Plural || r.Noun == step && p.id(r) {
		return
	}
	p.form = r.Noun == step && r.Kind == schemas.Form
	if !r.Fresh && r.Numbers == nil && p.numbers(r) {
		return
	}
	if r.Numbers != nil || r.This {
		return
	}
	p.try(func() bool {
		p.take(":")
		t, ok := p.quote()
		if !ok && loose && r.Noun != branch {
			t, ok = p.called()
		}
		if ok {
			r.Title = t
		}
		return ok
	})
	if r.Title != "" || !loose || r.Plural || r.All || r.Noun == playbook {
		return
	}
	p.try(func() bool {
		p.take(":")
		w := p.word()
		if prepositionOf(w) != "" || isFiller(w) || isLimit(w) || w == "with" || aspectOf(w) != "" || verbOf(w) != "" && (!r.Fresh || p.ask.Verb == "") {
			return false
		}
		clause := w == "that" || w == "which" || w == "where" || w == "saying"
		if clause {
			p.i++
		}
		t, ok := p.bare()
		if clause {
			t = heading(t)
		}
		r.Title, r.Bare = t, ok
		return ok
	})
}

// id reads "with the id s9": a step as the book names it.
func (p *parser) id(r *ref) bool {
	return p.try(func() bool {
		if p.take("with") {
			p.take("the")
		}
		if !p.take("id") {
			return false
		}
		p.take(":")
		if p.i < len(p.tokens) && p.tokens[p.i].kind != markToken {
			r.ID = p.tokens[p.i].text
			p.i++
		}
		return r.ID != ""
	})
}

// numbers reads "2", "number 2", "1, 2 and 4".
func (p *parser) numbers(r *ref) bool {
	return p.try(func() bool {
		if w := p.word(); w == "number" || w == "no" || w == "nr" {
			p.i++
		}
		for {
			n, ok := cardinalOf(p.word())
			if !ok {
				return r.Numbers != nil
			}
			r.Numbers = append(r.Numbers, n)
			p.i++
			if _, more := cardinalOf(p.peek(1)); more && (p.word() == "," || p.word() == "and" || p.word() == "&") {
				p.i++
			} else if _, more := cardinalOf(p.peek(2)); more && p.word() == "," && p.peek(1) == "and" {
				p.i += 2
			} else {
				return true
			}
		}
	})
}
