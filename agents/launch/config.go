package launch

import (
	"turnbook/agents/definitions"
	"turnbook/agents/settings"
	"turnbook/schemas"
)

// A Config is what the installation says of workspace turns.
type Config struct {
	MaxParallel int                     // delegated turns at work, of all owners; 0 for 16
	MaxDepth    int                     // how deep sub-agents are nested; 0 for 3
	Shell       bool                    // agents may run commands
	Enabled     map[definitions.ID]bool // beats what an agent's files say; absent for their word
	// KnowsModel says why a model that a launch names can't be; "" where it can. nil: all can.
	KnowsModel func(model string) string
	Configured map[definitions.ID]definitions.AI // model and thinking, by agent
	Default    definitions.AI                    // where nobody else says; thinking "" for off
}

// Tiers are those that the installation and an agent's files decide. Where the files were
// not read, a is nil, and they choose nothing.
func (c Config) Tiers(id schemas.AgentID, a *definitions.Agent) settings.Tiers {
	t := settings.Tiers{Configured: c.Configured, Default: c.Default}
	if a != nil {
		t.Agent = *a
	}
	t.Agent.ID = definitions.ID(id)
	return t
}

// Parallel is how many delegated turns may be at work.
func (c Config) Parallel() int { return c.parallel() }

func (c Config) parallel() int {
	if c.MaxParallel == 0 {
		return 16
	}
	return c.MaxParallel
}

func (c Config) depth() int {
	if c.MaxDepth == 0 {
		return 3
	}
	return c.MaxDepth
}
