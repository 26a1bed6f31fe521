package formats

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"turnbook/schemas/form"
)

// maxExpression is the longest expression that is mapped.
const maxExpression = 10000

// rule maps visibleIf where it is made of comparisons, and, or, and brackets.
func (surveyjs) rule(b *builder, c *node) (*form.Rule, error) {
	text := c.str("visibleIf")
	if len(text) > maxExpression {
		return nil, fmt.Errorf("visibleIf “%s” is longer than %d bytes", short(text), maxExpression)
	}
	e := &expression{b: b, scope: b.scopes[c]}
	if err := e.cut(text); err == nil {
		r, err := e.either(0)
		if err == nil && e.at < len(e.tokens) {
			err = fmt.Errorf("“%s” is not known here", short(e.tokens[e.at]))
		}
		if err == nil {
			return r, nil
		}
		return nil, fmt.Errorf("visibleIf “%s”: %w", short(text), err)
	}
	return nil, fmt.Errorf("visibleIf “%s” can't be read", short(text))
}

// An expression is read from left to right: "or" binds less than "and".
type expression struct {
	b      *builder
	scope  string // of the question: what {panel.…} stands for
	tokens []string
	at     int
}

var token = regexp.MustCompile(`^(?:\{[^{}]*\}|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|&&|\|\||<>|<=|>=|<|>|!=|==|=|!|[()]|[\p{L}\p{N}_.\-]+)`)

func (e *expression) cut(text string) error {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		t := token.FindString(text)
		if t == "" {
			return fmt.Errorf("it can't be read at “%s”", short(text))
		}
		e.tokens, text = append(e.tokens, t), text[len(t):]
	}
	return nil
}

// next takes a token if it is one of words, whatever its case.
func (e *expression) next(words ...string) bool {
	if e.at < len(e.tokens) && slices.Contains(words, strings.ToLower(e.tokens[e.at])) {
		e.at++
		return true
	}
	return false
}

func (e *expression) either(depth int) (*form.Rule, error) {
	rules, err := e.run(depth, e.both, "or", "||")
	if err != nil || len(rules) == 1 {
		return first(rules), err
	}
	return &form.Rule{Any: rules}, nil
}

func (e *expression) both(depth int) (*form.Rule, error) {
	rules, err := e.run(depth, e.one, "and", "&&")
	if err != nil || len(rules) == 1 {
		return first(rules), err
	}
	return &form.Rule{All: rules}, nil
}

func first(rules []form.Rule) *form.Rule {
	if len(rules) == 0 {
		return nil
	}
	return &rules[0]
}

func (e *expression) run(depth int, part func(int) (*form.Rule, error), words ...string) ([]form.Rule, error) {
	var rules []form.Rule
	for {
		r, err := part(depth)
		if err != nil {
			return nil, err
		}
		if rules = append(rules, *r); !e.next(words...) {
			return rules, nil
		}
	}
}

// one reads an expression in brackets, or a comparison.
func (e *expression) one(depth int) (*form.Rule, error) {
	if e.next("(") {
		if depth > form.MaxRuleDepth {
			return nil, fmt.Errorf("it nests deeper than %d", form.MaxRuleDepth)
		}
		r, err := e.either(depth + 1)
		if err == nil && !e.next(")") {
			err = fmt.Errorf("a bracket is not closed")
		}
		return r, err
	}
	if e.at >= len(e.tokens) || e.tokens[e.at][0] != '{' {
		return nil, fmt.Errorf("a name in braces should stand where it ends or says something else")
	}
	looked := strings.Trim(e.tokens[e.at], "{} ")
	if rest, ok := strings.CutPrefix(looked, "panel."); ok && e.scope != "" {
		looked = e.scope + rest
	}
	target, err := e.b.resolve(looked)
	if err != nil {
		return nil, err
	}
	e.at++
	for _, op := range []struct {
		words []string
		is    form.Operator
	}{
		{[]string{"=", "==", "equal"}, form.Equals},
		{[]string{"<>", "!=", "notequal"}, form.NotEquals},
		{[]string{"contains", "contain"}, form.Contains},
		{[]string{"notempty"}, form.Answered},
		{[]string{"empty"}, form.NotAnswered},
	} {
		if e.next(op.words...) {
			return e.compare(target, op.is)
		}
	}
	return nil, fmt.Errorf("how it compares “%s” is not known here", short(target.key))
}

func (e *expression) compare(target *found, op form.Operator) (*form.Rule, error) {
	if !op.HasValue() {
		return compare(target, op, nil)
	}
	if e.at >= len(e.tokens) || strings.ContainsAny(e.tokens[e.at][:1], "{()=<>!&|") {
		return nil, fmt.Errorf("it compares “%s” with no plain value", short(target.key))
	}
	word := e.tokens[e.at]
	e.at++
	if target.element.Type == form.MultipleChoice && op == form.Equals {
		return nil, fmt.Errorf("it wants “%s” to be just one option", short(target.key))
	}
	return compare(target, op, literal(word))
}

var number = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)

// literal is the value of a token: a text in quotes or without, a number, true or
// false.
func literal(t string) *node {
	switch {
	case t[0] == '\'' || t[0] == '"':
		return &node{kind: '"', text: unescape.Replace(t[1 : len(t)-1])}
	case t == "true" || t == "false" || number.MatchString(t):
		return &node{text: t}
	}
	return &node{kind: '"', text: t}
}

var unescape = strings.NewReplacer(`\'`, `'`, `\"`, `"`, `\\`, `\`)
