package intake

import (
	"slices"

	"turnbook/schemas"
)

// branchesOf are the references that a condition chooses from.
func branchesOf(s *node) []ref {
	return slices.DeleteFunc(refsOf(s), func(r ref) bool { return r.label == "" && r.field != "cases" })
}

// decisionOf makes a DECISION whose branches name where they lead.
func (c *cacao) decisionOf(s *node, kind string) schemas.Step {
	asked := s.member("condition")
	if kind == "switch-condition" {
		asked = s.member("switch")
	}
	text := c.line(asked)
	step := c.instruction(text, "")
	step.Kind = schemas.Decision
	if text == "" {
		step.Title = "Which way?"
	}
	if kind == "while-condition" {
		step.Description = join(step.Description, "As long as the answer is yes, it is asked again.")
	}
	if kind != "switch-condition" && s.member("cases") == nil {
		step.Branches = []schemas.Branch{{Name: "yes"}, {Name: "no"}}
	}
	at := make(map[string]int) // places of the branches
	for i, b := range step.Branches {
		at[b.Name] = i
	}
	for _, r := range branchesOf(s) {
		name := oneLine(c.showID(r.label))
		if name == "" {
			name = "(no name)"
		}
		i, ok := at[name]
		if !ok {
			i, at[name] = len(step.Branches), len(step.Branches)
			step.Branches = append(step.Branches, schemas.Branch{Name: name})
		}
		step.Branches[i].Steps = append(step.Branches[i].Steps, c.leadsTo(r))
	}
	if cases := s.member("cases"); cases != nil && kind == "switch-condition" {
		for _, each := range cases.children {
			if len(each.strings()) == 0 {
				c.keep(each, "the case names no step")
			}
		}
	}
	return step
}

// leadsTo is the step of a branch that names where it goes on.
func (c *cacao) leadsTo(r ref) schemas.Step {
	how := "It goes on with the task of this name."
	switch to := c.steps[r.at.text]; {
	case to == nil:
		how = "The file names this step and doesn't hold it."
	case kindOf(to) == "end":
		how = "The workflow ends here."
	case kindOf(to) == "parallel":
		how = "It goes on with the tasks that are part of it."
	}
	return c.instruction(c.nameOf(r.at.text), how)
}
