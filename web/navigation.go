package web

// A navGroup is what belongs together in the navigation.
type navGroup struct {
	Name   string
	Places []navPlace
}

// A navPlace is a page that every page leads to.
type navPlace struct{ To, Words string }

// navigation is what every page leads to: where people write, what they let agents do, what
// an auditor reads, and what an operator looks after.
func navigation() []navGroup {
	return []navGroup{
		{"Authoring", []navPlace{{"/", "Playbooks"}, {"/library", "Library"}}},
		{"Delegated work", []navPlace{{"/workspaces", "Workspaces"}, {"/handles", "Delegated"}, {"/agents", "Agents"}}},
		{"Audit", []navPlace{{"/sessions", "Sessions"}, {"/ledger", "Ledger"}, {"/what-if", "What if"}, {"/desk", "Desk"}}},
		{"Operation", []navPlace{{"/operations", "Operations"}}},
	}
}

// placeName is what a page of the navigation is called; "Pages" for others.
func placeName(here string) string {
	for _, g := range navigation() {
		for _, p := range g.Places {
			if p.To == here {
				return p.Words
			}
		}
	}
	return "Pages"
}
