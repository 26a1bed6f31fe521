package projections

import (
	"slices"

	"turnbook/schemas"
)

// A State is what an operations page shows of the tables.
type State struct {
	AsOf       schemas.Position `json:"as_of"`
	Following  bool             `json:"following"`         // Run is at work
	Rebuilding *Progress        `json:"rebuilding"`        // nil where no rebuild is under way
	Unverified bool             `json:"unverified"`        // the file was not closed cleanly and is still being checked
	Damaged    []Damage         `json:"damaged,omitempty"` // files that were set aside by this process
	Version    string           `json:"version"`           // of the tables and their rules
}

// A Damage is a file that was set aside.
type Damage struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// A Progress says how far a rebuild has come, as sequences of the log.
type Progress struct {
	Done uint64 `json:"done"`
	Head uint64 `json:"head"`
}

// State is how the tables are.
func (s *Store) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.state
	st.AsOf, st.Version, st.Damaged = s.pos, s.schema.version, slices.Clone(st.Damaged)
	return st
}

func (s *Store) setState(change func(*State)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.state)
}
