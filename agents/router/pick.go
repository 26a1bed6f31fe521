package router

import (
	"encoding/json"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// PickRule is the name and version of the check of a classifier's answer.
const PickRule = "pick/1"

// Request is what the classifier is given: the focus block, the recent messages, and
// the known domains without those that declined.
func Request(call schemas.CallID, ui schemas.UIContext, declined []schemas.Domain, talk []agents.Message) agents.Request {
	open := []schemas.Domain{}
	for _, d := range schemas.Domains() {
		if !slices.Contains(declined, d) {
			open = append(open, d)
		}
	}
	domains, _ := json.Marshal(open) // strings always marshal
	return agents.Request{
		Call:     call,
		Agent:    string(schemas.Router),
		Data:     []agents.Data{{Name: "focus", JSON: focusJSON(ui)}, {Name: "domains", JSON: domains}},
		Messages: talk,
	}
}

// ReadPick reads a classifier's answer. failure is why there is none, "" where there
// is one. An unusable answer (none, malformed, an unknown or declined domain) falls
// to the playbook editor on the editor route and to the guide elsewhere.
func ReadPick(hop int, answer string, failure schemas.Code, declined []schemas.Domain, ui schemas.UIContext) schemas.TurnClassified {
	l := schemas.Ladder{Rule: PickRule}
	pick, ok := readPick(&l, answer, failure, declined)
	if !ok {
		pick = Fallback(ui)
	}
	l.Outcome = string(pick)
	return schemas.TurnClassified{Hop: hop, Pick: pick, Fallback: !ok, Ladder: l}
}

func readPick(l *schemas.Ladder, answer string, failure schemas.Code, declined []schemas.Domain) (schemas.Domain, bool) {
	if !l.Try("answered", string(failure), failure == "") {
		return "", false
	}
	var a struct {
		Domain schemas.Domain `json:"domain"`
	}
	err := json.Unmarshal([]byte(strings.TrimSpace(answer)), &a)
	if !l.Try("well_formed", agents.Shorten(answer), err == nil && a.Domain != "") {
		return "", false
	}
	if !l.Try("known", string(a.Domain), slices.Contains(schemas.Domains(), a.Domain)) {
		return "", false
	}
	if !l.Try("not_declined", string(a.Domain), !slices.Contains(declined, a.Domain)) {
		return "", false
	}
	return a.Domain, true
}

// Fallback is who takes a turn that could not be classified.
func Fallback(ui schemas.UIContext) schemas.Domain {
	if ui.EditorRoute() {
		return schemas.PlaybookEditor
	}
	return schemas.Guide
}
