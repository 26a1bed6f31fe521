package projections

import (
	"context"
	"strings"

	"turnbook/schemas"
)

// Kinds of entries of the ledger.
const (
	LedgerRefusal = "refusal"
	LedgerDrop    = "drop"
)

// A LedgerEntry is one thing that somebody or an agent wanted and that did not come to
// be as asked: a refusal, or a step that its origin view dropped.
type LedgerEntry struct {
	Kind   string           `json:"kind" enum:"refusal,drop"`
	Seq    uint64           `json:"seq"`
	Index  int              `json:"idx"`
	N      int              `json:"n" doc:"place among the drops of one plan; 0 for refusals"`
	Vendor schemas.VendorID `json:"vendor"`
	Turn   schemas.TurnID   `json:"turn_id" doc:"empty for what was done by hand"`
	Code   string           `json:"code" doc:"why: a code, or the reason of a drop"`
	Tool   string           `json:"tool" doc:"the tool, edit or command; empty for drops"`
	Call   schemas.CallID   `json:"call_id" doc:"empty where a person asked"`
	Task   schemas.TaskID   `json:"task_id"`
	Step   schemas.StepID   `json:"step_id"`
	Detail string           `json:"detail" doc:"in words"`
	Status string           `json:"status" doc:"of a drop: waiting, applied or refused; empty for refusals"`
	Actor  string           `json:"actor" doc:"who wanted it, as in agent/step-writer or user/local"`
	Time   Stamp            `json:"time"`
	Told   uint64           `json:"told_seq" doc:"position of the event that told the user; 0 where none has"`
	Saying string           `json:"told" doc:"what that event says: the turn's closing line; empty where the refusal answered the user's own command"`
}

func (l *LedgerEntry) fields() []any {
	return []any{
		&l.Kind, &l.Seq, &l.Index, &l.N, &l.Vendor, &l.Turn, &l.Code, &l.Tool, &l.Call, &l.Task, &l.Step, &l.Detail, &l.Status,
		&l.Actor, &l.Time, &l.Told, &l.Saying,
	}
}

// Position is where the entry stands.
func (l LedgerEntry) Position() schemas.Position {
	return schemas.Position{Seq: l.Seq, Index: l.Index}
}

// A LedgerAsk says which entries of a vendor's ledger to list. The zero value of all but
// the vendor is every entry.
type LedgerAsk struct {
	Vendor schemas.VendorID
	Kind   string           // "" for refusals and drops
	Code   string           // "" for every code and reason
	Actor  string           // who wanted it, as in agent/step-writer; "" for everybody
	Task   schemas.TaskID   // "" for every task
	Since  Stamp            // from then on; "" for the beginning
	Until  Stamp            // before then; "" for no end
	Before schemas.Position // only those before; zero for the latest
	Limit  int              // at most so many; 0 for all
}

// A person who is refused a command of their own is told by the refusal itself. What an
// agent was refused, or a view dropped, the user hears in the turn's closing line.
const (
	refusedEntries = `SELECT 'refusal', r.seq, r.idx, 0, r.vendor, r.turn_id, r.code, r.tool, r.call_id, r.task_id, r.step_id, r.detail, '',
		COALESCE(e.actor, ''), r.time,
		CASE WHEN r.call_id = '' THEN r.seq WHEN t.closing <> '' AND t.ended_seq >= r.seq THEN t.ended_seq ELSE 0 END,
		CASE WHEN r.call_id <> '' AND t.ended_seq >= r.seq THEN t.closing ELSE '' END
		FROM refusals r LEFT JOIN turns t ON t.vendor = r.vendor AND t.id = r.turn_id
		LEFT JOIN events e ON e.seq = r.seq AND e.idx = r.idx`
	droppedEntries = `SELECT 'drop', r.seq, r.idx, r.n, r.vendor, r.turn_id, r.reason, '', '', r.task_id, r.step_id, r.detail, r.status,
		COALESCE(e.actor, ''), r.time,
		CASE WHEN t.closing <> '' AND t.ended_seq >= r.seq THEN t.ended_seq ELSE 0 END,
		CASE WHEN t.ended_seq >= r.seq THEN t.closing ELSE '' END
		FROM drops r LEFT JOIN turns t ON t.vendor = r.vendor AND t.id = r.turn_id
		LEFT JOIN step_history h ON h.vendor = r.vendor AND h.session_id = t.session_id AND h.id = r.event_id
		LEFT JOIN events e ON e.seq = h.seq AND e.idx = h.idx`
)

// Ledger lists refusals and drops of all turns, and of what was done by hand, the latest
// first.
func (s *Store) Ledger(ctx context.Context, a LedgerAsk) ([]LedgerEntry, AsOf, error) {
	text, args, err := a.query()
	if err != nil {
		return nil, AsOf{}, err
	}
	return list[LedgerEntry](ctx, s, text, args...)
}

func (a LedgerAsk) query() (string, []any, error) {
	var parts []string
	var args []any
	for _, part := range []struct{ kind, code, text string }{{LedgerRefusal, "r.code", refusedEntries}, {LedgerDrop, "r.reason", droppedEntries}} {
		if a.Kind != "" && a.Kind != part.kind {
			continue
		}
		text, bound := a.conditions(part.code).query(part.text, "r.rowid DESC", a.Limit) // rows stand in the order of the log
		parts, args = append(parts, "SELECT * FROM ("+text+")"), append(args, bound...)
	}
	if len(parts) == 0 {
		return "", nil, &NotFoundError{What: "kind of entry", ID: a.Kind}
	}
	text := strings.Join(parts, " UNION ALL ") + " ORDER BY 2 DESC, 3 DESC, 4 DESC"
	if a.Limit > 0 {
		text, args = text+" LIMIT ?", append(args, a.Limit)
	}
	return text, args, nil
}

func (a LedgerAsk) conditions(code string) *conditions {
	var c conditions
	c.and("+r.vendor = ?", a.Vendor, true) // no index: the latest rows are the last ones
	c.and(code+" = ?", a.Code, a.Code != "")
	c.and("e.actor = ?", a.Actor, a.Actor != "")
	c.and("r.task_id = ?", a.Task, a.Task != "")
	c.and("r.time >= ?", string(a.Since), a.Since != "")
	c.and("r.time < ?", string(a.Until), a.Until != "")
	if a.Before != (schemas.Position{}) {
		c.where, c.args = append(c.where, "(r.seq, r.idx) < (?, ?)"), append(c.args, int64(a.Before.Seq), a.Before.Index)
	}
	return &c
}
