package offline

import (
	"strings"

	"turnbook/schemas"
)

// kindOf reads the name of a step kind.
func kindOf(w string) schemas.StepKind {
	switch w {
	case "instruction", "instructions":
		return schemas.Instruction
	case "form", "questionnaire":
		return schemas.Form
	case "approval", "sign-off", "signoff":
		return schemas.Approval
	case "decision":
		return schemas.Decision
	case "upload", "file-upload":
		return schemas.Upload
	case "email", "e-mail", "mail", "notification":
		return schemas.Email
	}
	return ""
}

// kindPhrase reads "an upload", "a form step", "into a decision": a whole text
// that is the name of a kind.
func kindPhrase(s string) (schemas.StepKind, bool) {
	var k schemas.StepKind
	for _, t := range lex(s) {
		n, _ := nounOf(t.word)
		switch {
		case t.word == "a", t.word == "an", t.word == "the", t.word == "into", t.word == "to", n == step, t.kind == markToken:
		case k == "" && kindOf(t.word) != "":
			k = kindOf(t.word)
		default:
			return "", false
		}
	}
	return k, k != ""
}

// kindFrom guesses the kind of a step from the words of its title. The first line
// that fits wins: a step that asks for a yes is an approval whatever else it does.
func kindFrom(text string) schemas.StepKind {
	s := " " + foldTitle(text) + " "
	holds := func(stems ...string) bool {
		for _, w := range stems {
			if strings.Contains(s, " "+w) {
				return true
			}
		}
		return false
	}
	switch {
	case holds("approv", "sign off", "signoff "):
		return schemas.Approval
	case holds("if ", "whether ", "decide ", "decision "):
		return schemas.Decision
	case holds("upload", "scan", "attach"):
		return schemas.Upload
	case holds("e mail", "email", "notif", "send ", "announc"):
		return schemas.Email
	case holds("collect", "fill ", "form ", "details ", "questionnaire "):
		return schemas.Form
	}
	return schemas.Instruction
}

// kindName is a kind as people say it.
func kindName(k schemas.StepKind) string {
	switch k {
	case schemas.Email:
		return "e-mail"
	default:
		return strings.ToLower(string(k))
	}
}
