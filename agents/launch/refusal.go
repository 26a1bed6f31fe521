package launch

import "turnbook/schemas"

// A Refusal is a no, with its reason for the agent or person that asked.
type Refusal struct {
	Code   schemas.Code
	Detail string // what was wrong, and what would be right
}

func (r *Refusal) Error() string { return "task: " + r.Detail }

// A climb walks a ladder until a rung fails.
type climb struct {
	ladder  schemas.Ladder
	refusal *Refusal
}

func newClimb(rule string) *climb {
	return &climb{ladder: schemas.Ladder{Rule: rule, Rungs: []schemas.Rung{}, Outcome: schemas.OutcomeOK}}
}

// try adds a rung, unless one has failed before; the first that fails gives the reason.
func (c *climb) try(name, input string, held bool, code schemas.Code, detail string) bool {
	if c.refusal != nil {
		return false
	}
	if !c.ladder.Try(name, input, held) {
		c.refusal = &Refusal{Code: code, Detail: detail}
		c.ladder.Outcome = string(code)
	}
	return held
}
