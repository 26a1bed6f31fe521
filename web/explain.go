package web

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"turnbook/agents/turn"
	"turnbook/projections"
	"turnbook/schemas"
)

// The one place where decisions, refusals, drops and cards become sentences. Pages and
// the command line say the same, to people who never wrote a program; what was looked
// at stands below the sentence, as it was.

// An Explanation is one decision in words.
type Explanation struct {
	Question string // what the rule decides: "Should the playbook editor take it instead?"
	Answer   string // what came of it, in a sentence
	Verdict  string // its weight: applied, considered or refused
	Rungs    []ExplainedRung
	Basis    []string // the documents that it read, as in "playbook/p1 at 12"
}

// An ExplainedRung is one check: a question that yes or no answers, and what was looked
// at, as it stands in the log.
type ExplainedRung struct {
	Question string
	Held     bool
	Input    string // "" where the question says it all
}

// Explain says a decision in words. A rule, a rung or an outcome without words yet is
// said by its name. The texts may hold words from outside.
func Explain(d projections.Decision) Explanation {
	rule, _, _ := strings.Cut(d.Rule, "/")
	v := Explanation{Question: ruleQuestion(rule), Answer: explainOutcome(rule, d), Verdict: verdictOf(d), Basis: basisOf(d)}
	for _, g := range d.Rungs {
		v.Rungs = append(v.Rungs, ExplainedRung{Question: rungQuestion(rule, g.Name), Held: g.Held, Input: rungInput(rule, g)})
	}
	return v
}

func ruleQuestion(rule string) string {
	if q := written(rule, ""); q != "" {
		return q
	}
	return spoken(rule)
}

// rungQuestion asks a check. A decision that is made of several rules says in the name of
// each rung whose it is: "vouch/1 at_remote_tip".
func rungQuestion(rule, name string) string {
	if of, own, ok := strings.Cut(name, " "); ok {
		rule, _, _ = strings.Cut(of, "/")
		name = own
	}
	if q := written(rule, name); q != "" {
		return q
	}
	return spoken(name) + "?"
}

// written is the question of a rung; "" where nobody wrote one.
func written(rule, rung string) string {
	if q := questions[rule][rung]; q != "" {
		return q
	}
	return launchQuestions[rule][rung]
}

// rungInput is what a check looked at. A bare true or false gets its name; the first
// message has no place before it.
func rungInput(rule string, g projections.Rung) string {
	if name, ok := looked[rule+" "+g.Name]; ok {
		return name + ": " + shown(g.Input)
	}
	if strings.HasPrefix(g.Input, " → ") {
		return "nothing before" + shown(g.Input)
	}
	return shown(g.Input)
}

func verdictOf(d projections.Decision) string {
	switch {
	case d.Type == schemas.WriteRefused{}.EventType(), d.Type == schemas.FlushRefused{}.EventType(), d.Type == schemas.InterruptStale{}.EventType():
		return "refused"
	case launchRefuses(d):
		return "refused"
	case d.Applied && d.Outcome != "NOT_VOUCHED":
		return "applied"
	}
	return "considered"
}

// launchRefuses says whether a rule of launches stood in a turn's way.
func launchRefuses(d projections.Decision) bool {
	rule, _, _ := strings.Cut(d.Rule, "/")
	if launchQuestions[rule] == nil {
		return false
	}
	return reasonOr(schemas.Code(d.Outcome), "") != ""
}

func explainOutcome(rule string, d projections.Decision) string {
	if a, ok := answers[rule+" "+d.Outcome]; ok {
		return a
	}
	if a, ok := launchAnswers[rule+" "+d.Outcome]; ok {
		return a
	}
	if rule == "pick" {
		return agentName(schemas.Domain(d.Outcome))
	}
	if reason, dropped := strings.CutPrefix(d.Outcome, string(schemas.TargetDrop)+" "); rule == "target" && dropped {
		return "Nowhere: it is dropped, because " + dropReason(schemas.TargetReason(reason))
	}
	if rule == "redirect" && d.Outcome == "kept" {
		return keptBecause(d.Rungs)
	}
	code := schemas.Code(d.Outcome)
	if why := reasonOr(code, ""); why != "" {
		return "No: " + why
	}
	if d.Outcome == schemas.OutcomeOK {
		return "Yes"
	}
	return shown(d.Outcome)
}

// keptBecause says which check left a redirect without effect.
func keptBecause(rungs []projections.Rung) string {
	for _, g := range rungs {
		if !g.Held {
			return "No, the pick stands: " + keptReasons[g.Name]
		}
	}
	return "No, the pick stands"
}

// ExplainRefusal says why a write of a person or an agent, or an agent's tool, was
// refused, and what that means for the document. Detail is what they were told.
func ExplainRefusal(r projections.Refusal) string {
	if said := explainCommand(r); said != "" {
		return said
	}
	why := reasonOr(r.Code, "the rule "+shown(string(r.Code))+" stood in its way")
	if r.Code == schemas.CodeModelRows {
		return "An agent wanted to say for itself how far it is, and was not let: " + why + "."
	}
	who := "An agent"
	if r.Call == "" && r.Turn == "" {
		who = "Somebody"
	}
	return who + " wanted to " + toolVerb(r.Tool) + ", and was not let: " + why + ". " + consequence(r.Code)
}

// ExplainDrop says why a step was written and yet stood nowhere, and what became of it.
func ExplainDrop(d projections.Drop) string {
	why := "A step was written and not taken over, because " + dropReason(d.Reason) + ". "
	switch d.Status {
	case projections.DropApplied:
		return why + "It was applied later."
	case projections.DropRefused:
		return why + "It could not be applied later: " + reasonOr(d.Code, "it no longer fits") + "."
	}
	return why + "It is kept and can be applied."
}

// reasonOr is why a code refuses, in half a sentence.
func reasonOr(c schemas.Code, otherwise string) string {
	if why, ok := reasons[c]; ok {
		return why
	}
	if why, ok := launchReasons[c]; ok {
		return why
	}
	return otherwise
}

// dropReason says why a view applied a step nowhere.
func dropReason(r schemas.TargetReason) string { return shown(turn.ExplainDrop(r)) }

// ExplainCard says where a card stands and what that means.
func ExplainCard(i projections.Interrupt) string {
	var targets, cascade []schemas.CardStep
	_ = readJSON(i.Targets, &targets) // a card without them is told by its state alone
	_ = readJSON(i.Cascade, &cascade)
	ask := "An agent asked before it would delete " + cardSteps(targets, cascade)
	switch i.Status {
	case schemas.CardOpen:
		return ask + ". It waits for your answer; nothing is deleted before."
	case schemas.CardConfirmed:
		return ask + ". It was confirmed, and the steps were deleted."
	case schemas.CardDeclined:
		return ask + ". It was declined, and nothing was deleted."
	case schemas.CardStale:
		return ask + ". It was confirmed, but the steps had changed after the card was shown, so nothing was deleted. The agent may ask again about what is there now."
	case schemas.CardSuperseded:
		if i.Reason == "cancelled" {
			return ask + ". The turn was stopped before anybody answered, and nothing was deleted."
		}
		return ask + ". A new message came before anybody answered, and nothing was deleted."
	}
	return ask + ". It is " + shown(string(i.Status)) + "."
}

// cardSteps names what a card would delete: "“Fork” and 2 steps below it".
func cardSteps(targets, cascade []schemas.CardStep) string {
	const most = 3
	var names []string
	for _, s := range targets[:min(most, len(targets))] {
		name, more := beginning(shown(s.Title), 80)
		if more {
			name += "…"
		}
		names = append(names, "“"+name+"”")
	}
	if n := len(targets) - most; n > 0 {
		names = append(names, strconv.Itoa(n)+" more")
	}
	out := strings.Join(names, ", ")
	if out == "" {
		out = "saved steps"
	}
	if len(cascade) > 0 {
		out += fmt.Sprintf(" and %s that would go with it", counted(len(cascade), "step"))
	}
	return out
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
