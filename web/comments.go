package web

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"turnbook/agents/worker"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/schemas"
)

// errNoComments is what a server without a file for them says of comments.
var errNoComments = problem(CodeUnavailable, "this server keeps no comments")

// mostSeq is the highest position that JSON readers keep every digit of.
const mostSeq = 1 << 53

// A remark is a comment to be kept, as it came over REST or from a page's form.
type remark struct {
	Turn  string
	Seq   *uint64 // of an event of the turn; nil for the turn
	Index *int    // of the event in its message; nil for the turn's first there
	Text  string
	Key   string
}

// comment keeps a remark.
func (s *Server) comment(ctx context.Context, m remark) (comments.Comment, error) {
	by, err := s.commenter(m.Key)
	if err != nil {
		return comments.Comment{}, err
	}
	t, _, err := s.turn(ctx, m.Turn)
	if err != nil {
		return comments.Comment{}, err
	}
	c := comments.Comment{Session: t.Session, Turn: t.ID, Text: m.Text}
	if m.Seq != nil || m.Index != nil {
		at, err := s.eventOf(ctx, t.ID, m)
		if err != nil {
			return comments.Comment{}, err
		}
		c.Seq, c.Index = at.Seq, at.Index
	}
	return s.o.Comments.Add(ctx, c, by)
}

// eventOf finds the event that a remark stands on.
func (s *Server) eventOf(ctx context.Context, turn schemas.TurnID, m remark) (schemas.Position, error) {
	switch {
	case m.Seq == nil:
		return schemas.Position{}, &worker.InputError{Field: "seq", Want: "it is missing beside idx; give both, or neither for the turn"}
	case *m.Seq == 0 || *m.Seq > mostSeq:
		return schemas.Position{}, &worker.InputError{Field: "seq", Want: fmt.Sprintf("%d is no position of an event; give 1 to %d", *m.Seq, uint64(mostSeq))}
	case m.Index != nil && (*m.Index < 0 || *m.Index > math.MaxInt32):
		return schemas.Position{}, &worker.InputError{Field: "idx", Want: fmt.Sprintf("%d is no place in a message; give 0 or more", *m.Index)}
	}
	after := schemas.Position{Seq: *m.Seq - 1, Index: math.MaxInt32}
	if m.Index != nil && *m.Index > 0 {
		after = schemas.Position{Seq: *m.Seq, Index: *m.Index - 1}
	}
	found, _, err := s.o.Store.FilteredEvents(ctx, projections.EventFilter{Vendor: s.o.Vendor, Turn: turn, After: after, Limit: 1})
	if err != nil {
		return schemas.Position{}, err
	}
	if len(found) == 0 || found[0].Seq != *m.Seq || m.Index != nil && found[0].Index != *m.Index {
		p := problem(CodeNotFound, "turn %s has no event %s", turn, m.place())
		p.Turn, p.Field = turn, "seq"
		return schemas.Position{}, p
	}
	return found[0].Position(), nil
}

// place is the event that a remark names.
func (m remark) place() string {
	if m.Index == nil {
		return fmt.Sprint(*m.Seq)
	}
	return positionText(schemas.Position{Seq: *m.Seq, Index: *m.Index})
}

// What can be done to a comment.
const (
	commentResolve = "resolve"
	commentReopen  = "reopen"
	commentDelete  = "delete"
)

// changeComment does one thing to a comment, and returns it as it stands then; as it was,
// where it was deleted.
func (s *Server) changeComment(ctx context.Context, what, text, key string) (comments.Comment, error) {
	by, err := s.commenter(key)
	if err != nil {
		return comments.Comment{}, err
	}
	id, err := schemas.ParseID[comments.ID]("comment", text)
	if err != nil {
		return comments.Comment{}, err
	}
	switch what {
	case commentResolve:
		return s.o.Comments.Resolve(ctx, id, by)
	case commentReopen:
		return s.o.Comments.Reopen(ctx, id, by)
	case commentDelete:
		return comments.Comment{ID: id}, s.o.Comments.Delete(ctx, id, by)
	}
	return comments.Comment{}, problem(CodeNotFound, "nothing is called %q of a comment; there are %s", what, strings.Join([]string{commentResolve, commentReopen, commentDelete}, ", "))
}

// commenter is the user of this server with a key of theirs.
func (s *Server) commenter(key string) (comments.Command, error) {
	if s.o.Comments == nil {
		return comments.Command{}, errNoComments
	}
	key, err := keyOrFresh(key)
	return comments.Command{Vendor: s.o.Vendor, Actor: actorOf(s.o.User), Key: key, At: time.Now()}, err
}

// actorOf is a user as the log names who acts.
func actorOf(u schemas.UserID) string { return "user/" + string(u) }
