package worker

import (
	"context"
	"errors"

	"turnbook/agents"
	"turnbook/agents/documents"
	"turnbook/schemas"
)

// An attempt is a command that wants to write a document, in the words of its refusal.
type attempt struct {
	entity schemas.Entity // the document
	about  schemas.Subject
	step   schemas.StepID // the first that was to be written; "" for none
	tool   string
	by     draftBy
}

// grant decides a wish on its document as it stands, and records a refusal there: once
// for the command's key, which stays free, so that the same command may be granted
// later. A document of which nothing has happened has no history to hold a refusal; what
// a turn is refused is recorded by the turn.
func (rt *Runtime) grant(ctx context.Context, a attempt, decide wish) (seq uint64, again bool, err error) {
	if a.by.turn != "" {
		return rt.appendTo(ctx, a.entity, a.by.key, decide)
	}
	k, err := rt.books.book(ctx, a.entity)
	if err != nil {
		return 0, false, err
	}
	var no *documents.Refusal
	seq, again, err = rt.appendTo(ctx, a.entity, a.by.key, func(w agents.World, seq uint64) ([]schemas.Draft, error) {
		drafts, err := decide(w, seq)
		if no = nil; !errors.As(err, &no) || seq == 0 {
			return drafts, err
		}
		by := a.by
		by.key = refusedKey(a.entity, a.by.key)
		if _, told := k.done(by.key); told {
			return nil, err
		}
		return []schemas.Draft{by.draft(a.refused(no), a.about)}, nil
	})
	if err == nil && !again && no != nil {
		return 0, false, no
	}
	return seq, again, err
}

func (a attempt) refused(no *documents.Refusal) schemas.WriteRefused {
	return schemas.WriteRefused{Code: no.Code, Tool: a.tool, Task: a.about.Task, Step: a.step, Detail: no.Detail, Ladder: no.Ladder}
}

// refusedKey is the key of a command's refusal: no command has it.
func refusedKey(e schemas.Entity, key string) string {
	return schemas.DerivedID[string]("r", "refused/"+e.String(), key)
}
