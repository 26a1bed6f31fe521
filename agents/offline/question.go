package offline

import (
	"fmt"
	"strings"
)

// A question is a question, as far as it is understood: which things it names, and
// whether it wants their number or those without subtasks.
type question struct {
	howMany bool
	without bool  // "which tasks have no subtasks"
	able    bool  // "what can you do"
	how     bool  // "how do I add a task"
	status  bool  // "is the playbook published"
	refs    []ref // in the order in which they are named
}

func readQuestion(src string) question {
	p := &parser{src: src, tokens: lex(src)}
	var q question
	for p.i < len(p.tokens) {
		w := p.word()
		switch w {
		case "many", "number", "count":
			q.howMany = true
		case "no", "without", "lack", "lacks", "empty", "missing", "none":
			if n, ok := cardinalOf(p.peek(1)); !ok || n == 0 {
				q.without = true
			}
		case "you", "help":
			q.able = true
		case "how":
			q.how = p.peek(1) != "many" && p.peek(1) != "much"
		case "status", "published", "draft", "archived":
			q.status = true
		}
		if r, ok := p.ref(false); ok {
			q.refs = append(q.refs, r)
			for r.In != nil {
				r = *r.In
				q.refs = append(q.refs, r)
			}
			continue
		}
		p.i++
	}
	return q
}

// names finds the first thing of a noun, one that is pinned down before others.
func (q question) names(n noun) (ref, bool) {
	var any ref
	found := false
	for _, r := range q.refs {
		switch {
		case r.Noun != n:
		case r.Numbers != nil || r.Title != "":
			return r, true
		case !found:
			any, found = r, true
		}
	}
	return any, found
}

// aboutTask tells whether the open task answers it: steps, or "this task", and
// nothing around it.
func (q question) aboutTask() bool {
	about := false
	for _, r := range q.refs {
		switch r.Noun {
		case step:
			about = true
		case task:
			if r.Plural || r.Numbers != nil || r.Title != "" {
				return false
			}
			about = true
		case module, playbook:
			return false
		case branch:
			about = true
		}
	}
	return about
}

// aboutWhole tells a question about the open task as it is: "what is in this task".
func (q question) aboutWhole() bool {
	_, asksStep := q.names(step)
	_, asksBranch := q.names(branch)
	return q.aboutTask() && !asksStep && !asksBranch && !q.howMany
}

// ofTask answers from one task.
func (q question) ofTask(t taskTree) string {
	all := t.spots()
	if r, ok := q.names(step); ok && !q.howMany && (r.Numbers != nil || r.Title != "") {
		s, err := t.find(r)
		if err != nil {
			return err.Error()
		}
		return strings.TrimSpace(fmt.Sprintf("“%s” is of kind %s. %s", s.step.Title, kindName(s.step.Kind), s.step.Description))
	}
	if _, ok := q.names(step); !ok && !q.howMany {
		return strings.TrimSpace(fmt.Sprintf("The task is “%s”, with %s. %s", t.Title, count(len(all), "subtask"), t.Description))
	}
	t.Description = ""
	return describe(t)
}
