package form

import (
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"
)

// CheckAnswers says what is wrong with answers, in the order of the form and then
// those to no element. Hidden elements are not asked, whatever stands there.
func CheckAnswers(d Document, answers Answers) []*Error {
	var found []*Error
	wrong := func(id ElementID, reason, fix string) {
		found = append(found, &Error{Path: pointer("", id), Reason: reason, Fix: fix, about: []ElementID{id}})
	}
	shown := Visible(d, answers)
	for _, id := range d.Order {
		e := d.Elements[id]
		if !shown[id] || e.Type == Unknown {
			continue
		}
		raw, has := answers[id]
		a := read(raw)
		switch {
		case has && a.kind == "":
			wrong(id, "the answer is no JSON", "give JSON")
		case !a.given(e.Type) && e.Required:
			wrong(id, "it must be answered", "answer it")
		case a.given(e.Type) || e.Type == Check && has && a.kind != "null":
			if reason, fix := e.accepts(a); reason != "" {
				wrong(id, reason, fix)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(answers)) {
		if _, ok := d.Elements[id]; !ok {
			wrong(id, "the form asks no such thing", "leave the answer out")
		}
	}
	return found
}

// accepts says why an answer that was given is none to the element; "" where it is
// one.
func (e Element) accepts(a answer) (reason, fix string) {
	want := func(ok bool, reason, fix string) (string, string) {
		if ok {
			return "", ""
		}
		return reason, fix
	}
	isText := a.kind == "a text"
	switch e.Type {
	case Text, LongText:
		return want(isText, "it is "+a.kind+", not a text", "give a text")
	case Number:
		_, ok := numeral(a.text())
		return want((isText || a.kind == "a number") && ok, "it is no number", "write digits, like 12 or -0.5")
	case Date:
		_, err := time.Parse(time.DateOnly, a.text())
		return want(isText && err == nil, "it is no date", "write year, month and day, like 2026-07-31")
	case Email:
		return want(isText && isEmail(a.text()), "it is no e-mail address", "write one address, like name@example.org")
	case Phone:
		return want(isText && isPhone(a.text()), "it is no phone number", "write 3 to 15 digits, with + before a country's code")
	case Choice:
		return want(isText && e.offers(a.text()), "it is none of the options", "choose one of "+e.offered())
	case MultipleChoice:
		return e.acceptsSeveral(a)
	case Check:
		return want(a.kind == "true or false", "it is "+a.kind, "give true or false")
	case File:
		return want(isText || a.kind == "a list" && a.plain, "it is no file's name", "give a name, or a list of names")
	}
	return "a heading is not answered", "leave the answer out"
}

func (e Element) acceptsSeveral(a answer) (reason, fix string) {
	if a.kind != "a list" || !a.plain {
		return "it is no list of options", "give a list of values"
	}
	for i, v := range a.texts {
		if !e.offers(v) {
			return "“" + v + "” is none of the options", "choose among " + e.offered()
		}
		if slices.Contains(a.texts[:i], v) {
			return "“" + v + "” is chosen twice", "choose it once"
		}
	}
	return "", ""
}

func (e Element) offers(value string) bool {
	return slices.ContainsFunc(e.Options, func(o Option) bool { return o.Value == value })
}

// offered names the first options.
func (e Element) offered() string {
	const most = 10
	var values []string
	for _, o := range e.Options[:min(most, len(e.Options))] {
		values = append(values, o.Value)
	}
	if len(e.Options) > most {
		values = append(values, "…")
	}
	return strings.Join(values, ", ")
}

// isEmail wants one bare address of at most 254 bytes (RFC 5321 section 4.5.3.1.3).
func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= 254
}

// isPhone wants 3 to 15 digits (ITU-T E.164), with the marks that people put between.
func isPhone(s string) bool {
	digits := 0
	for _, c := range strings.TrimPrefix(strings.TrimSpace(s), "+") {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case !strings.ContainsRune(" ()-./", c):
			return false
		}
	}
	return digits >= 3 && digits <= 15
}
