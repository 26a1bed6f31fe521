package offline

import "strings"

// A parser reads the phrases of one clause.
type parser struct {
	src    string
	tokens []token
	i      int  // the next token
	depth  int  // of refs in refs
	form   bool // a form is being named, so that a list behind "with" is its questions
	ask    ask
}

// maxDepth bounds "the step of the task of the module of …".
const maxDepth = 4

// try undoes what f took where it fails.
func (p *parser) try(f func() bool) bool {
	from := p.i
	if p.i < len(p.tokens) && f() {
		return true
	}
	p.i = from
	return false
}

// word is the next word, "" at the end and for a quoted text.
func (p *parser) word() string { return p.peek(0) }

func (p *parser) peek(n int) string {
	if p.i+n >= len(p.tokens) {
		return ""
	}
	return p.tokens[p.i+n].word
}

func (p *parser) take(word string) bool {
	if p.i < len(p.tokens) && p.tokens[p.i].word == word {
		p.i++
		return true
	}
	return false
}

// quote takes a quoted text.
func (p *parser) quote() (string, bool) {
	if p.i < len(p.tokens) && p.tokens[p.i].kind == quotedToken {
		p.i++
		return p.tokens[p.i-1].text, true
	}
	return "", false
}

// text is the source of some tokens, as written.
func (p *parser) text(from, to int) string {
	if from >= to {
		return ""
	}
	return strings.TrimSpace(p.src[p.tokens[from].start:p.tokens[to-1].end])
}
