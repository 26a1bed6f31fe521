package offline

import (
	"encoding/json"
	"slices"
	"strings"

	"turnbook/schemas"
)

// A focus is what the router's focus block says of the screen.
type focus struct{ editor, builder bool }

func focusOf(lines []string) focus {
	var f focus
	for _, l := range lines {
		l = strings.ToLower(strings.TrimSpace(l))
		f.editor = f.editor || strings.HasPrefix(l, "on the playbook editor")
		f.builder = f.builder || strings.HasPrefix(l, "subtask builder open")
	}
	return f
}

// route picks the domain that takes the turn (decisions.md 37). A domain that is
// not in the data was declined and is never picked.
func route(a *answer) {
	var lines []string
	var domains []schemas.Domain
	a.data("focus", &lines)
	a.data("domains", &domains)
	f := focusOf(lines)
	want, why := pickDomain(read(a.ask()), f)
	got := want
	if !slices.Contains(domains, want) {
		got = ""
		for _, d := range nextBest(f) {
			if slices.Contains(domains, d) {
				got, why = d, string(want)+" is not to be had; the next is "+string(d)
				break
			}
		}
	}
	if got == "" {
		why = "no domain is left"
	}
	pick := struct {
		Domain schemas.Domain `json:"domain"`
		Why    string         `json:"why"`
	}{got, why}
	raw, err := json.Marshal(pick)
	if err != nil { // two texts
		return
	}
	a.text = []string{string(raw)}
}

// nextBest are the domains to try where the wanted one declined. Away from the editor
// the playbook editor has no canvas, and is none of them.
func nextBest(f focus) []schemas.Domain {
	if f.editor {
		return []schemas.Domain{schemas.PlaybookEditor, schemas.TaskBuilder, schemas.Guide}
	}
	return []schemas.Domain{schemas.TaskBuilder, schemas.Guide}
}

// pickDomain judges by the first clause that wants something done.
//
// A single step goes to the task builder whether one is open or not: whether there
// is anything to write to is the redirect guard's decision. While a builder is
// open, "this task" and "this module" go there too, so that it hands them back.
func pickDomain(asks []ask, f focus) (schemas.Domain, string) {
	for _, a := range commands(asks) {
		switch {
		case a.singleStep() && a.everyTask():
			return schemas.PlaybookEditor, "a subtask for every task"
		case a.singleStep():
			return schemas.TaskBuilder, "one subtask"
		case a.Verb == use || a.Verb == head || a.Verb == claim:
			return schemas.TaskBuilder, "the open builder's"
		case f.builder && a.besideBuilder():
			return schemas.TaskBuilder, "said beside an open builder"
		case a.chrome():
			return schemas.PlaybookEditor, "modules, tasks or the playbook"
		case a.Verb == build && a.elsewhere():
			return schemas.PlaybookEditor, "subtasks of tasks named on the canvas"
		}
	}
	for _, a := range asks {
		if a.Question || a.Verb == tell {
			return whoAnswers(readQuestion(a.Source), f)
		}
	}
	switch {
	case f.builder:
		return schemas.TaskBuilder, "a builder is open"
	case f.editor:
		return schemas.PlaybookEditor, "the editor is open"
	}
	return schemas.Guide, "nothing else fits"
}

// whoAnswers is the guide, but for what stands inside a task: that is seen by whoever
// can read its steps.
func whoAnswers(q question, f focus) (schemas.Domain, string) {
	_, templates := q.names(template)
	switch {
	case f.builder && (templates || q.aboutTask()):
		return schemas.TaskBuilder, "a question about the open task"
	case f.editor && q.namesTask():
		return schemas.PlaybookEditor, "a question about the subtasks of a task"
	}
	return schemas.Guide, "a question"
}

// besideBuilder tells what people say of the task or module that they are in:
// "rename this task", "add another task to this module".
func (o ask) besideBuilder() bool {
	object := o.Object
	switch {
	case object.Noun == task && (o.Verb == rename || o.Verb == change):
		return object.This || !object.definite() || object.The && object.Numbers == nil && object.Title == ""
	case object.Noun == task && o.Verb == add:
		return !slices.ContainsFunc(o.Places, func(p place) bool {
			return p.Ref.Noun == module && !p.Ref.This && p.Ref.definite()
		})
	}
	return false
}

// elsewhere tells whether subtasks are wanted for tasks that the ask names, other
// than the open one.
func (o ask) elsewhere() bool {
	return slices.ContainsFunc(o.targets(), func(r ref) bool { return r.All || r.Plural || r.Noun != task || !r.This })
}

// targets are the tasks, modules or the playbook that an ask to build names.
func (o ask) targets() []ref {
	var out []ref
	keep := func(r ref) {
		switch r.Noun {
		case task, module, playbook:
			out = append(out, r)
		case "":
			if r.Title != "" {
				out = append(out, r)
			}
		}
	}
	keep(o.Object)
	for in := o.Object.In; in != nil && o.Object.Noun == step; in = nil {
		keep(*in)
	}
	for _, p := range o.Places {
		keep(p.Ref)
	}
	return out
}
