package offline

import "turnbook/schemas"

// A ref points at one thing or several: "the last step", "task 2 of module 1",
// "every task", "an approval step".
type ref struct {
	Noun    noun // "" where only a title was given
	Plural  bool
	Numbers []int  // from 1, or [last]; nil for none
	Title   string // "" for none
	ID      string // of a step, as it was given; "" for none
	Bare    bool   // the title had no quotes, so that it may be something else
	Kind    schemas.StepKind
	All     bool // every, each, all
	This    bool
	Its     bool // of what the ask before was about
	Fresh   bool // a, another, new: one that is not there yet
	The     bool
	In      *ref // what holds it; nil for nothing said
}

func (r ref) zero() bool { return r.Noun == "" && r.Title == "" && !r.This }

// definite tells whether one thing, that is there, is meant.
func (r ref) definite() bool {
	return !r.Fresh && (r.Numbers != nil || r.Title != "" || r.ID != "" || r.This || r.The && !r.Plural)
}

// resolveOne gives "the first one" its noun.
func (r *ref) resolveOne(n noun) {
	if r.Noun == one {
		r.Noun = n
	}
	if r.In != nil {
		r.In.resolveOne(n)
	}
}

// ref reads a reference. A loose one may name a thing without quotes: "task Order
// laptop".
func (p *parser) ref(loose bool) (ref, bool) {
	var r ref
	if p.depth > maxDepth {
		return r, false
	}
	p.depth++
	defer func() { p.depth-- }()
	ok := p.try(func() bool {
		p.determiners(&r)
		p.ordinal(&r)
		if k := kindOf(p.word()); k != "" {
			r.Kind = k
			p.i++
		}
		return p.noun(&r, loose)
	})
	if !ok {
		return ref{}, false
	}
	p.within(&r, loose)
	return r, true
}

// determiners reads articles and the like.
func (p *parser) determiners(r *ref) {
	for ; p.i < len(p.tokens); p.i++ {
		switch p.word() {
		case "the", "existing":
			r.The = true
		case "a", "an", "another", "new", "additional", "extra":
			r.Fresh = true
		case "every", "each", "all", "any":
			r.All = true
		case "this", "that", "current", "open", "these":
			r.This = true
		case "its", "their":
			r.Its = true
		case "of", "single":
			if !r.All { // "all of the tasks", "every single task"
				return
			}
		case "my", "our", "your", "whole", "entire", "one":
			if p.word() == "one" && !r.plain() {
				return
			}
			if n, _ := nounOf(p.peek(1)); p.word() == "one" && n == "" && p.peek(1) != "more" {
				return
			}
			r.Fresh = r.Fresh || p.word() == "one"
		case "more", "single-step":
			if !r.Fresh {
				return
			}
		default:
			return
		}
	}
}

// plain tells whether no determiner was read yet.
func (r *ref) plain() bool { return !r.The && !r.Fresh && !r.All && !r.This && !r.Its }

// ordinal reads "first", and passes over the number of "three subtasks".
func (p *parser) ordinal(r *ref) {
	if n, ok := ordinalOf(p.word()); ok {
		r.Numbers = []int{n}
		p.i++
		p.run(r)
		return
	}
	if i, ok := cardinalOf(p.word()); ok {
		if n, plural := nounOf(p.peek(1)); n != "" && !plural && p.word()[0] == '#' {
			r.Numbers = []int{i}
			p.i++
			return
		}
		if _, plural := nounOf(p.peek(1)); plural {
			p.i++
		}
	}
}

// run reads "first two", "last three".
func (p *parser) run(r *ref) {
	n, ok := cardinalOf(p.word())
	from := r.Numbers[0]
	at := 1
	if kindOf(p.peek(at)) != "" {
		at++
	}
	_, plural := nounOf(p.peek(at))
	if !ok || n < 1 || n > maxRun || from != 1 && from != last || !plural && p.i+1 < len(p.tokens) {
		return
	}
	r.Numbers = nil
	for i := range n {
		if from == last {
			r.Numbers = append(r.Numbers, i-n)
		} else {
			r.Numbers = append(r.Numbers, i+1)
		}
	}
	p.i++
}

// maxRun is how many things "the first …" may count.
const maxRun = 100

// within reads "of module 1" behind a thing that is there.
func (p *parser) within(r *ref, loose bool) {
	if r.Fresh {
		return
	}
	p.try(func() bool {
		switch p.word() {
		case "of", "in", "from", "on", "under", "inside", "within":
			p.i++
		default:
			return false
		}
		in, ok := p.ref(loose)
		if !ok && loose && r.Noun == task {
			in, ok = p.bareRef()
		}
		if !ok || !holds(in.Noun, r.Noun) || in.Noun == "" && r.Plural && r.Noun == step {
			return false
		}
		r.In = &in
		return true
	})
}

// holds tells whether a thing of one noun can hold one of the other.
func holds(outer, inner noun) bool {
	switch inner {
	case field:
		return outer == step || outer == one || outer == task || outer == ""
	case step, one:
		return outer != step && outer != one && outer != field && outer != template
	case task:
		return outer == module || outer == playbook || outer == ""
	case module:
		return outer == playbook || outer == ""
	case "":
		return outer == module || outer == playbook || outer == task
	case branch:
		return outer == step || outer == one || outer == ""
	}
	return false
}

// atPhraseEnd tells whether the clause or a phrase ends here.
func (p *parser) atPhraseEnd() bool {
	return p.i >= len(p.tokens) || p.tokens[p.i].kind == markToken || prepositionOf(p.word()) != "" || isTail(p.word())
}
