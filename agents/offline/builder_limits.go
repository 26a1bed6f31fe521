package offline

import "turnbook/schemas"

// isChrome tells what the task builder does not own. A title without a noun is the
// task itself only where no step has it.
func (b *building) isChrome(o ask) bool {
	if o.Object.Noun == "" && o.Object.Title != "" {
		return sameTitle(o.Object.Title, b.target.Task.Title) && !b.target.Task.has(o.Object.Title)
	}
	if o.singleStep() && o.abroad(b.target.Task.Title) {
		return true
	}
	return o.chrome() || o.Verb == build && o.elsewhere()
}

// handBack gives the turn to the router. From the library nobody else owns the
// ask, so it says where the change is made instead.
func (b *building) handBack(reason string) {
	if b.target.ViewedFrom == "library" {
		b.say("%s", librarySettings)
		return
	}
	b.call(returnToRouter, handBackArgs{reason})
}

const librarySettings = "I write the subtasks of the open task and nothing around it. Titles, tasks and modules of the library are changed in the library's own settings page. I changed nothing."

// explain says why the task can't be written.
func (b *building) explain() {
	why := ""
	switch schemas.Code(b.target.Outcome) {
	case schemas.CodeCapabilityOff:
		why = "The AI task builder is not switched on for this account."
	case schemas.CodeNoTarget:
		why = "No task is open in a builder."
	case schemas.CodeHydrationFailed:
		why = "The open task could not be loaded."
	case schemas.CodeUnsupportedSurface:
		why = "The open task is on a page where I can't write: only drafts and the library can be written."
	case schemas.CodeArchived:
		why = "The task, its module or its playbook is archived."
	default:
		why = "The open task can't be written (" + b.target.Outcome + ")."
	}
	b.say("%s I changed nothing.", why)
	switch {
	case b.target.Outcome == string(schemas.CodeNoTarget):
		b.offer("What can you do?", "Make a playbook for onboarding a nurse")
	case b.target.ViewedFrom == "library":
		b.offer("What can you do?")
	default:
		b.offer("How many tasks are there?", "What can you do?")
	}
}

type handBackArgs struct {
	Reason string `json:"reason"`
}
