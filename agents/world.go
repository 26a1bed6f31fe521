package agents

import (
	"time"

	"turnbook/schemas"
	"turnbook/schemas/document"
)

// A World is what a decision may look at beside its own history: documents and
// flags as they stand, and one clock reading. A decision that is taken again is
// given the same world, folded to the same positions.
//
// Whoever holds a World must not change what it points to.
type World struct {
	Now       time.Time // the recorded clock reading of the input
	Flags     *document.Flags
	Library   *document.Library
	Playbooks map[schemas.PlaybookID]*document.Playbook
	Basis     schemas.Basis // the positions of all of these
}

// Playbook is a playbook of the world; nil where it has none of that id.
func (w World) Playbook(id schemas.PlaybookID) *document.Playbook { return w.Playbooks[id] }

// Canvas is a playbook as its editor shows it.
func (w World) Canvas(id schemas.PlaybookID) document.Canvas {
	return document.Canvas{Playbook: w.Playbooks[id], Library: w.Library}
}

// CanBuild says whether the vendor has agents write subtasks. Registration of tools
// and the prompt's word of them both ask here, so they can't disagree.
func (w World) CanBuild() bool { return w.Flags.On(schemas.AITaskBuilder) }

// Rule is the version of a rule that decides in this world: the one that the vendor
// activated, else the standard.
func (w World) Rule(standard schemas.Rule) schemas.Rule { return w.Flags.Rule(standard) }

// LockedBy is who else holds the playbook's edit lock at the moment; "" for nobody.
func (w World) LockedBy(p *document.Playbook, user schemas.UserID) schemas.UserID {
	if p == nil || p.Lock == nil || p.Lock.User == user || !w.Now.Before(p.Lock.Until) {
		return ""
	}
	return p.Lock.User
}
