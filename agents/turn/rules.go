package turn

import (
	"turnbook/agents"
	"turnbook/agents/router"
	"turnbook/agents/steps"
	"turnbook/agents/taskbuilder"
	"turnbook/schemas"
)

// Rules are the rules that decide in a turn, each in every version that this program
// can decide by. Which of them decides is the vendor's to say, one version of a name.
func Rules() agents.Rules {
	one := func(rule schemas.Rule, says string) agents.RuleVersion {
		return agents.RuleVersion{Rule: rule, Standard: true, Says: says}
	}
	rules := agents.Rules{
		one(router.BucketRule, "lets a pinned agent go when the screen is another than at the last message"),
		one(router.PickRule, "takes a router's answer, or falls back where it can't be used"),
	}
	rules = append(rules, router.Redirects()...)
	return append(rules,
		one(taskbuilder.TargetRule, "finds the task whose builder is open, and says whether it may be written"),
		one(steps.CanvasWriteRule, "lets a worker of the canvas write its own task, and only add to it"),
		one(steps.TaskWriteRule, "lets the task builder write the open task"),
		one(steps.ArgumentsRule, "refuses a tool call whose arguments make no sense"),
		one(siteRule, "refuses a write of a lane that has no task"),
		one(handBackRule, "refuses a hand-back from the library, where nobody else owns the task"),
		one(progressRule, "refuses rows of progress that a model made up"),
		one(CardRule, "carries a confirmed card out only while the steps are as they were shown"),
		one(schemas.TargetRule, "says where a view takes a step over, or that it drops it"),
	)
}

// Rules without a file of their own.
const (
	siteRule     = "site/1"
	handBackRule = "hand-back/1"
	progressRule = "progress/1"
)
