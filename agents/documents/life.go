package documents

import (
	"fmt"
	"time"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// LockTime is how long an edit lock holds unless it is renewed.
const LockTime = 5 * time.Minute

// LifeRule is the name and version of the gate of a playbook's life: locks,
// publishing, archiving.
const LifeRule = "playbook-life/1"

// A lifeGate is what a command on a playbook's life asks of it. The second rung is the
// same for all: nobody else is editing it.
type lifeGate struct {
	rung     string // the first one
	held     bool
	code     schemas.Code // where it is not
	why      string
	takeOver bool // whoever is editing it is overruled
}

// draft asks for a draft.
func draft(p *document.Playbook, why string) lifeGate {
	return lifeGate{rung: "draft", held: p.Exists() && p.Status == document.Draft, code: schemas.CodeNotEditable, why: why}
}

// ask puts the gate to a playbook as it stands; nil where it holds.
func (g lifeGate) ask(w agents.World, p *document.Playbook, user schemas.UserID) *Refusal {
	l := schemas.Ladder{Rule: LifeRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	by := w.LockedBy(p, user)
	switch {
	case !l.Try(g.rung, stateOf(w, p, user), g.held):
		return refusal(l, g.code, g.why)
	case !l.Try("free_or_own", string(by), by == "" || g.takeOver):
		return refusal(l, schemas.CodeLocked, fmt.Sprintf("%s is editing this playbook", by))
	}
	return nil
}

// TakeLock decides who may write a draft from now on. The holder renews it; another
// gets it when it has expired, or by taking it over, on purpose.
func TakeLock(w agents.World, id schemas.PlaybookID, user schemas.UserID, takeOver bool) (schemas.Event, *Refusal) {
	p := w.Playbook(id)
	g := draft(p, "only a draft can be locked")
	g.takeOver = takeOver
	if no := g.ask(w, p, user); no != nil {
		if no.Code == schemas.CodeLocked {
			no.Detail += "; take it over if you must"
		}
		return nil, no
	}
	return schemas.EditLockTaken{User: user, Until: w.Now.Add(LockTime), From: w.LockedBy(p, user)}, nil
}

// ReleaseLock decides that a user lets go of a draft; nil for nothing to let go of.
func ReleaseLock(w agents.World, id schemas.PlaybookID, user schemas.UserID) schemas.Event {
	p := w.Playbook(id)
	if p == nil || p.Lock == nil || p.Lock.User != user {
		return nil
	}
	return schemas.EditLockReleased{User: user}
}

// Publish decides that a draft comes into force. Its pending activity is drained into
// the event, so that the book says what was published.
func Publish(w agents.World, id schemas.PlaybookID, user schemas.UserID) (schemas.Event, *Refusal) {
	p := w.Playbook(id)
	if no := draft(p, "only a draft can be published").ask(w, p, user); no != nil {
		return nil, no
	}
	return schemas.PlaybookPublished{User: user, Activity: p.Pending}, nil
}

// Archive decides that a playbook goes out of use.
func Archive(w agents.World, id schemas.PlaybookID, user schemas.UserID) (schemas.Event, *Refusal) {
	p := w.Playbook(id)
	g := lifeGate{
		rung: "not_archived", held: p.Exists() && p.Status != document.Archived,
		code: schemas.CodeArchived, why: "it is archived already, or not there",
	}
	if no := g.ask(w, p, user); no != nil {
		return nil, no
	}
	return schemas.PlaybookArchived{User: user}, nil
}

// stateOf is what a rung says of a playbook.
func stateOf(w agents.World, p *document.Playbook, user schemas.UserID) string {
	state, _ := steps.Editable(w, p, user)
	return state
}
