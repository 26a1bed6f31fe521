package offline

// items reads "a, b and c" up to the next phrase.
func (p *parser) items() []string {
	p.take(":")
	var items []string
	from := p.i
	flush := func() {
		if s := p.text(from, p.i); s != "" {
			items = append(items, s)
		}
	}
	for p.i < len(p.tokens) {
		t := p.tokens[p.i]
		switch {
		case t.kind == quotedToken:
			flush()
			items = append(items, t.text)
			from = p.i + 1
		case t.word == ",", t.word == "and", t.word == "or", t.word == "&", t.word == "(", t.word == ")":
			flush()
			from = p.i + 1
		case p.i > from && p.endsTitle(p.i), p.i == from && len(items) > 0 && p.endsTitle(p.i):
			flush()
			return items
		case t.kind == markToken:
			flush()
			from = p.i + 1
		}
		p.i++
	}
	flush()
	return items
}

// opensList tells whether "with" goes on with a list or a description.
func (p *parser) opensList(at int) bool {
	for ; at < len(p.tokens); at++ {
		w := p.tokens[at].word
		if w == "the" || w == "a" {
			continue
		}
		n, plural := nounOf(w)
		return plural && (n == branch || n == task || n == module) || isOptions(w) || aspectOf(w) == titleAspect || aspectOf(w) == descriptionAspect
	}
	return false
}
