package projections

import (
	"context"
	"slices"
	"strings"

	"turnbook/schemas"
)

// TurnFilter says which turns to list. The zero value is all of every vendor.
type TurnFilter struct {
	Vendor  schemas.VendorID   // "" for every vendor
	Session schemas.SessionID  // "" for every session
	Status  schemas.TurnStatus // "" for every status
	Stop    schemas.StopReason // "" for every way to end, and for those that have not ended
	Domain  schemas.Domain     // who owns it, or owned it last; "" for everybody
	Since   Stamp              // asked for from then on; "" for the beginning
	Until   Stamp              // asked for before then; "" for no end
	Text    string             // in the message, whatever the case of its Latin letters; "" for every message
	Before  uint64             // only those requested before this position; 0 for no end
	Limit   int                // at most so many; 0 for all
}

// Turns lists turns, the latest first.
func (s *Store) Turns(ctx context.Context, f TurnFilter) ([]Turn, AsOf, error) {
	text, args := f.conditions().query("SELECT * FROM turns", "requested_seq DESC, id", f.Limit)
	return list[Turn](ctx, s, text, args...)
}

func (f TurnFilter) conditions() *conditions {
	var c conditions
	c.and("vendor = ?", string(f.Vendor), f.Vendor != "")
	c.and("session_id = ?", string(f.Session), f.Session != "")
	c.and("status = ?", string(f.Status), f.Status != "")
	c.and("stop_reason = ?", string(f.Stop), f.Stop != "")
	c.and("domain = ?", string(f.Domain), f.Domain != "")
	c.and("requested_at >= ?", string(f.Since), f.Since != "")
	c.and("requested_at < ?", string(f.Until), f.Until != "")
	c.and(`text LIKE ? ESCAPE '\'`, "%"+likeEscapes.Replace(f.Text)+"%", f.Text != "")
	c.and("requested_seq < ?", int64(f.Before), f.Before != 0)
	return &c
}

// likeEscapes makes a text stand for itself in LIKE … ESCAPE '\'.
var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// textsAtOnce is how many turns are looked up with one query.
const textsAtOnce = 500

// TurnTexts are how the messages of turns begin: their first 200 characters.
func (s *Store) TurnTexts(ctx context.Context, vendor schemas.VendorID, ids []schemas.TurnID) (map[schemas.TurnID]string, error) {
	texts := make(map[schemas.TurnID]string, len(ids))
	_, err := s.read(ctx, func(q querier) error {
		for some := range slices.Chunk(ids, textsAtOnce) {
			args := []any{string(vendor)}
			for _, id := range some {
				args = append(args, string(id))
			}
			if err := textsInto(ctx, q, texts, args); err != nil {
				return err
			}
		}
		return nil
	})
	return texts, err
}

func textsInto(ctx context.Context, q querier, texts map[schemas.TurnID]string, args []any) error {
	places := strings.Repeat(", ?", len(args)-1)[2:]
	rows, err := q.QueryContext(ctx, "SELECT id, substr(text, 1, 200) FROM turns WHERE vendor = ? AND id IN ("+places+")", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id schemas.TurnID
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		texts[id] = text
	}
	return rows.Err()
}
