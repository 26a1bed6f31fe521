package web

import (
	"sort"
	"strconv"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// ladderView is one decision in words that need no programmer.
type ladderView struct {
	projections.Decision
	Question string // what the rule decides: "Who should take the message?"
	Answer   string // what came of it: "The playbook editor takes it instead"
	Steps    []rungView
	Basis    []string // the documents that it read, as "playbook/p1 at 12"
}

// verdict is the decision's weight in a word: applied, considered or refused.
func (l ladderView) verdict() string {
	switch {
	case l.Type == schemas.WriteRefused{}.EventType() || l.Type == schemas.FlushRefused{}.EventType():
		return "refused"
	case l.Applied:
		return "applied"
	}
	return "considered"
}

// rungView is one check: a question that yes or no answers, and what was looked at.
type rungView struct {
	Question string
	Held     bool
	Input    string
}

// questions are the rules' questions, and those of their rungs, under the names that
// stand in the log. A name that is not here is shown as it is.
var questions = map[string]map[string]string{
	"bucket": {
		"":              "Is this still the same place on the screen?",
		"same_bucket":   "Is the screen where it was at the last message?",
		"domain_pinned": "Does an agent hold this conversation?",
	},
	"pick": {
		"":             "Who did the router pick?",
		"answered":     "Did the router answer?",
		"well_formed":  "Was its answer readable?",
		"known":        "Does it name an agent that exists?",
		"not_declined": "Has that agent not declined this message before?",
	},
	"redirect": {
		"":                           "Should the playbook editor take it instead?",
		"router_picked_task_builder": "Was the task builder picked?",
		"on_editor_route":            "Is the playbook editor on the screen?",
		"no_builder_open":            "Are all subtask builders closed?",
	},
	"target-task": {
		"":                  "Which task may be written?",
		"capability_on":     "May agents write subtasks here at all?",
		"target_named":      "Does the screen name an open task?",
		"hydrated":          "Was that task found?",
		"surface_supported": "Can tasks be written where it lives?",
		"not_archived":      "Is it still in use?",
	},
	"canvas-write": {
		"":             "May this task be written from the canvas?",
		"editable":     "Is the playbook a draft that nobody else has locked?",
		"assigned":     "Is it the task that this worker was given?",
		"on_canvas":    "Does that task stand on the canvas?",
		"module_own":   "Is its module the playbook's own?",
		"step_unsaved": "Is the step still unsaved?",
	},
	"task-write": {
		"":           "May this task be written from its builder?",
		"target_ok":  "May the open task be written?",
		"module_own": "Is its module the playbook's own?",
	},
	"document-edit": {
		"":                "May the playbook be changed so?",
		"editable":        "Is the playbook a draft that nobody else has locked?",
		"module_known":    "Is that module there?",
		"module_linkable": "Is it in the library, and not linked yet?",
		"sibling_known":   "Is the one before it there?",
		"task_known":      "Is that task there?",
		"module_own":      "Is its module the playbook's own?",
		"holder_own":      "Is the module it goes to the playbook's own?",
		"title":           "Is the title usable?",
	},
	"flush-playbook": {
		"":                      "May the steps be saved?",
		"exists":                "Is the playbook there?",
		"draft":                 "Is it a draft?",
		"not_locked_by_another": "Has nobody else locked it?",
	},
}

// answers are outcomes in words; what is not here is shown as it is.
var answers = map[string]string{
	"bucket classify":     "Nobody holds it: the router picks",
	"bucket unpin":        "The screen changed: the agent is let go and the router picks anew",
	"bucket keep":         "The same agent goes on",
	"redirect redirected": "Yes: the playbook editor takes it, since no builder is open to write to",
	"redirect kept":       "No: the pick stands",
	"OK":                  "Yes",
	"NOT_EDITABLE":        "No: the playbook can't be written now",
	"UNASSIGNED":          "No: it is another worker's task",
	"INVALID_INDEX":       "No: there is no such task on the canvas",
	"LINKED_MODULE":       "No: the module is the library's and is changed there",
	"PERSISTED":           "No: the step was saved before, and from the canvas agents only add",
	"CAPABILITY_OFF":      "None: agents may not write subtasks here",
	"NO_TARGET":           "None: no task is open",
	"HYDRATION_FAILED":    "None: the open task was not found",
	"UNSUPPORTED_SURFACE": "None: the playbook is published",
	"ARCHIVED":            "None: it is archived",
	"UNKNOWN_MODULE":      "No: there is no such module",
	"UNKNOWN_TASK":        "No: there is no such task",
	"INVALID_ARGUMENTS":   "No: what was asked for makes no sense",
}

func explain(d projections.Decision) ladderView {
	rule, _, _ := strings.Cut(d.Rule, "/")
	v := ladderView{Decision: d, Question: questions[rule][""], Answer: answerOf(rule, d.Outcome)}
	if v.Question == "" {
		v.Question = spoken(rule)
	}
	for _, g := range d.Rungs {
		question := questions[rule][g.Name]
		if question == "" {
			question = spoken(g.Name) + "?"
		}
		input := g.Input
		if strings.HasPrefix(input, " → ") {
			input = "nothing before" + input // the first message has no place before it
		}
		v.Steps = append(v.Steps, rungView{Question: question, Held: g.Held, Input: shown(input)})
	}
	v.Basis = basisOf(d)
	return v
}

func answerOf(rule, outcome string) string {
	if a, ok := answers[rule+" "+outcome]; ok {
		return a
	}
	if rule == "pick" {
		return agentName(schemas.Domain(outcome))
	}
	if a, ok := answers[outcome]; ok {
		return a
	}
	return shown(outcome)
}

// spoken makes words of a name that has none yet: "same_bucket" → "Same bucket".
func spoken(name string) string {
	s := strings.NewReplacer("_", " ", "-", " ").Replace(shown(name))
	if s == "" {
		return "A decision"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func basisOf(d projections.Decision) []string {
	var basis schemas.Basis
	if err := readJSON(d.Basis, &basis); err != nil {
		return nil
	}
	var out []string
	for entity, seq := range basis {
		out = append(out, shown(entity)+" at "+strconv.FormatUint(seq, 10))
	}
	sort.Strings(out)
	return out
}
