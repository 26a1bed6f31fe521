package offline

import "fmt"

const builderContext = "get_task_builder_context"

// question answers what is about this task or the library's templates, from what the
// tools read. The rest is the guide's.
func (b *building) question(o ask) {
	q := readQuestion(o.Source)
	_, templates := q.names(template)
	switch {
	case q.able && b.target.Outcome == "OK" && !q.aboutTask() && !templates:
		b.say("%s", builderAbilities)
	case q.able && b.target.ViewedFrom == "library":
		b.say("%s", librarySettings)
	case b.target.Outcome == "OK" && templates:
		b.tellTemplates()
	case b.target.Outcome == "OK" && q.aboutWhole():
		b.tellContext(q)
	case b.target.Outcome == "OK" && q.aboutTask():
		b.say("%s", q.ofTask(b.target.Task))
	case templates || b.target.Outcome != "OK" && q.aboutTask():
		b.explain()
	case b.target.ViewedFrom == "library":
		b.say("I can answer questions about the open task and nothing else here.")
	default:
		b.handBack("a question that is not about this task: " + heading(o.Source))
	}
}

const builderAbilities = "I write the subtasks of the open task: ask for “add an approval step after the first one”, “move step 2 to the top”, “remove the first two steps”, “add a phone question to the form” or “write the subtasks of this task”."

func (b *building) tellTemplates() {
	if len(b.rounds) == 0 {
		b.call(listTemplates, struct{}{})
		return
	}
	var lines []templateLine
	if !b.rounds[0].result(&lines) || len(lines) == 0 {
		b.say("The library has no templates of steps.")
		return
	}
	var titles, replies []string
	for _, l := range lines {
		said := "“" + l.Title + "”"
		if l.Description != "" {
			said += " (" + l.Description + ")"
		}
		titles = append(titles, said)
		if quotable(l.Title) {
			replies = append(replies, "Use the “"+l.Title+"” template")
		}
	}
	b.say("The library has %s: %s.", count(len(lines), "template"), list(titles))
	b.offer(replies...)
}

// tellContext reads the task anew and says what is in it.
func (b *building) tellContext(q question) {
	if len(b.rounds) == 0 && b.has(builderContext) {
		b.call(builderContext, struct{}{})
		return
	}
	var now target
	if len(b.rounds) == 0 || !b.rounds[0].result(&now) {
		now = b.target
	}
	b.say("%s", describe(now.Task))
}

// describe tells a task with its steps.
func describe(t taskTree) string {
	all := t.spots()
	if len(all) == 0 {
		return fmt.Sprintf("“%s” has no subtasks yet.%s", t.Title, behind(t.Description))
	}
	nested := ""
	if len(all) > len(t.Steps) {
		nested = fmt.Sprintf(" (%d inside branches)", len(all)-len(t.Steps))
	}
	return fmt.Sprintf("“%s” has %s%s: %s.%s", t.Title, count(len(all), "subtask"), nested, names(t.Steps), behind(t.Description))
}
