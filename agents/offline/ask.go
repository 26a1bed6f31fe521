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
func (o *ask) settle() {
	object := &o.Object
	if object.Noun == "" && object.Kind != "" {
		object.Noun = step
	}
	if o.Verb == move { // "put in a step"
		for i, p := range o.Places {
			if object.zero() && p.Ref.Fresh {
				*object = p.Ref
				o.Places = append(o.Places[:i:i], o.Places[i+1:]...)
			}
		}
		if object.Fresh {
			o.Verb = add
		}
	}
	fresh := !object.definite() && !object.All
	switch {
	case o.Verb == build && (object.Noun == step || object.Noun == task || object.Noun == module) && !object.Plural && fresh && !object.Its,
		o.Verb == become && fresh && object.Noun != "" && o.Aspect == "" && o.Required == nil,
		o.Verb == change && fresh && object.Fresh && o.Aspect == "":
		o.Verb = add
	case o.Verb == add && object.Noun == step && object.Plural && o.Title == "" && object.Title == "" && object.Kind == "":
		o.Verb = build
	}
	if o.Verb == add && object.Kind != "" {
		o.Kind = object.Kind
	}
	if o.Verb == add && o.Title == "" && object.Title != "" {
		o.Title, object.Title = object.Title, ""
	}
	if o.Verb == change || o.Verb == rename || o.Verb == become {
		o.settleValue()
	}
	if o.Verb == build && object.Noun == playbook && object.Fresh {
		o.Verb = add
	}
	for i := range o.Places {
		o.Places[i].Ref.resolveOne(object.Noun)
	}
	o.Object.resolveOne(step)
}

// settleValue says which part of a thing a new value is for.
func (o *ask) settleValue() {
	k, isKind := kindPhrase(o.Title)
	switch {
	case o.Aspect == descriptionAspect:
		o.Text, o.Title = o.Title, ""
	case o.Aspect == kindAspect || o.Verb == become:
		if isKind {
			o.Kind, o.Title = k, ""
		}
		o.Aspect = kindAspect
	case o.Verb == change && o.Aspect == "" && isKind && o.Object.Noun == step:
		o.Kind, o.Title, o.Aspect = k, "", kindAspect
	default:
		o.Aspect = titleAspect
		if o.Verb == change {
			o.Verb = rename
		}
	}
	if o.Aspect != titleAspect {
		o.Verb = change
	}
}
