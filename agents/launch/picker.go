package launch

import "turnbook/agents/definitions"

// A Pick is one agent in a picker, with why it can't be picked where it can't.
type Pick struct {
	ID definitions.ID
	Eligibility
	SubAgent *Refusal // why no other agent may spawn it; nil where one may
}

// Picker is every agent that has a file, in order of their ids.
func Picker(files *definitions.Catalog, cfg Config) []Pick {
	var out []Pick
	for _, id := range files.IDs() {
		out = append(out, Pick{
			ID:          id,
			Eligibility: Eligible(string(id), files, cfg, Selected),
			SubAgent:    Eligible(string(id), files, cfg, SubAgent).Refusal,
		})
	}
	return out
}
