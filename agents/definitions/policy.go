package definitions

// proposePlan is the tool whose presence makes an agent a planner.
const proposePlan = "propose_plan"

// A Policy is what an agent may use in the end.
type Policy struct {
	Tools    []string `json:"tools"`              // in the order of [KnownTools]
	Required string   `json:"required,omitempty"` // the tool that it must call; "" for none
	PlanLike bool     `json:"plan_like"`          // it plans, and another carries out
}

// Policy folds the tool layers of the agent and its bases (workspace-turns.md 3.5):
// at first nothing is allowed; each layer, from the last base on, allows and takes
// away, and its last word counts. No layer at all means no tools.
func (a Agent) Policy() Policy {
	on := make(map[string]bool)
	p := Policy{Tools: []string{}}
	for i := len(a.Chain) - 1; i >= 0; i-- {
		layer := a.Chain[i].Matter.Tools
		if layer == nil {
			continue
		}
		apply(on, *layer)
		if n := len(layer.Require); n > 0 {
			p.Required = layer.Require[n-1]
		}
	}
	if p.Required != "" {
		on[p.Required] = true // what must be called can be called
	}
	for _, name := range KnownTools() {
		if on[name] {
			p.Tools = append(p.Tools, name)
		}
	}
	p.PlanLike = on[proposePlan]
	return p
}

func apply(on map[string]bool, t Tools) {
	if t.Listed {
		clear(on)
		for _, name := range t.Only {
			on[name] = true
		}
	}
	set(on, t.Add, true)
	set(on, t.Remove, false)
}

// set allows or takes away the tools that patterns match.
func set(on map[string]bool, patterns []string, to bool) {
	for _, p := range patterns {
		re, err := anchored(p)
		if err != nil {
			continue // it was refused when the file was read
		}
		for _, name := range KnownTools() {
			if re.MatchString(name) {
				on[name] = to
			}
		}
	}
}

// Hidden says whether people, and launches that name it, can't pick the agent.
func (a Agent) Hidden() bool { return a.Matter.UI.Hidden != nil && *a.Matter.UI.Hidden }

// Disabled says whether its files switch it off.
func (a Agent) Disabled() bool { return a.Matter.Disabled != nil && *a.Matter.Disabled }
