package form

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"turnbook/schemas/canon"
)

// Answers are what people filled in, as JSON: a text for text, long_text, date
// (2026-07-31), email, phone and choice (an option's value); a number, or a text
// that is one, for number; a list of values for multiple_choice; true or false for
// check; a name, or a list of names, for file. Null, "" and [] are no answer.
type Answers map[ElementID]json.RawMessage

// An answer is a value taken apart.
type answer struct {
	kind  string   // as kindOf names it
	texts []string // the text of a scalar; those of a list
	plain bool     // all of a list are texts
}

// read takes an answer, or a rule's value, apart. What is no JSON has no kind.
func read(raw json.RawMessage) answer {
	text, err := canon.JSON(raw)
	if err != nil {
		return answer{}
	}
	a := answer{kind: kindOf(text), plain: true}
	switch a.kind {
	case "a text":
		var s string
		_ = json.Unmarshal(text, &s) // canonical, and a text
		a.texts = []string{s}
	case "a list":
		var all []json.RawMessage
		_ = json.Unmarshal(text, &all) // canonical, and a list
		for _, one := range all {
			item := read(one)
			a.plain = a.plain && item.kind == "a text"
			a.texts = append(a.texts, strings.Join(item.texts, " "))
		}
	case "a number", "true or false":
		a.texts = []string{string(text)}
	}
	return a
}

func (a answer) text() string { return strings.Join(a.texts, " ") }

// given tells whether an element of a type has been answered.
func (a answer) given(t Type) bool {
	switch {
	case a.kind == "" || a.kind == "null":
		return false
	case t == Check:
		return a.text() == "true"
	case a.kind == "an object":
		return true
	}
	return len(a.texts) > 1 || strings.TrimSpace(a.text()) != ""
}

// equal compares an answer to an element of a type with a rule's value.
func (a answer) equal(t Type, value answer) bool {
	if t == Check && a.kind != "true or false" {
		return value.text() == "false"
	}
	if !a.given(t) && t != Check || len(a.texts) != 1 || len(value.texts) != 1 {
		return false
	}
	return same(t == Number || a.kind == "a number" && value.kind == "a number", a.texts[0], value.texts[0])
}

func same(numbers bool, a, b string) bool {
	if !numbers {
		return a == b
	}
	x, okX := numeral(a)
	y, okY := numeral(b)
	if !okX || !okY {
		return a == b
	}
	return x == y
}

func (a answer) contains(t Type, value answer) bool {
	if a.kind == "a list" || t == MultipleChoice {
		return slices.Contains(a.texts, value.text())
	}
	return a.given(t) && strings.Contains(a.text(), value.text())
}

// numeral spells the value of a JSON number one way: sign, digits without zeros
// around them, and the power of ten. It works on digits, so that none is lost. Not
// ok is what is no number, or has an exponent of more than 18 digits.
func numeral(token string) (string, bool) {
	if token == "" || token[0] != '-' && (token[0] < '0' || token[0] > '9') || !json.Valid([]byte(token)) {
		return "", false
	}
	rest, negative := strings.CutPrefix(token, "-")
	mantissa, exponent := rest, int64(0)
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa = rest[:i]
		if e, err := strconv.ParseInt(rest[i+1:], 10, 62); err == nil {
			exponent = e
		} else if strings.Trim(mantissa, "0.") != "" {
			return "", false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= int64(len(fraction))
	trimmed := strings.TrimRight(digits, "0")
	exponent += int64(len(digits) - len(trimmed))
	if trimmed == "" {
		return "0", true
	}
	if negative {
		trimmed = "-" + trimmed
	}
	return trimmed + "e" + strconv.FormatInt(exponent, 10), true
}
