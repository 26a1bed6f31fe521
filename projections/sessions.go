package projections

import (
	"context"

	"turnbook/schemas"
)

// A Session is a row of the table sessions: a conversation as it stands now.
type Session struct {
	Vendor       schemas.VendorID   `json:"vendor"`
	ID           schemas.SessionID  `json:"id"`
	User         schemas.UserID     `json:"user_id"`
	Playbook     schemas.PlaybookID `json:"playbook_id"`
	PinnedDomain schemas.Domain     `json:"pinned_domain"`
	Bucket       string             `json:"bucket"`
	RunningTurn  schemas.TurnID     `json:"running_turn"`
	Turns        int                `json:"turns"`
	UIContext    JSON               `json:"ui_context"`
	OpenedSeq    uint64             `json:"opened_seq"`
	LastSeq      uint64             `json:"last_seq"`
	OpenedAt     Stamp              `json:"opened_at"`
	LastAt       Stamp              `json:"last_at"`
}

func (s *Session) fields() []any {
	return []any{
		&s.Vendor, &s.ID, &s.User, &s.Playbook, &s.PinnedDomain, &s.Bucket, &s.RunningTurn, &s.Turns, &s.UIContext,
		&s.OpenedSeq, &s.LastSeq, &s.OpenedAt, &s.LastAt,
	}
}

type sessionKey struct {
	vendor schemas.VendorID
	id     schemas.SessionID
}

func keepSessions() *kept[sessionKey, Session, *Session] {
	return keep[sessionKey, Session]("sessions", "vendor = ? AND id = ?", func(k sessionKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// sessionEvent takes an event of a session's boundary in.
func (f *fold) sessionEvent(r *rec) error {
	key := sessionKey{r.Vendor, schemas.SessionID(r.Entity.ID)}
	s, err := f.sessions.at(f.w, key)
	if err != nil {
		return err
	}
	if s == nil {
		s = f.sessions.add(key, Session{Vendor: r.Vendor, ID: key.id, UIContext: "{}", OpenedSeq: r.Seq, OpenedAt: r.at})
	}
	s.LastSeq, s.LastAt = r.Seq, r.at
	switch e := r.Event.(type) {
	case schemas.SessionOpened:
		s.User, s.Playbook = e.User, e.Playbook
		return nil
	case schemas.SessionContextChanged:
		s.UIContext = JSON(e.UIContext.JSON())
		return f.context(r, e.UIContext)
	case schemas.CommandRefused:
		return f.w.put("refusals", &Refusal{
			Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: e.Turn, Code: e.Code, Tool: e.Command, Detail: e.Key, Time: r.at,
		})
	default:
		return f.turnEvent(s, r)
	}
}

// Sessions lists a vendor's conversations, the latest first; limit 0 for all.
func (s *Store) Sessions(ctx context.Context, vendor schemas.VendorID, limit int) ([]Session, AsOf, error) {
	if limit <= 0 {
		limit = -1
	}
	return list[Session](ctx, s, "SELECT * FROM sessions WHERE vendor = ? ORDER BY last_seq DESC, id LIMIT ?", vendor, limit)
}

// A SessionState is a conversation with what a page shows of it.
type SessionState struct {
	Session
	Messages []Message `json:"messages"`
	Running  *Turn     `json:"running"` // the turn that runs; nil for none
	Queued   []Turn    `json:"queued"`  // those that wait behind it
	Rows     []Row     `json:"rows"`    // lines of progress of the running turn, or of the last one
}

// SessionState reads one conversation. The error is a [*NotFoundError] where it is
// not in the book.
func (s *Store) SessionState(ctx context.Context, vendor schemas.VendorID, id schemas.SessionID) (SessionState, AsOf, error) {
	var out SessionState
	asOf, err := s.read(ctx, func(q querier) (err error) {
		if out.Session, err = one[Session](ctx, q, "session", string(id), "SELECT * FROM sessions WHERE vendor = ? AND id = ?", vendor, id); err != nil {
			return err
		}
		if out.Messages, err = sessionMessages(ctx, q, vendor, id); err != nil {
			return err
		}
		turns, err := query[Turn](ctx, q, "SELECT * FROM turns WHERE vendor = ? AND session_id = ? ORDER BY requested_seq", vendor, id)
		if err != nil {
			return err
		}
		shown := schemas.TurnID("")
		for i, t := range turns {
			switch {
			case t.ID == out.RunningTurn:
				out.Running = &turns[i]
			case t.Status == schemas.TurnQueued:
				out.Queued = append(out.Queued, t)
			}
			if out.Running == nil && t.Status != schemas.TurnQueued || t.ID == out.RunningTurn {
				shown = t.ID
			}
		}
		out.Rows, err = turnRows(ctx, q, vendor, shown)
		return err
	})
	return out, asOf, err
}
