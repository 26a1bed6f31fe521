package projections

import (
	"context"

	"turnbook/schemas"
)

// A Message is a row of the table messages: words of a user or of an agent.
type Message struct {
	Seq     uint64            `json:"seq"`
	Index   int               `json:"idx"`
	Vendor  schemas.VendorID  `json:"vendor"`
	Session schemas.SessionID `json:"session_id"`
	Turn    schemas.TurnID    `json:"turn_id"`
	Role    string            `json:"role"` // user, assistant or closing
	Domain  schemas.Domain    `json:"domain"`
	Call    schemas.CallID    `json:"call_id"`
	Text    string            `json:"text"`
	Time    Stamp             `json:"time"`
}

func (m *Message) fields() []any {
	return []any{&m.Seq, &m.Index, &m.Vendor, &m.Session, &m.Turn, &m.Role, &m.Domain, &m.Call, &m.Text, &m.Time}
}

// message keeps what was said; a turn that closes without a word leaves none.
func (f *fold) message(r *rec, s *Session, role string, domain schemas.Domain, call schemas.CallID, text string) error {
	if role == "closing" && text == "" {
		return nil
	}
	return f.w.put("messages", &Message{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Session: s.ID, Turn: r.Turn,
		Role: role, Domain: domain, Call: call, Text: text, Time: r.at,
	})
}

func sessionMessages(ctx context.Context, q querier, vendor schemas.VendorID, session schemas.SessionID) ([]Message, error) {
	return query[Message](ctx, q, "SELECT * FROM messages WHERE vendor = ? AND session_id = ? ORDER BY seq, idx", vendor, session)
}
