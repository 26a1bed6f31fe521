package offline

import (
	"strings"
	"unicode"
)

// A newModule is a module of a playbook from scratch; what it is to hold, its worker
// finds out from the brief.
type moduleBrief struct {
	Title string `json:"title"`
	Brief string `json:"brief,omitempty"`
}

// newPlaybook tells an ask for a playbook from scratch.
func (o ask) newPlaybook() bool { return o.Verb == add && o.Object.Noun == playbook }

// createPlaybook makes a playbook, and in the next round has its modules written.
func (e *editing) createPlaybook(o ask, past int) error {
	title := o.Title
	for _, p := range o.Places {
		if title == "" && p.Ref.Noun == "" {
			title = heading(p.Ref.Title)
		}
	}
	if title == "" {
		return asking("What is the playbook for?", "Make a playbook for onboarding a nurse")
	}
	if past == 0 {
		e.call("create_playbook", struct {
			Title string `json:"title"`
		}{title})
		return nil
	}
	e.call("write_modules", struct {
		Modules []moduleBrief `json:"modules"`
	}{modulesFor(title, o.Modules)})
	return nil
}

// modulesFor are the modules that a playbook begins with: those that were named, or
// before, during and after what it is about.
func modulesFor(title string, named []string) []moduleBrief {
	about := lowerFirst(title)
	var out []moduleBrief
	for _, m := range named {
		out = append(out, moduleBrief{heading(m), m + ", for " + about})
	}
	if out != nil {
		return out
	}
	if strings.Contains(strings.ToLower(title), "onboard") {
		return []moduleBrief{
			{"Before the first day", "what must be ready beforehand, for " + about},
			{"First day", "what happens on arrival, for " + about},
			{"First weeks", "what is learnt and signed off, for " + about},
			{"Review", "what is looked at afterwards, for " + about},
		}
	}
	return []moduleBrief{
		{"Prepare", "what must be ready beforehand, for " + about},
		{"Carry out", "what is done, for " + about},
		{"Check and close", "what is checked and handed over, for " + about},
	}
}

// lowerFirst puts a title into a sentence. A first word of capitals stays.
func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && unicode.IsUpper(r[0]) && unicode.IsLower(r[1]) {
		r[0] = unicode.ToLower(r[0])
	}
	return string(r)
}
