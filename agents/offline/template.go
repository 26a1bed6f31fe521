package offline

import (
	"encoding/json"

	"turnbook/schemas"
)

const (
	listTemplates = "list_step_templates"
	getTemplate   = "get_step_template"
)

// A templateLine is a template as the list shows it.
type templateLine struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// templateSteps is a template, read.
type templateSteps struct {
	Title string      `json:"title"`
	Steps []modelStep `json:"steps"`
}

// A modelStep is a step of a template.
type modelStep struct {
	Kind        schemas.StepKind `json:"kind"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Form        json.RawMessage  `json:"form"`
	Branches    []struct {
		Name  string      `json:"name"`
		Steps []modelStep `json:"steps"`
	} `json:"branches"`
}

// ofTemplate tells an ask to use a template.
func (o ask) ofTemplate() bool {
	return o.Verb == use && (o.Object.Noun == template || o.Object.Noun == "" && o.Object.Title != "")
}

// useTemplate copies a template into the open task: its list is read, then the
// template, then its steps are added, all of one depth in a round, so that the steps
// that hold others have ids; last the documents of its forms are written. It tells
// whether the clause is done, with how many of the rounds.
func (b *building) useTemplate(o ask, rounds []round) (took int, done bool) {
	if len(rounds) == 0 {
		b.call(listTemplates, struct{}{})
		return 0, false
	}
	var lines []templateLine
	if !rounds[0].result(&lines) {
		b.say("The list of templates can't be read. %s", b.unchanged())
		return 0, false
	}
	if len(rounds) == 1 {
		b.chooseTemplate(o, lines)
		return 0, false
	}
	var t templateSteps
	if !rounds[1].result(&t) || len(t.Steps) == 0 {
		b.say("That template holds no steps. %s", b.unchanged())
		return 0, false
	}
	depth, at := depthOf(t.Steps), len(rounds)-2
	forms := 0
	if b.has(writeForm) && anyForm(t.Steps) {
		forms = 1
	}
	if at >= depth+forms {
		return 2 + depth + forms, true
	}
	if at == depth {
		b.copyForms(t.Steps, b.target.Task.Steps)
	} else {
		b.copySteps(t.Steps, b.target.Task.Steps, at, placeArgs{})
	}
	return 0, false
}

// copySteps adds the template's steps of one depth. Copies stand at the end of their
// siblings, in order.
func (b *building) copySteps(steps []modelStep, tree []treeStep, depth int, at placeArgs) {
	if depth > 0 {
		eachCopy(steps, tree, func(s modelStep, c treeStep) {
			for i, branch := range s.Branches {
				if i < len(c.Branches) {
					b.copySteps(branch.Steps, c.Branches[i].Steps, depth-1, placeArgs{Parent: c.ID, Branch: branch.Name})
				}
			}
		})
		return
	}
	for _, s := range steps {
		args := addArgs{Title: s.Title, Description: s.Description, Kind: s.Kind, placeArgs: at}
		for _, branch := range s.Branches {
			args.Branches = append(args.Branches, branch.Name)
		}
		b.call("add_step", args)
	}
}

// copyForms writes the documents of the copies that are forms.
func (b *building) copyForms(steps []modelStep, tree []treeStep) {
	eachCopy(steps, tree, func(s modelStep, c treeStep) {
		if s.hasForm() {
			b.call(writeForm, formArgs{c.ID, s.Form})
		}
		for i, branch := range s.Branches {
			if i < len(c.Branches) {
				b.copyForms(branch.Steps, c.Branches[i].Steps)
			}
		}
	})
}

// eachCopy pairs a template's steps with their copies.
func eachCopy(steps []modelStep, tree []treeStep, f func(modelStep, treeStep)) {
	copies := tree[max(0, len(tree)-len(steps)):]
	for i, c := range copies {
		f(steps[i], c)
	}
}

func (b *building) chooseTemplate(o ask, lines []templateLine) {
	wanted := o.Object.Title
	var replies, titles []string
	for _, l := range lines {
		if wanted != "" && sameTitle(l.Title, wanted) || wanted == "" && len(lines) == 1 {
			b.call(getTemplate, struct {
				ID string `json:"template_id"`
			}{l.ID})
			return
		}
		titles = append(titles, "“"+l.Title+"”")
		if quotable(l.Title) {
			replies = append(replies, "Use the “"+l.Title+"” template")
		}
	}
	switch {
	case len(lines) == 0:
		b.say("The library has no templates of steps. %s", b.unchanged())
	case wanted == "":
		b.say("Which template? They are %s. %s", list(titles), b.unchanged())
	default:
		b.say("There is no template called “%s”. The library has %s. %s", wanted, list(titles), b.unchanged())
	}
	b.offer(replies...)
}

// depthOf is how many levels of steps there are.
func depthOf(steps []modelStep) int {
	deepest := 0
	for _, s := range steps {
		deepest = max(deepest, 1)
		for _, b := range s.Branches {
			deepest = max(deepest, 1+depthOf(b.Steps))
		}
	}
	return deepest
}

func (s modelStep) hasForm() bool { return len(s.Form) > 0 && string(s.Form) != "null" }

func anyForm(steps []modelStep) bool {
	for _, s := range steps {
		if s.hasForm() {
			return true
		}
		for _, b := range s.Branches {
			if anyForm(b.Steps) {
				return true
			}
		}
	}
	return false
}
