package worker

import (
	"context"

	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// ActivateRule has a version of a rule decide for a vendor from here on, and returns the
// position of that. Turns that were decided before keep their decisions; a turn under way
// takes its next one by the new version. Activating what decides already changes nothing,
// and its position is 0.
//
// The error is a [*schemas.RuleError] or an [*agents.UnknownRuleError].
func (rt *Runtime) ActivateRule(ctx context.Context, v schemas.VendorID, user schemas.UserID, text, key string) (uint64, error) {
	rule, err := turn.Rules().Find(text)
	if err != nil {
		return 0, err
	}
	by := draftBy{key: key, actor: "user/" + string(user)}
	seq, _, err := rt.appendTo(ctx, vendorEntity(v), key, func(w agents.World, _ uint64) ([]schemas.Draft, error) {
		if w.Rule(standardOf(rule)) == rule {
			return nil, nil
		}
		return []schemas.Draft{by.draft(schemas.RuleActivated{Rule: rule}, schemas.Subject{})}, nil
	})
	return seq, err
}

// standardOf is the version of a rule that decides where none was activated.
func standardOf(rule schemas.Rule) schemas.Rule {
	for _, v := range turn.Rules() {
		if v.Standard && v.Rule.Name() == rule.Name() {
			return v.Rule
		}
	}
	return rule
}

// RulesInForce are the versions of all rules that decide for a vendor now, by name.
func (rt *Runtime) RulesInForce(ctx context.Context, v schemas.VendorID) (map[string]schemas.Rule, error) {
	found := make(map[string]schemas.Rule)
	err := rt.World(ctx, v, nil, func(w agents.World) {
		for _, r := range turn.Rules() {
			found[r.Rule.Name()] = w.Rule(standardOf(r.Rule))
		}
	})
	return found, err
}
