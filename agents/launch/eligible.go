package launch

import (
	"fmt"
	"strings"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A Use says as what an agent is wanted. The list is closed.
type Use string

const (
	Selected Use = "selected"  // a person or a launch names it
	SubAgent Use = "sub-agent" // another agent spawns it
)

// An Eligibility is the answer to whether an agent may be used.
type Eligibility struct {
	Agent   definitions.Agent // where the refusal is nil
	Refusal *Refusal
	Ladder  schemas.Ladder
}

// OK says whether the agent may be used.
func (e Eligibility) OK() bool { return e.Refusal == nil }

// Eligible decides whether an agent may be used, from what a checkout says of it
// (workspace-turns.md 2.6): its name can be one, it and all that it builds on resolve, it
// may be picked (or spawned), it is not switched off. The first that fails is the reason.
func Eligible(id string, files *definitions.Catalog, cfg Config, use Use) Eligibility {
	c := newClimb("eligible/1")
	e := climbEligible(c, id, files, cfg, use)
	e.Refusal, e.Ladder = c.refusal, c.ladder
	return e
}

func climbEligible(c *climb, text string, files *definitions.Catalog, cfg Config, use Use) (e Eligibility) {
	id, err := definitions.ParseID(text)
	if !c.try("syntax", text, err == nil, schemas.CodeMalformedAgent, words(err)) {
		return e
	}
	e.Agent, err = files.Agent(id)
	if !c.try("exists", found(files, id), err == nil, schemas.CodeUnknownAgent, unknown(id, err)) {
		return e
	}
	if use == SubAgent {
		c.try("runnable", flag(e.Agent.Matter.Subagent.Runnable), runnable(e.Agent), schemas.CodeAgentNotRunnable, "agent is not runnable as a sub-agent ("+string(id)+")")
	} else {
		c.try("selectable", "ui.hidden "+flag(e.Agent.Matter.UI.Hidden), !e.Agent.Hidden(), schemas.CodeAgentNotSelectable, "agent is not selectable ("+string(id)+"): its ui.hidden is true")
	}
	off, why := Disabled(e.Agent, cfg)
	c.try("enabled", why, !off, schemas.CodeAgentDisabled, "agent is disabled ("+string(id)+"): "+why)
	return e
}

// Disabled says whether an agent is switched off, and by whom (workspace-turns.md 3.6).
// What everything falls back on can't be.
func Disabled(a definitions.Agent, cfg Config) (off bool, why string) {
	if a.ID == Exec || a.ID == Plan {
		return false, string(a.ID) + " can't be switched off"
	}
	if on, said := cfg.Enabled[a.ID]; said {
		return !on, "configuration says enabled " + flag(&on)
	}
	return a.Disabled(), "its disabled is " + flag(a.Matter.Disabled)
}

func runnable(a definitions.Agent) bool {
	return a.Matter.Subagent.Runnable != nil && *a.Matter.Subagent.Runnable
}

// found is the file that has an id, as a rung tells it.
func found(files *definitions.Catalog, id definitions.ID) string {
	scope, source := files.Holder(id)
	if source == "" {
		return string(id) + ": no file"
	}
	return string(id) + ": " + string(scope) + " " + source
}

func unknown(id definitions.ID, err error) string {
	if err == nil {
		return ""
	}
	if text := err.Error(); !strings.HasPrefix(text, "unknown agent") {
		return "unknown agent (" + string(id) + "): " + text
	}
	return err.Error()
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func flag(b *bool) string {
	switch {
	case b == nil:
		return "not given"
	case *b:
		return "true"
	}
	return "false"
}

// Usable are the agents that may be used, in order of their ids.
func Usable(files *definitions.Catalog, cfg Config, use Use) []definitions.Agent {
	var out []definitions.Agent
	for _, id := range files.IDs() {
		if e := Eligible(string(id), files, cfg, use); e.OK() {
			out = append(out, e.Agent)
		}
	}
	return out
}

// mostNamed is how many agents a refusal names.
const mostNamed = 20

// hint names the agents that may be used instead, behind a refusal.
func hint(files *definitions.Catalog, cfg Config, use Use) string {
	kind := map[Use]string{Selected: "selectable", SubAgent: "runnable"}[use]
	usable := Usable(files, cfg, use)
	if len(usable) == 0 {
		return "; no agent here is " + kind
	}
	var ids []string
	for _, a := range usable[:min(len(usable), mostNamed)] {
		ids = append(ids, string(a.ID))
	}
	more := ""
	if n := len(usable) - len(ids); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "; " + kind + " here: " + strings.Join(ids, ", ") + more
}
