package launch

import (
	"slices"
	"strings"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// The tools that the rules of a turn's place give or take.
const (
	proposePlan = "propose_plan"
	agentReport = "agent_report"
	shellTool   = "shell"
)

// policyHere is what an agent may use in a turn's place (workspace-turns.md 3.5). Its
// files can't overrule this: nobody nests deeper than the limit, only sub-agents have
// somebody to report to, and commands run only where the installation allows them.
func policyHere(a definitions.Agent, s Start, cfg Config) definitions.Policy {
	p := a.Policy()
	var give, take []string
	switch {
	case !s.Child:
		take = []string{agentReport}
	case p.PlanLike:
		p.Required, take = proposePlan, []string{agentReport}
	default:
		give, take = []string{agentReport}, []string{proposePlan}
	}
	if !cfg.Shell {
		take = append(take, shellTool)
	}
	allowed := func(name string) bool {
		if s.Depth >= cfg.depth() && strings.HasPrefix(name, "task") {
			return false
		}
		return (slices.Contains(p.Tools, name) || slices.Contains(give, name)) && !slices.Contains(take, name)
	}
	tools := []string{}
	for _, name := range definitions.KnownTools() {
		if allowed(name) {
			tools = append(tools, name)
		}
	}
	p.Tools = tools
	if !slices.Contains(tools, p.Required) {
		p.Required = ""
	}
	return p
}

// under fills in what a turn runs under.
func under(r *schemas.AgentResolved, a definitions.Agent, s Start, cfg Config) {
	p := policyHere(a, s, cfg)
	r.Agent, r.Definition = schemas.AgentID(a.ID), PinOf(a)
	r.Tools, r.Required, r.PlanLike = p.Tools, p.Required, p.PlanLike
	if p.PlanLike {
		r.PlanFile = s.PlanFile
	}
	r.Prompt = prompt(a, s)
}

// prompt is an agent's standing orders in its place.
func prompt(a definitions.Agent, s Start) string {
	parts := []string{a.Body}
	if s.Child {
		parts = append(parts, strings.TrimSpace(a.Matter.Subagent.AppendPrompt))
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, "\n\n")
}
