package form

import (
	"encoding/json"
	"slices"

	"turnbook/schemas/canon"
)

// Limits of a document. The bytes are those of decisions.md 6.
const (
	MaxElements  = 500
	MaxBytes     = 256 << 10
	MaxRuleDepth = 10 // groups inside groups
)

// An ElementID names an element in its document. It is held to the rules of
// schemas.ParseID.
type ElementID string

// A Type says what an element asks for.
type Type string

// The types of elements. [Heading] asks nothing; [Unknown] is what an import found
// and kept, and nobody here can ask.
const (
	Text           Type = "text"
	LongText       Type = "long_text"
	Number         Type = "number"
	Date           Type = "date"
	Choice         Type = "choice"
	MultipleChoice Type = "multiple_choice"
	Check          Type = "check"
	Email          Type = "email"
	Phone          Type = "phone"
	File           Type = "file"
	Heading        Type = "heading"
	Unknown        Type = "unknown"
)

// Types are all types, in the order in which they are offered.
func Types() []Type {
	return []Type{Text, LongText, Number, Date, Choice, MultipleChoice, Check, Email, Phone, File, Heading, Unknown}
}

// HasOptions tells the types that offer a list of answers.
func (t Type) HasOptions() bool { return t == Choice || t == MultipleChoice }

// Asks tells the types that people answer.
func (t Type) Asks() bool { return t != Heading && t != Unknown && slices.Contains(Types(), t) }

// A Document is a form. Each id of Elements stands once in Order.
type Document struct {
	Elements map[ElementID]Element `json:"elements_map" jsonschema:"the elements, by id"`
	Order    []ElementID           `json:"order" jsonschema:"all ids, in the order in which they are asked"`
}

// An Element is one question, or a heading above some.
type Element struct {
	Type     Type     `json:"type" jsonschema:"text, long_text, number, date, choice, multiple_choice, check, email, phone, file or heading; unknown for what an import kept"`
	Label    string   `json:"label,omitempty" words:"author" jsonschema:"the question, or the heading's words"`
	Required bool     `json:"required,omitempty" jsonschema:"whether it must be answered while it is shown; a check must then be ticked"`
	Help     string   `json:"help,omitempty" words:"author" jsonschema:"what helps to answer"`
	Options  []Option `json:"options,omitempty" jsonschema:"what can be chosen, in order; of choice and multiple_choice only"`
	ShowWhen *Rule    `json:"show_when,omitempty" jsonschema:"when it is shown; absent for always"`

	Key         string          `json:"key,omitempty" jsonschema:"what the file that it came from calls it, where the id could not be the same"`
	ForeignType string          `json:"foreign_type,omitempty" jsonschema:"of an unknown element: its type in the file that it came from"`
	Source      json.RawMessage `json:"source,omitempty" words:"author" jsonschema:"of an unknown element: its JSON in the file that it came from"`
}

// An Option is one answer that can be chosen.
type Option struct {
	Value string `json:"value" words:"author" jsonschema:"what is kept as the answer; stands once in its list"`
	Label string `json:"label,omitempty" words:"author" jsonschema:"what people read; absent where that is the value"`
}

// An Operator compares an answer.
type Operator string

// The operators. Number answers compare by value (1 equals 1.0), all others by text.
// A check without an answer is false.
const (
	Equals      Operator = "equals"       // several ticked options equal none of them
	NotEquals   Operator = "not_equals"   // holds for no answer as well
	Contains    Operator = "contains"     // an option is among those ticked; a text has it in it
	Answered    Operator = "answered"     // a check: is ticked
	NotAnswered Operator = "not_answered" // a check: is not ticked
)

// Operators are all operators.
func Operators() []Operator { return []Operator{Equals, NotEquals, Contains, Answered, NotAnswered} }

// HasValue tells the operators that compare with a value.
func (o Operator) HasValue() bool { return o == Equals || o == NotEquals || o == Contains }

// A Rule is a condition on one element, or a group of rules: exactly one of
// Element, All and Any is set.
type Rule struct {
	Element  ElementID       `json:"element,omitempty" jsonschema:"whose answer is looked at"`
	Operator Operator        `json:"operator,omitempty" jsonschema:"equals, not_equals, contains, answered or not_answered"`
	Value    json.RawMessage `json:"value,omitempty" words:"author" jsonschema:"text, number, true or false that is compared with; not for answered and not_answered"`
	All      []Rule          `json:"all,omitempty" jsonschema:"holds when all of these hold"`
	Any      []Rule          `json:"any,omitempty" jsonschema:"holds when one of these holds"`
}

// JSON is the document in canonical form. The error is of a document that was not
// made by [Parse] or [Apply] and holds a Value or Source that is no JSON.
func (d Document) JSON() (json.RawMessage, error) {
	if d.Elements == nil {
		d.Elements = map[ElementID]Element{}
	}
	if d.Order == nil {
		d.Order = []ElementID{}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	return canon.JSON(raw)
}
