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

// TakeLock decides who may write a draft from now on. The holder renews it; another
// gets it when it has expired, or by taking it over, on purpose.
func TakeLock(w agents.World, id schemas.PlaybookID, user schemas.UserID, takeOver bool) (schemas.Event, *Refusal) {
	l := schemas.Ladder{Rule: LifeRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	p := w.Playbook(id)
	by := w.LockedBy(p, user)
	switch {
	case !l.Try("draft", stateOf(w, p, user), p.Exists() && p.Status == document.Draft):
		return refuseLife(l, schemas.CodeNotEditable, "only a draft can be locked")
	case !l.Try("free_or_own", string(by), by == "" || takeOver):
		return refuseLife(l, schemas.CodeLocked, fmt.Sprintf("%s is editing this playbook; take it over if you must", by))
	}
	return schemas.EditLockTaken{User: user, Until: w.Now.Add(LockTime), From: by}, nil
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
	l := schemas.Ladder{Rule: LifeRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	p := w.Playbook(id)
	by := w.LockedBy(p, user)
	switch {
	case !l.Try("draft", stateOf(w, p, user), p.Exists() && p.Status == document.Draft):
		return refuseLife(l, schemas.CodeNotEditable, "only a draft can be published")
	case !l.Try("free_or_own", string(by), by == ""):
		return refuseLife(l, schemas.CodeLocked, fmt.Sprintf("%s is editing this playbook", by))
	}
	return schemas.PlaybookPublished{User: user, Activity: p.Pending}, nil
}

// Archive decides that a playbook goes out of use.
func Archive(w agents.World, id schemas.PlaybookID, user schemas.UserID) (schemas.Event, *Refusal) {
	l := schemas.Ladder{Rule: LifeRule, Basis: w.Basis, Outcome: schemas.OutcomeOK}
	p := w.Playbook(id)
	by := w.LockedBy(p, user)
	switch {
	case !l.Try("not_archived", stateOf(w, p, user), p.Exists() && p.Status != document.Archived):
		return refuseLife(l, schemas.CodeArchived, "it is archived already, or not there")
	case !l.Try("free_or_own", string(by), by == ""):
		return refuseLife(l, schemas.CodeLocked, fmt.Sprintf("%s is editing this playbook", by))
	}
	return schemas.PlaybookArchived{User: user}, nil
}

func refuseLife(l schemas.Ladder, code schemas.Code, why string) (schemas.Event, *Refusal) {
	return nil, refusal(l, code, why)
}

// stateOf is what a rung says of a playbook.
func stateOf(w agents.World, p *document.Playbook, user schemas.UserID) string {
	state, _ := steps.Editable(w, p, user)
	return state
}
