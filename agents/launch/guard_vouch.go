package launch

import (
	"cmp"

	"turnbook/schemas"
)

// A Git is what git says of the owner's checkout. What could not be read is the zero
// value, and vouches for nothing.
type Git struct {
	Branch  string // what is really checked out there; "" where it can't be read
	Base    string // what the new workspace is made from: the named base, else the owner's name
	Named   bool   // a branch was named for the new workspace: it may be there already
	Clean   bool   // the agent files are as they are committed
	AtTip   bool   // the branch stands where its remote counterpart does
	Problem string // why something could not be read; "" for nothing
}

// Vouch decides whether the owner's checkout speaks for one that is yet to be made: what
// is checked out there is what the new one is made from (workspace-turns.md 2.4, D2).
// Names prove nothing: feature/foo and feature-foo come to one workspace name.
func Vouch(g Git) schemas.Ladder { return climbVouch(g).ladder }

// Vouches is the outcome of a ladder of [Vouch] that holds.
const Vouches = "VOUCHED"

func climbVouch(g Git) *climb {
	c := newClimb("vouch/1")
	c.ladder.Outcome = Vouches
	for _, r := range []schemas.Rung{
		{Name: "branch_readable", Input: cmp.Or(g.Problem, g.Branch), Held: g.Branch != ""},
		{Name: "branch_is_base", Input: g.Branch + " against " + g.Base, Held: g.Branch == g.Base},
		{Name: "no_branch_named", Input: yes(g.Named), Held: !g.Named},
		{Name: "agent_files_committed", Input: yes(g.Clean), Held: g.Clean},
		{Name: "at_remote_tip", Input: yes(g.AtTip), Held: g.AtTip},
	} {
		if !c.ladder.Try(r.Name, r.Input, r.Held) {
			c.ladder.Outcome = "NOT_VOUCHED"
			return c
		}
	}
	return c
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
