package projections

import (
	"context"

	"turnbook/schemas"
)

// Where an outcome stands in the outbox.
const (
	AttentionNone       = "none"
	AttentionPending    = "pending"
	AttentionDelivered  = "delivered"
	AttentionConsumed   = "consumed"
	AttentionSuperseded = "superseded"
)

// An Attention is a row of the table attention.
type Attention struct {
	Vendor       schemas.VendorID     `json:"vendor"`
	Handle       schemas.HandleID     `json:"handle_id"`
	Generation   int                  `json:"generation"`
	Owner        schemas.WorkspaceID  `json:"owner_workspace_id"`
	Outcome      schemas.HandleStatus `json:"outcome"`
	Status       string               `json:"status"`
	Turn         schemas.TurnID       `json:"turn_id"`
	SettledSeq   uint64               `json:"settled_seq"`
	DeliveredSeq uint64               `json:"delivered_seq"`
}

func (a *Attention) fields() []any {
	return []any{&a.Vendor, &a.Handle, &a.Generation, &a.Owner, &a.Outcome, &a.Status, &a.Turn, &a.SettledSeq, &a.DeliveredSeq}
}

type attentionKey struct {
	handleKey
	generation int
}

func keepAttention() *kept[attentionKey, Attention, *Attention] {
	return keep[attentionKey, Attention]("attention", "vendor = ? AND handle_id = ? AND generation = ?", func(k attentionKey) []any {
		return []any{string(k.vendor), string(k.id), k.generation}
	})
}

// owed keeps an end of a delegated turn, of which its owner is to be told or not.
func (f *fold) owed(r *rec, h *Handle, e schemas.HandleSettled) error {
	status := AttentionNone
	if h.Attention == schemas.NotifyOnTerminal && e.Reason != schemas.SettledStopped {
		status = AttentionPending
	}
	key := attentionKey{handleKey{r.Vendor, h.ID}, e.Generation}
	f.attention.add(key, Attention{
		Vendor: r.Vendor, Handle: h.ID, Generation: e.Generation, Owner: h.Owner, Outcome: e.Status, Status: status, SettledSeq: r.Seq,
	})
	return nil
}

// attended keeps what became of an outcome.
func (f *fold) attended(r *rec, key handleKey, generation int, status string, turn schemas.TurnID) error {
	a, err := f.attention.at(f.w, attentionKey{key, generation})
	if err != nil {
		return err
	}
	if a == nil {
		return &StrayError{What: "outcome of handle", ID: string(key.id)}
	}
	a.Status, a.Turn, a.DeliveredSeq = status, turn, r.Seq
	return nil
}

func attentionStatus(by string) string {
	if by == "await" {
		return AttentionConsumed
	}
	return AttentionSuperseded
}

// Attention lists the outbox of an owner, the latest first.
func (s *Store) Attention(ctx context.Context, vendor schemas.VendorID, owner schemas.WorkspaceID) ([]Attention, AsOf, error) {
	return list[Attention](ctx, s, "SELECT * FROM attention WHERE owner_workspace_id = ? AND vendor = ? ORDER BY settled_seq DESC, handle_id", owner, vendor)
}

// Outcomes lists the ends of one delegated turn, the first one first.
func (s *Store) Outcomes(ctx context.Context, vendor schemas.VendorID, h schemas.HandleID) ([]Attention, error) {
	rows, _, err := list[Attention](ctx, s, "SELECT * FROM attention WHERE vendor = ? AND handle_id = ? ORDER BY generation", vendor, h)
	return rows, err
}
