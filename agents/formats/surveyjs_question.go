package formats

import (
	"turnbook/schemas/form"
)

// question reads a question that can be asked here.
func (s surveyjs) question(b *builder, c *node, at found) {
	typ := c.str("type")
	at.element.Type, _ = surveyTypes(typ)
	if at.element.Label == "" {
		at.element.Label = at.key // as SurveyJS shows it
	}
	label := name(at.element.Label, at.key)
	read := []string{"type", "name", "title", "description", "isRequired", "visibleIf"}
	at.element.Required, at.element.Help = c.yes("isRequired"), b.words(c.member("description"), label)
	var why string
	switch {
	case typ == "text":
		at.element.Type, why = s.textType(c)
		read = append(read, "inputType")
	case typ == "imagepicker" && c.yes("multiSelect"):
		at.element.Type = form.MultipleChoice
		read = append(read, "multiSelect")
	}
	if typ == "imagepicker" {
		why = "the pictures are not shown"
	}
	if at.element.Type.HasOptions() {
		if at.element.Options = b.options(label, c.member("choices"), "value", "text"); at.element.Options == nil {
			b.keep(at, typ, "its choices stand elsewhere")
			return
		}
		read = append(read, "choices")
	}
	b.add(at)
	if why != "" {
		b.note(c, mapped, label, "the type “%s” became %s: %s", typ, at.element.Type, why)
	}
	b.noteUnread(c, label, read)
}

// textType is what a text question asks for, by its inputType and its validators,
// with what that loses.
func (surveyjs) textType(c *node) (form.Type, string) {
	input := c.str("inputType")
	switch typ, known := inputTypes(input); {
	case input == "password":
		return form.Text, "what is typed is shown"
	case !known:
		return form.Text, "any text is taken, not only “" + short(input) + "”"
	case input == "datetime-local":
		return typ, "only the day is asked"
	case typ != form.Text:
		return typ, ""
	}
	for _, v := range c.member("validators").all() {
		switch v.str("type") {
		case "email":
			return form.Email, "it has a validator of e-mail addresses"
		case "numeric":
			return form.Number, "it has a validator of numbers"
		}
	}
	return form.Text, ""
}
