package offline

import (
	"slices"
	"strings"
)

// A condition is when a question is shown, as an ask says it: "only when the size is
// L". Its zero value is always.
type condition struct {
	Question string
	Operator string
	Value    string
}

// A formRule is a condition as a form's document has it.
type formRule struct {
	Element  string `json:"element"`
	Operator string `json:"operator"`
	Value    string `json:"value,omitempty"`
}

// shown reads "show the date only when the size is L" and "always show the date".
func (o ask) shown(src string, said []token) (ask, bool) {
	always := said[0].word == "always" && said[1].word == "show"
	if always {
		said = said[1:]
	}
	if said[0].word != "show" && said[0].word != "ask" {
		return o, false
	}
	only := slices.IndexFunc(said, func(t token) bool { return t.word == "only" })
	when := slices.IndexFunc(said, func(t token) bool { return t.word == "when" || t.word == "if" })
	var c condition
	end := len(said)
	if !always {
		is := slices.IndexFunc(said, func(t token) bool { return t.word == "is" })
		if only < 2 || when != only+1 || is < when+2 || is+1 >= len(said) {
			return o, false
		}
		c = conditionOf(src, said[when+1:is], said[is+1:])
		end = only
	}
	sub := parser{src: src, tokens: said[1:end:end], ask: ask{Verb: add}}
	sub.take("for")
	title := sub.subject()
	for sub.i < len(sub.tokens) {
		if pl, ok := sub.place(false); ok {
			o.Places = append(o.Places, pl)
		} else {
			sub.i++
		}
	}
	o.Verb, o.Object, o.ShowWhen = change, ref{Noun: field, The: true, Title: title}, &c
	return o, title != ""
}

func conditionOf(src string, question, value []token) condition {
	q := parser{src: src, tokens: question, ask: ask{Verb: add}}
	v := parser{src: src, tokens: value}
	c := condition{Question: q.subject(), Operator: "equals", Value: v.rest()}
	switch strings.ToLower(c.Value) {
	case "answered", "ticked", "filled in", "given":
		c.Operator, c.Value = "answered", ""
	case "not answered", "not ticked", "empty", "left empty":
		c.Operator, c.Value = "not_answered", ""
	}
	if not, ok := strings.CutPrefix(c.Value, "not "); ok {
		c.Operator, c.Value = "not_equals", not
	}
	return c
}

// subject reads the name of a question, with or without its noun.
func (p *parser) subject() string {
	for p.take("the") || p.take("a") {
	}
	title, ok := p.quote()
	if !ok {
		title, _ = p.bare()
	}
	return withoutNoun(title)
}

// rule is the edit that shows a question under a condition from now on, or always.
func (o ask) rule(d formDoc, seen bool, id string) (formOp, error) {
	op := formOp{Op: "set_rule", ID: id}
	if o.ShowWhen.Question == "" {
		return op, nil
	}
	other, err := d.element(ref{Title: o.ShowWhen.Question}, seen)
	if err != nil {
		return op, err
	}
	op.Rule = &formRule{Element: other, Operator: o.ShowWhen.Operator, Value: d.optionSaid(other, o.ShowWhen.Value)}
	return op, nil
}

// optionSaid is the option that a value means, whatever its case; the value as it
// was said where there is none.
func (d formDoc) optionSaid(id, value string) string {
	for _, o := range d.Elements[id].Options {
		if strings.EqualFold(o.Value, value) {
			return o.Value
		}
	}
	return value
}
