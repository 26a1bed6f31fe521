package web

import (
	"encoding/json"
	"strings"

	"turnbook/projections"
	"turnbook/schemas/form"
)

// elementTypeName is what authors call a type of element.
func elementTypeName(t form.Type) string {
	switch t {
	case form.Text:
		return "Short text"
	case form.LongText:
		return "Long text"
	case form.Number:
		return "Number"
	case form.Date:
		return "Date"
	case form.Choice:
		return "One of a list"
	case form.MultipleChoice:
		return "Several of a list"
	case form.Check:
		return "Tick box"
	case form.Email:
		return "E-mail address"
	case form.Phone:
		return "Phone number"
	case form.File:
		return "File"
	case form.Heading:
		return "Heading"
	case form.Unknown:
		return "Kept from a file"
	}
	return string(t)
}

// operatorName says an operator between an element and what it is compared with.
func operatorName(o form.Operator) string {
	switch o {
	case form.Equals:
		return "is"
	case form.NotEquals:
		return "is not"
	case form.Contains:
		return "contains"
	case form.Answered:
		return "is answered"
	case form.NotAnswered:
		return "is not answered"
	}
	return string(o)
}

const (
	namedFields = 4  // of a form, in its line
	fieldName   = 40 // graphemes of a name there
)

// formLine says what a form asks, in one line. Scripts say it the same way
// (formdraft.js, formLine).
func formLine(raw projections.JSON) string {
	var d form.Document
	if raw != "" && json.Unmarshal([]byte(raw), &d) != nil {
		return "This form can’t be read"
	}
	var names []string
	for _, id := range d.Order {
		if e := d.Elements[id]; e.Type != form.Heading {
			names = append(names, fieldNameOf(e))
		}
	}
	if len(names) == 0 {
		return "No fields yet"
	}
	line := counted(len(names), "field") + ": " + strings.Join(names[:min(namedFields, len(names))], ", ")
	if len(names) > namedFields {
		line += ", …"
	}
	return line
}

func fieldNameOf(e form.Element) string {
	name := strings.TrimSpace(shown(e.Label))
	if name == "" {
		name = elementTypeName(e.Type)
	}
	if cut, more := beginning(name, fieldName); more {
		return cut + "…"
	}
	return name
}
