package offline

import (
	"slices"
	"strings"
)

// special reads the few asks that are about the turn itself, and what would change
// if another ask were carried out.
func special(src string, tokens []token) ([]ask, bool) {
	from := 0
	for from < len(tokens) && (isCourtesy(tokens[from].word) || tokens[from].kind == markToken) {
		from++
	}
	said := tokens[from:]
	if len(said) < 2 {
		return nil, false
	}
	a := ask{Source: strings.TrimSpace(src)}
	switch first := said[0].word; {
	case first == "hand" && hasWord(said[:min(len(said), 4)], "back"), first == "pass" && said[1].word == "this" && hasWord(said, "on"):
		a.Verb = forward
		return []ask{a}, true
	case isHeading(first) && progressAt(said) > 0:
		p := parser{src: src, tokens: said, i: progressAt(said) + 1}
		for p.take("title") || p.take("to") || p.take("as") || p.take(":") {
		}
		a.Verb, a.Title = head, p.rest()
		return []ask{a}, a.Title != ""
	case isClaim(first) && rowAt(said) > 0:
		return []ask{a.claimed(said)}, true
	}
	if shown, ok := a.shown(src, said); ok {
		return []ask{shown}, true
	}
	if i := trialAt(said); i > 0 {
		return trial(src, said[i:]), true
	}
	return nil, false
}

func hasWord(tokens []token, w string) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.word == w })
}

func isHeading(w string) bool {
	return w == "call" || w == "name" || w == "title" || w == "entitle" || verbOf(w) == rename || verbOf(w) == change
}

// progressAt finds "the progress" near the beginning; 0 where it is not.
func progressAt(said []token) int {
	for i, t := range said[:min(len(said), 5)] {
		if t.word == "progress" {
			return i
		}
	}
	return 0
}

func isClaim(w string) bool {
	return w == "show" || w == "mark" || w == "report" || w == "set" || w == "draw"
}

// claimed reads "show me three rows done": an ask to say what was done, rather than
// to do it.
func (o ask) claimed(said []token) ask {
	o.Verb, o.Count = claim, 1
	for _, t := range said[:rowAt(said)] {
		if n, ok := cardinalOf(t.word); ok {
			o.Count = min(n, 20)
		}
	}
	for _, t := range said {
		if t.kind == quotedToken {
			o.Title = t.text
		}
	}
	return o
}

// rowAt finds "rows"; 0 or less where they are not spoken of.
func rowAt(said []token) int {
	return slices.IndexFunc(said, func(t token) bool { return t.word == "row" || t.word == "rows" })
}

// trialAt finds what follows "what would change if"; 0 where nothing does.
func trialAt(said []token) int {
	for i := range said {
		if i >= 3 && i+1 < len(said) && said[i].word == "if" && said[i-1].word == "change" && said[i-2].word == "would" {
			return i + 1
		}
	}
	return 0
}

// trial reads the ask behind "what would change if", whatever form its verb has.
func trial(src string, said []token) []ask {
	said = slices.Clone(said)
	for i, t := range said {
		if w, ok := infinitive(t.word); ok {
			said[i].word = w
			break
		}
		if verbOf(t.word) != "" {
			break
		}
	}
	if last := len(said) - 1; said[last].word == "?" {
		said = said[:last]
	}
	a := readClause(src, said)
	a.Trial = true
	return []ask{a}
}

func infinitive(w string) (string, bool) {
	switch w {
	case "made", "became":
		return "make", true
	case "added":
		return "add", true
	case "removed", "moved", "renamed", "changed", "deleted":
		return strings.TrimSuffix(w, "d"), true
	case "dropped":
		return "remove", true
	}
	return w, false
}
