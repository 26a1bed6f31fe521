package launch

import (
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A Step says what follows a verdict. The list is closed.
type Step string

const (
	Refuse   Step = "refuse"   // nothing is made and nothing is recorded but the refusal
	GoOn     Step = "go_on"    // the next question may be asked
	Create   Step = "create"   // the workspace is made
	Discard  Step = "discard"  // the workspace that was made is taken away again
	Dispatch Step = "dispatch" // the turn is recorded and sent
	Settle   Step = "settle"   // the turn is recorded and settled as an error: nothing runs
)

// A Verdict is where a launch stands. It carries what was checked so far.
type Verdict struct {
	Step    Step
	Refusal *Refusal // of Refuse, Settle and Discard
	Ladders []schemas.Ladder
	Vouched bool // of mode new: the owner's checkout speaks for the new one
	Queued  bool // the turn waits: for its workspace, or a sub-agent for a slot
	Terms   Terms
}

// Terms are what the turn runs under.
type Terms struct {
	Agent           schemas.AgentID
	Strict          bool               // under exactly that agent, or not at all
	SkipPersistence bool               // the workspace's saved agent stays as it was
	Pin             *schemas.Pin       // what was validated; nil where no agent was named
	Validated       string             // in which checkout: "target" or "owner"; "" for none
	Definition      *definitions.Agent // what gives its defaults of model and thinking; nil for none
}

// and puts a ladder on top of what was checked; a refusal in it ends the launch.
func (v Verdict) and(c *climb) Verdict {
	v.Ladders = append(v.Ladders[:len(v.Ladders):len(v.Ladders)], c.ladder)
	if c.refusal != nil {
		v.Step, v.Refusal = Refuse, c.refusal
	}
	return v
}

// over says whether nothing more is to be asked.
func (v Verdict) over() bool { return v.Refusal != nil }
