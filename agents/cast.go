package agents

import (
	"slices"
	"strings"

	"turnbook/schemas"
)

// A Cast says who the agents are: the orders of each, and the model behind it.
type Cast interface {
	// Casting is one agent's part. Every agent of a turn has one.
	Casting(agent string) Casting
}

// A Casting is an agent as it is asked.
type Casting struct {
	Model   Model
	Orders  string // its standing orders
	Without func(tool string) bool
	Asking  schemas.Asking // how it is asked, as far as it is the same in every round
}

// Dress makes a request whole: the standing orders stand before what the state of
// things adds, and tools that the agent's file takes away are left out. It tells how
// the model is asked, but for the digest of it.
func (c Casting) Dress(r Request) (Request, schemas.Asking) {
	asking := c.Asking
	r.System = strings.TrimSpace(c.Orders + "\n\n" + r.System)
	r.Thinking = Thinking(asking.Thinking)
	r.Tools = slices.Clone(r.Tools)
	r.Tools = slices.DeleteFunc(r.Tools, func(t Tool) bool {
		gone := c.Without != nil && c.Without(t.Name)
		if gone {
			asking.Without = append(asking.Without, t.Name)
		}
		return gone
	})
	return r, asking
}
