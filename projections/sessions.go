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
			Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: e.Turn, Code: e.Code, Tool: e.Command, Card: e.Card, Detail: e.Key, Time: r.at,
		})
	case schemas.DropsApplied:
		return f.dropsApplied(s, r, e)
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
