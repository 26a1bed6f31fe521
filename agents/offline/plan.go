package offline

import (
	"strings"

	"turnbook/schemas"
)

// planFor is what is written for a task when nobody says what: prepare it, do it,
// confirm it. The kinds follow the words of its title and description, as looked
// up by [kindFrom]; neither is read as an order.
func planFor(t taskTree) []addArgs {
	title := strings.TrimSpace(t.Title)
	if title == "" {
		title = "the task"
	}
	do := addArgs{Title: heading(title), Kind: kindFrom(title), Description: firstSentence(t.Description)}
	return []addArgs{prepare(title, kindFrom(t.Description), do.Kind), do, confirm(title, t.Description, do.Kind)}
}

func prepare(title string, hint, do schemas.StepKind) addArgs {
	s := addArgs{Title: "Prepare: ", Kind: schemas.Instruction}
	switch {
	case hint == do:
	case hint == schemas.Form:
		s = addArgs{Title: "Collect the details: ", Kind: hint}
	case hint == schemas.Upload:
		s = addArgs{Title: "Upload what is needed: ", Kind: hint}
	case hint == schemas.Decision:
		s = addArgs{Title: "Decide whether to go ahead: ", Kind: hint}
	}
	s.Title = heading(s.Title + title)
	return s
}

func confirm(title, description string, do schemas.StepKind) addArgs {
	s := addArgs{Title: "Approve the result: ", Kind: schemas.Approval}
	switch {
	case do == schemas.Approval:
		s = addArgs{Title: "Announce the outcome: ", Kind: schemas.Email}
	case do == schemas.Email:
		s = addArgs{Title: "Confirm that it arrived: ", Kind: schemas.Instruction}
	case kindFrom(description) == schemas.Email:
		s = addArgs{Title: "Notify everyone concerned: ", Kind: schemas.Email}
	}
	s.Title = heading(s.Title + title)
	return s
}

// firstSentence is the beginning of a description, for the step that does the task.
func firstSentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if i := strings.Index(s, ". "); i >= 0 {
		s = s[:i+1]
	}
	const most = 200
	if r := []rune(s); len(r) > most {
		s = string(r[:most-1]) + "…"
	}
	return s
}

// planStep adds the next step of the plan that neither stands in the tree nor was
// tried in these rounds, one a round. It tells whether there was one.
func (a *answer) planStep(t taskTree, rounds []round) bool {
	for _, s := range planFor(t) {
		if !tried(rounds, s.Title) && !t.has(s.Title) {
			a.call("add_step", s)
			return true
		}
	}
	return false
}

// already says which steps of the plan stood in the tree before these rounds; ""
// for none.
func already(t taskTree, rounds []round) string {
	var there []string
	for _, s := range planFor(t) {
		if t.has(s.Title) && !tried(rounds, s.Title) {
			there = append(there, "“"+s.Title+"”")
		}
	}
	if there == nil {
		return ""
	}
	return "Already there: " + list(there) + "."
}

func tried(rounds []round, title string) bool {
	for _, r := range rounds {
		for _, o := range r {
			if o.call.Name == "add_step" && o.title() == title {
				return true
			}
		}
	}
	return false
}
