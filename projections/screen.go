package projections

import (
	"context"
	"encoding/json"
	"errors"

	"turnbook/schemas"
)

// A SessionState is a conversation with what a page shows of it.
type SessionState struct {
	Session
	Messages []Message   `json:"messages"`
	Running  *Turn       `json:"running"` // the turn that runs, or waits for an answer; nil for none
	Queued   []Turn      `json:"queued"`  // those that wait behind it
	Shown    *Turn       `json:"shown"`   // the running turn, or the last one; nil where there was none
	Rows     []Row       `json:"rows"`    // lines of progress of the shown turn
	Cards    []Interrupt `json:"cards"`   // those that wait for an answer, the oldest first
	Replies  []string    `json:"replies"` // what the shown turn suggested last
}

// SessionState reads one conversation. The error is a [*NotFoundError] where it is
// not in the book.
func (s *Store) SessionState(ctx context.Context, vendor schemas.VendorID, id schemas.SessionID) (SessionState, AsOf, error) {
	var out SessionState
	asOf, err := s.read(ctx, func(q querier) (err error) {
		out, err = sessionState(ctx, q, vendor, id)
		return err
	})
	return out, asOf, err
}

func sessionState(ctx context.Context, q querier, vendor schemas.VendorID, id schemas.SessionID) (out SessionState, err error) {
	if out.Session, err = one[Session](ctx, q, "session", string(id), "SELECT * FROM sessions WHERE vendor = ? AND id = ?", vendor, id); err != nil {
		return out, err
	}
	if out.Messages, err = sessionMessages(ctx, q, vendor, id); err != nil {
		return out, err
	}
	turns, err := query[Turn](ctx, q, "SELECT * FROM turns WHERE vendor = ? AND session_id = ? ORDER BY requested_seq", vendor, id)
	if err != nil {
		return out, err
	}
	for i, t := range turns {
		switch {
		case t.ID == out.RunningTurn:
			out.Running = &turns[i]
		case t.Status == schemas.TurnQueued:
			out.Queued = append(out.Queued, t)
		}
		if out.Running == nil && t.Status != schemas.TurnQueued || t.ID == out.RunningTurn {
			out.Shown = &turns[i]
		}
	}
	if out.Cards, err = query[Interrupt](ctx, q, "SELECT * FROM interrupts WHERE session_id = ? AND status = ? AND vendor = ? ORDER BY raised_seq, id", id, schemas.CardOpen, vendor); err != nil {
		return out, err
	}
	if out.Shown == nil {
		return out, nil
	}
	out.Replies = out.Shown.replies()
	out.Rows, err = turnRows(ctx, q, vendor, out.Shown.ID)
	return out, err
}

// replies are the replies that the turn suggested last.
func (t *Turn) replies() (texts []string) {
	if json.Unmarshal([]byte(t.Replies), &texts) != nil {
		return nil // none
	}
	return texts
}

// A ScreenQuery says what is on a screen.
type ScreenQuery struct {
	Vendor   schemas.VendorID
	Session  schemas.SessionID  // "" for none
	Playbook schemas.PlaybookID // "" for none
	Perhaps  bool               // the playbook need not be in the book
	Part     *Part              // how much of the playbook; nil for the whole
}

// A Screen is all that a screen shows, as of one position.
type Screen struct {
	Playbook *PlaybookTree // with the session's unflushed steps; nil for none
	Session  *SessionState // nil for none
}

// Screen reads a conversation and a playbook together. The error is a
// [*NotFoundError] where one of them is not in the book.
func (s *Store) Screen(ctx context.Context, on ScreenQuery) (Screen, AsOf, error) {
	var out Screen
	asOf, err := s.read(ctx, func(q querier) error {
		if on.Session != "" {
			state, err := sessionState(ctx, q, on.Vendor, on.Session)
			if err != nil {
				return err
			}
			out.Session = &state
		}
		if on.Playbook == "" {
			return nil
		}
		tree, err := playbookTree(ctx, q, on.Vendor, on.Playbook, on.Session, on.Part)
		if missing := (*NotFoundError)(nil); on.Perhaps && errors.As(err, &missing) {
			return nil
		}
		out.Playbook = &tree
		return err
	})
	return out, asOf, err
}
