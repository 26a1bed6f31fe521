package offline

import "slices"

// asides reads what stands at the end of a clause and is no part of its last title:
// "anyway", and behind an order to delete "and ask again if it changed".
func (p *parser) asides() {
	if p.ask.Source == "" {
		return
	}
	orders := slices.IndexFunc(p.tokens, func(t token) bool { return verbOf(t.word) != "" })
	if orders >= 0 && verbOf(p.tokens[orders].word) == remove {
		for i := orders; i+1 < len(p.tokens); i++ {
			again := p.tokens[i].word == "ask" && slices.ContainsFunc(p.tokens[i+1:min(i+3, len(p.tokens))], func(t token) bool { return t.word == "again" })
			if again {
				p.ask.Retry = true
				p.tokens = p.tokens[:i:i]
			}
		}
	}
	for end := len(p.tokens); end > 0; end-- {
		switch t := p.tokens[end-1]; {
		case t.word == "anyway" || t.word == "anyhow":
			p.ask.Anyway = true
			p.tokens = p.tokens[: end-1 : end-1]
		case t.kind != markToken:
			return
		}
	}
}

// obligation reads "make the name required", "set "Phone" to optional".
func (p *parser) obligation() bool {
	return p.try(func() bool {
		for p.i < len(p.tokens) && isCourtesy(p.word()) {
			p.i++
		}
		if v := verbOf(p.word()); v != become && v != change {
			return false
		}
		end := len(p.tokens)
		for end > 0 && (p.tokens[end-1].kind == markToken || isTail(p.tokens[end-1].word)) {
			end--
		}
		required, known := obliged(p.tokens[max(end-1, 0)].word)
		if !known || end < p.i+3 {
			return false
		}
		end--
		for end > p.i && (p.tokens[end-1].word == "to" || p.tokens[end-1].word == "be" || p.tokens[end-1].word == "as") {
			end--
		}
		sub := parser{src: p.src, tokens: p.tokens[p.i+1 : end : end], ask: ask{Verb: add}}
		if r, ok := sub.ref(false); ok && r.Noun != field && r.Noun != "" {
			return false // "make the first step optional"
		}
		sub.i = 0
		title := sub.subject()
		for sub.i < len(sub.tokens) {
			if pl, is := sub.place(false); is {
				p.ask.Places = append(p.ask.Places, pl)
			} else {
				sub.i++
			}
		}
		p.ask.Verb, p.ask.Required = change, &required
		p.ask.Object = ref{Noun: field, The: true, Title: title}
		p.i = len(p.tokens)
		return title != ""
	})
}

// obliged reads whether a question must be answered.
func obliged(w string) (required, known bool) {
	switch w {
	case "required", "mandatory", "obligatory":
		return true, true
	case "optional", "voluntary":
		return false, true
	}
	return false, false
}
