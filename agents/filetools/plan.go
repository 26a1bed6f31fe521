package filetools

import (
	"path"
	"strings"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// at is where a path that a model gave is to be found: the plan by its exact path, all
// else in the checkout.
func (e Env) at(name string) (checkout.Files, string) {
	if e.Plan != "" && name == e.Plan {
		return e.PlanFiles, e.PlanName
	}
	if name == "" {
		return e.Files, "."
	}
	return e.Files, path.Clean(name)
}

// guardPlan locks edits to the plan's exact path, where there is one: an agent that
// plans would otherwise begin to carry out what nobody has approved. Another spelling
// of the path is told apart, so that the model can mend it.
func (e Env) guardPlan(name string) (Result, bool) {
	switch {
	case e.Plan == "" || name == e.Plan:
		return Result{}, true
	case samePlan(e.Plan, name):
		return refuse(schemas.CodePlanSpelling, "%q is another spelling of the plan's path; give exactly %q", name, e.Plan), false
	}
	return refuse(schemas.CodePlanOnly, "while you plan, only the plan may be edited: %q", e.Plan), false
}

// samePlan says whether a path is the plan's in other words: uncleaned, in other case,
// or from a folder further down.
func samePlan(plan, name string) bool {
	plan = strings.ToLower(path.Clean(plan))
	name = strings.ToLower(path.Clean(strings.ReplaceAll(name, `\`, "/")))
	return name == plan || strings.HasSuffix(plan, "/"+strings.TrimPrefix(name, "/")) || strings.HasSuffix(name, "/"+strings.TrimPrefix(plan, "/"))
}

// proposePlan gives the plan's text, which ends the turn.
func (e Env) proposePlan() Result {
	if e.Plan == "" || e.PlanFiles == nil {
		return refuse(schemas.CodeNoPlan, "this workspace has no path for a plan")
	}
	text, no := readText(e.PlanFiles, e.PlanName, e.Plan)
	switch {
	case no.Code == schemas.CodeNoFile:
		return refuse(schemas.CodeNoPlan, "there is no plan yet; write it to %q first", e.Plan)
	case no.Code != "":
		return no
	case strings.TrimSpace(text) == "":
		return refuse(schemas.CodeNoPlan, "the plan is empty; write it to %q first", e.Plan)
	}
	return Result{Text: text}
}
