package offline

import "strings"

// A fieldSpec is a question of a form, as an ask describes it: "a required choice of
// A or B".
type fieldSpec struct {
	Type     string // as the form's elements name it
	Label    string
	Required bool
	Options  []string
}

// ofForm tells whether the ask makes a form, so that a list behind it is its
// questions.
func (o ask) ofForm() bool {
	return (o.Verb == add || o.Verb == become || o.Verb == build || o.Verb == change) && (o.Object.Kind == "FORM" || o.Kind == "FORM")
}

// fields reads "name, date and a choice of A or B" up to "to the form" or the end.
func (p *parser) fields() []fieldSpec {
	var out []fieldSpec
	for p.i < len(p.tokens) {
		from := p.i
		if f, ok := p.fieldSpec(); ok {
			out = append(out, f)
		}
		if p.i == from {
			return out
		}
		for p.i < len(p.tokens) && isSeparator(p.tokens[p.i]) {
			p.i++
		}
	}
	return out
}

func isSeparator(t token) bool {
	return t.kind == markToken || t.word == "and" || t.word == "&" || t.word == "plus"
}

// fieldSpec reads one question, up to a separator.
func (p *parser) fieldSpec() (fieldSpec, bool) {
	var f fieldSpec
	var said []string
	for p.i < len(p.tokens) && !isSeparator(p.tokens[p.i]) {
		t := p.tokens[p.i]
		required, known := obliged(t.word)
		switch {
		case t.kind == quotedToken:
			f.Label = t.text
		case known:
			f.Required = required
		case isChoice(t.word) && (p.peek(1) == "of" || p.peek(1) == "between" || p.peek(1) == "from"):
			many := len(said) > 0 && strings.EqualFold(said[len(said)-1], "multiple")
			p.i += 2
			return p.choice(f, said, many), true
		case prepositionOf(t.word) != "":
			at := *p
			if _, ok := at.place(false); ok { // "… to the form" is for the ask
				return f.named(said), len(said) > 0 || f.Label != ""
			}
			said = append(said, t.text)
		case t.word == "called" || t.word == "named":
		case t.word == "a" || t.word == "an" || t.word == "the" || t.word == "their" || t.word == "one":
		default:
			said = append(said, t.text)
		}
		p.i++
	}
	return f.named(said), f.Label != "" || len(said) > 0
}

func isChoice(w string) bool { return w == "choice" || w == "selection" || w == "pick" }

// choice reads the options of a choice: up to the one behind "or", or behind "and".
func (p *parser) choice(f fieldSpec, said []string, many bool) fieldSpec {
	f.Type = "choice"
	if many {
		f.Type, said = "multiple_choice", said[:len(said)-1]
	}
	from, final := p.i, false
	flush := func() {
		if s := strings.Trim(p.text(from, p.i), "\"“”'"); s != "" {
			f.Options = append(f.Options, s)
		}
	}
	for p.i < len(p.tokens) {
		t := p.tokens[p.i]
		if t.word == "called" || t.word == "named" || prepositionOf(t.word) != "" {
			break
		}
		if t.word == "," || t.word == "or" || t.word == "and" {
			if final {
				break
			}
			flush()
			final = final || t.word != ","
			from = p.i + 1
		} else if t.kind == markToken {
			break
		}
		p.i++
	}
	flush()
	if p.take("called") || p.take("named") {
		if t, ok := p.quote(); ok {
			f.Label = t
		} else if p.i < len(p.tokens) {
			f.Label = heading(p.tokens[p.i].text)
			p.i++
		}
	}
	if f.Label == "" {
		f.Label = heading(strings.Join(append(said, "choice"), " "))
	}
	return f
}

// named gives a question its label and its type by the words that describe it.
func (f fieldSpec) named(said []string) fieldSpec {
	words := withoutNoun(strings.Join(said, " "))
	if f.Label == "" {
		f.Label = heading(words)
	}
	f.Type = fieldType(words + " " + f.Label)
	return f
}

// withoutNoun takes "question" or "field" off the end of a description.
func withoutNoun(s string) string {
	words := strings.Fields(s)
	if len(words) > 1 {
		if n, _ := nounOf(foldWord(words[len(words)-1])); n == field {
			words = words[:len(words)-1]
		}
	}
	return strings.Join(words, " ")
}

// fieldType guesses the type of a question from its words; the first line that fits
// wins.
func fieldType(words string) string {
	s := " " + foldTitle(words) + " "
	for _, t := range [...]struct{ stem, is string }{
		{" phone", "phone"}, {" mobile", "phone"}, {" e mail", "email"}, {" email", "email"}, {" date", "date"}, {" birthday", "date"}, {" deadline", "date"},
		{" number", "number"}, {" amount", "number"}, {" age ", "number"}, {" how many", "number"},
		{" file", "file"}, {" photo", "file"}, {" scan", "file"}, {" upload", "file"}, {" attachment", "file"},
		{" checkbox", "check"}, {" check ", "check"}, {" tick", "check"}, {" consent", "check"},
		{" comment", "long_text"}, {" notes ", "long_text"}, {" long text", "long_text"}, {" description", "long_text"}, {" heading", "heading"},
	} {
		if strings.Contains(s, t.stem) {
			return t.is
		}
	}
	return "text"
}
