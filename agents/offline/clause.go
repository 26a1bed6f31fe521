package offline

import "strings"

// read reads a text: one ask for each clause, in order. A text without a verb is
// one ask without a verb; a question is one ask.
func read(src string) []ask {
	tokens := lex(src)
	if asks, ok := special(src, tokens); ok {
		return asks
	}
	if isQuestion(tokens) {
		return []ask{{Source: strings.TrimSpace(src), Question: true}}
	}
	var asks []ask
	for _, c := range clauses(tokens) {
		asks = append(asks, readClause(src, c))
	}
	return asks
}

// commands are the asks of a text that want something done; none where the text
// is a question, an order not to, or not understood.
func commands(asks []ask) []ask {
	var out []ask
	for _, a := range asks {
		if a.command() {
			out = append(out, a)
		}
	}
	return out
}

// clauses cuts at ", and then" and the like where a verb with something to do
// follows, so that "Review and edit" stays one title.
func clauses(tokens []token) [][]token {
	var out [][]token
	from, verbs := 0, false
	for i := 0; i < len(tokens); i++ {
		if joint := joints(tokens[i:]); joint > 0 && verbs && opensClause(tokens[i+joint:]) {
			out = append(out, tokens[from:i])
			from, verbs = i+joint, false
			i = from
		}
		verbs = verbs || verbOf(tokens[i].word) != ""
	}
	return append(out, tokens[from:])
}

// joints counts the tokens that join two clauses.
func joints(tokens []token) int {
	n := 0
	for _, t := range tokens {
		switch t.word {
		case "and", "then", "also", "afterwards", "finally", "please", ",", ";", ".", "&", "plus", "but":
			n++
		default:
			return n
		}
	}
	return n
}

// opensClause tells whether a verb stands here, or an order not to, and a noun
// behind it.
func opensClause(tokens []token) bool {
	if len(tokens) < 2 {
		return false
	}
	first := tokens[0].word
	never := first == "don't" || first == "dont" || first == "never" || first == "do" && tokens[1].word == "not"
	if verbOf(first) == "" && !never {
		return false
	}
	if v := verbOf(first); tokens[1].kind == quotedToken && (v == remove || v == move || v == rename) {
		return true
	}
	for _, t := range tokens[1:] {
		n, _ := nounOf(t.word)
		if n != "" || t.word == "it" || t.word == "its" || t.word == "them" || kindOf(t.word) != "" || t.word == "anything" {
			return true
		}
	}
	return false
}

// isQuestion tells a question from a polite ask: "can you add a step?" is an ask.
func isQuestion(tokens []token) bool {
	i := 0
	for i < len(tokens) && (tokens[i].kind == markToken || isGreeting(tokens[i].word)) {
		i++
	}
	if i == len(tokens) {
		return false
	}
	first := tokens[i].word
	orders := verbOf(first)
	if orders != "" {
		return orders == tell
	}
	if isAsking(first) {
		return !politeOrder(tokens[i:])
	}
	asks := tokens[len(tokens)-1].word == "?"
	for _, t := range tokens[i:] {
		if v := verbOf(t.word); v != "" && v != tell {
			return false
		}
		asks = asks || t.word == "what" || t.word == "how" || t.word == "which" || t.word == "help"
	}
	return asks
}

func isGreeting(w string) bool {
	switch w {
	case "hi", "hello", "hey", "please", "ok", "okay", "so", "and", "now", "then", "well":
		return true
	}
	return false
}

// politeOrder tells "could you please add …".
func politeOrder(tokens []token) bool {
	switch tokens[0].word {
	case "can", "could", "would", "will":
	default:
		return false
	}
	if len(tokens) < 2 || tokens[1].word != "you" {
		return false
	}
	for _, t := range tokens[1:] {
		if v := verbOf(t.word); v != "" {
			return v != tell
		}
		if !isCourtesy(t.word) {
			return false
		}
	}
	return false
}
