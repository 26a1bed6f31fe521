package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// called reads "called X", where X is quoted or goes to the next phrase.
func (p *parser) called() (string, bool) {
	switch p.word() {
	case "called", "named", "titled", "entitled", "labelled", "labeled":
		p.i++
	case "with":
		p.i++
		p.take("the")
		if aspectOf(p.word()) != titleAspect {
			return "", false
		}
		p.i++
	default:
		return "", false
	}
	p.take(":")
	if t, ok := p.quote(); ok {
		return t, true
	}
	return p.bare()
}

// bare reads a title without quotes: all up to the next phrase. Courtesies at its
// end are not part of it.
func (p *parser) bare() (string, bool) {
	from := p.i
	end := from
	for end < len(p.tokens) && !p.endsTitle(end) {
		end++
	}
	to := end
	for to > from && isTail(p.tokens[to-1].word) {
		to--
	}
	if to == from {
		return "", false
	}
	p.i = end
	if isAsking(p.tokens[from].word) && p.take("?") {
		to = p.i
	}
	return p.text(from, to), true
}

// bareRef reads a title without quotes, and the noun behind "the Before day one
// module".
func (p *parser) bareRef() (ref, bool) {
	from := p.i
	title, ok := p.bare()
	r := ref{Title: title, Bare: ok}
	if to := p.i; ok && p.tokens[from].word == "the" && to-from > 2 {
		if n, plural := nounOf(p.tokens[to-1].word); n != "" && !plural {
			r = ref{Noun: n, Title: p.text(from+1, to-1)}
		}
	}
	return r, ok
}

// endsTitle tells whether another phrase begins at the token.
func (p *parser) endsTitle(at int) bool {
	t := p.tokens[at]
	if t.kind != wordToken {
		return true
	}
	switch t.word {
	case "called", "named", "titled", "except", "excluding", "unless":
		return true
	case "with":
		if at+1 < len(p.tokens) && (p.opensList(at+1) || p.form || p.ask.ofForm()) {
			return true
		}
	}
	switch v := p.ask.Verb; {
	case v == rename || v == change || v == become:
		if t.word == "to" || t.word == "into" {
			return true
		}
	case v == move:
		if prepositionOf(t.word) == after || prepositionOf(t.word) == before || t.word == "to" || t.word == "into" {
			return true
		}
	}
	q := parser{src: p.src, tokens: p.tokens, i: at, depth: p.depth + 1, ask: ask{Verb: p.ask.Verb}}
	if _, ok := q.place(false); ok {
		return true
	}
	q.i = at
	return t.word == "for" && (q.peek(1) == "me" || q.peek(1) == "us")
}

// isTail tells the words that are no part of a title that they end.
func isTail(w string) bool {
	switch w {
	case "please", "kindly", "thanks", "thank", "you", "and", "then":
		return true
	}
	return false
}

// rest is a new value: what is quoted here, or all to the end of the clause.
func (p *parser) rest() string {
	if t, ok := p.quote(); ok {
		return t
	}
	from, to := p.i, len(p.tokens)
	p.i = to
	for to > from && (isTail(p.tokens[to-1].word) || strings.Contains(".,;!", p.tokens[to-1].word) && p.tokens[to-1].kind == markToken) {
		to--
	}
	return p.text(from, to)
}

// maxTitle is the length of the longest title that is made up, in characters.
const maxTitle = 80

// heading makes a title: its first letter large, cut behind a word.
func heading(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if utf8.RuneCountInString(s) <= maxTitle {
		return s
	}
	runes := []rune(s)[:maxTitle-1]
	cut := string(runes)
	if i := strings.LastIndex(cut, " "); i > maxTitle/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
