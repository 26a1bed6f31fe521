package offline

import "turnbook/schemas"

// An ask is one clause, read: what to do, to what, where.
type ask struct {
	Source   string // the clause as written
	Verb     verb   // "" where none was found
	Never    bool   // "don't …"
	Question bool
	Object   ref // what it is about; zero for nothing said
	Aspect   aspect
	Kind     schemas.StepKind // of the step to add, or that a step becomes; "" for none
	Title    string           // the new title; "" for none
	Text     string           // the new description; "" for none
	Branches []string
	Tasks    []string    // titles of the tasks of a new module
	Modules  []string    // titles of the modules of a new playbook
	Fields   []fieldSpec // questions of a form
	Required *bool       // "make the name required"
	ShowWhen *condition  // "show the date only when …"; nil for nothing said
	Anyway   bool        // what is not there is asked for all the same
	Retry    bool        // "ask again if it changed"
	Trial    bool        // "what would change if …"
	Count    int         // of the rows that are to be shown
	Places   []place
	Limit    string   // "except" and the like; "" for none
	Unread   []string // words that no phrase took
}

type verb string

const (
	add     verb = "add"
	rename  verb = "rename"
	change  verb = "change"
	become  verb = "make" // "make step 2 an upload"
	move    verb = "move"
	remove  verb = "remove"
	build   verb = "build"
	tell    verb = "tell" // "list the tasks"
	publish verb = "publish"
	use     verb = "use"     // a template
	head    verb = "title"   // the progress
	claim   verb = "show"    // rows of the progress
	forward verb = "forward" // "hand this back"
)

// An aspect is the part of a thing that is to change.
type aspect string

const (
	titleAspect       aspect = "title"
	descriptionAspect aspect = "description"
	kindAspect        aspect = "kind"
)

type noun string

const (
	step     noun = "subtask"
	task     noun = "task"
	module   noun = "module"
	playbook noun = "playbook"
	branch   noun = "branch"
	template noun = "template"
	field    noun = "question" // of a form
	one      noun = "one"      // whatever the ask is about
)

// settle says what the phrases mean together, where one depends on another:
// "make a step" adds one, "write a step" too, "add subtasks" builds them.
func (a *ask) settle() {
	o := &a.Object
	if o.Noun == "" && o.Kind != "" {
		o.Noun = step
	}
	if a.Verb == move { // "put in a step"
		for i, p := range a.Places {
			if o.zero() && p.Ref.Fresh {
				*o = p.Ref
				a.Places = append(a.Places[:i:i], a.Places[i+1:]...)
			}
		}
		if o.Fresh {
			a.Verb = add
		}
	}
	fresh := !o.definite() && !o.All
	switch {
	case a.Verb == build && (o.Noun == step || o.Noun == task || o.Noun == module) && !o.Plural && fresh && !o.Its,
		a.Verb == become && fresh && o.Noun != "" && a.Aspect == "" && a.Required == nil,
		a.Verb == change && fresh && o.Fresh && a.Aspect == "":
		a.Verb = add
	case a.Verb == add && o.Noun == step && o.Plural && a.Title == "" && o.Title == "" && o.Kind == "":
		a.Verb = build
	}
	if a.Verb == add && o.Kind != "" {
		a.Kind = o.Kind
	}
	if a.Verb == add && a.Title == "" && o.Title != "" {
		a.Title, o.Title = o.Title, ""
	}
	if a.Verb == change || a.Verb == rename || a.Verb == become {
		a.settleValue()
	}
	if a.Verb == build && o.Noun == playbook && o.Fresh {
		a.Verb = add
	}
	for i := range a.Places {
		a.Places[i].Ref.resolveOne(o.Noun)
	}
	a.Object.resolveOne(step)
}

// settleValue says which part of a thing a new value is for.
func (a *ask) settleValue() {
	k, isKind := kindPhrase(a.Title)
	switch {
	case a.Aspect == descriptionAspect:
		a.Text, a.Title = a.Title, ""
	case a.Aspect == kindAspect || a.Verb == become:
		if isKind {
			a.Kind, a.Title = k, ""
		}
		a.Aspect = kindAspect
	case a.Verb == change && a.Aspect == "" && isKind && a.Object.Noun == step:
		a.Kind, a.Title, a.Aspect = k, "", kindAspect
	default:
		a.Aspect = titleAspect
		if a.Verb == change {
			a.Verb = rename
		}
	}
	if a.Aspect != titleAspect {
		a.Verb = change
	}
}
