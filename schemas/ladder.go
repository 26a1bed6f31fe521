package schemas

// A Ladder is one decision, kept: the ordered rungs that were tried, what each
// looked at and said, and what came of it. It is kept whatever came of it, so
// that "considered, not applied" can be read a year later.
type Ladder struct {
	Rule    string `json:"rule" jsonschema:"name and version of the rule, as in redirect/1"`
	Rungs   []Rung `json:"rungs" jsonschema:"the checks in the order they were tried; those after the deciding one are absent"`
	Outcome string `json:"outcome" jsonschema:"what the rule decided"`
	Basis   Basis  `json:"basis,omitempty" jsonschema:"the document positions that the rule read"`
}

// A Rung is one check of a ladder.
type Rung struct {
	Name  string `json:"name" jsonschema:"what was asked"`
	Input string `json:"input" words:"author" jsonschema:"what the check looked at, as text"`
	Held  bool   `json:"held" jsonschema:"whether it held"`
}

// Held says whether every rung held.
func (l Ladder) Held() bool {
	for _, r := range l.Rungs {
		if !r.Held {
			return false
		}
	}
	return true
}

// Try adds a rung and hands its verdict on.
func (l *Ladder) Try(name, input string, held bool) bool {
	l.Rungs = append(l.Rungs, Rung{Name: name, Input: input, Held: held})
	return held
}

// A Basis names the boundaries that a decision read, each with the position it
// had: "playbook/p1" → 12. Deciding again folds those boundaries to the same
// positions.
type Basis map[string]uint64
