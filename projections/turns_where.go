package projections

import (
	"context"
	"strconv"
	"time"

	"turnbook/schemas"
)

// A TurnChoice says which turns a question is about: those of a filter for which a
// condition holds as well. The zero value of all but the vendor is all that it has.
type TurnChoice struct {
	TurnFilter
	Where string // in SQL, on the table turns; "" for none. Whoever wrote it can read the tables and nothing else
}

// A ChosenTurn is a turn and where it was said.
type ChosenTurn struct {
	Session schemas.SessionID
	Turn    schemas.TurnID
}

// whereTime is how long one query for turns by a condition may take.
const whereTime = 20 * time.Second

// maxTurnsWhere is how many turns one conversation may have that a choice names.
const maxTurnsWhere = 1_000_000

// CountTurns is how many turns a choice names. The error is a [*QueryError] for a
// condition that is none.
func (s *Store) CountTurns(ctx context.Context, c TurnChoice) (int, error) {
	text, args := c.text("SELECT count(*) FROM turns")
	found, err := s.Query(ctx, text, args, Limits{Rows: 1, Time: whereTime})
	if err != nil || len(found.Rows) == 0 {
		return 0, err
	}
	n, _ := found.Rows[0][0].(int64)
	return int(n), nil
}

// FirstTurns are the turns of a choice that were asked first, at most so many: the
// conversations in the order in which they were opened, each with its turns in the order
// in which they were asked.
func (s *Store) FirstTurns(ctx context.Context, c TurnChoice, limit int) ([]ChosenTurn, error) {
	text, args := c.text("SELECT vendor, session_id, id, requested_seq FROM turns")
	text = "SELECT t.session_id, t.id FROM (" + text + " ORDER BY requested_seq, id LIMIT " + strconv.Itoa(limit) + `) t
		LEFT JOIN sessions s ON s.vendor = t.vendor AND s.id = t.session_id ORDER BY s.opened_seq, t.session_id, t.requested_seq`
	found, err := s.Query(ctx, text, args, Limits{Rows: limit, Time: whereTime})
	var chosen []ChosenTurn
	for _, row := range found.Rows {
		session, _ := row[0].(string)
		id, _ := row[1].(string)
		chosen = append(chosen, ChosenTurn{schemas.SessionID(session), schemas.TurnID(id)})
	}
	return chosen, err
}

// SessionsOf are the conversations that hold turns of a choice, in the order in which they
// were opened, at most so many. more says that there are others.
func (s *Store) SessionsOf(ctx context.Context, c TurnChoice, limit int) (sessions []schemas.SessionID, more bool, err error) {
	text, args := c.text("SELECT session_id FROM turns")
	text = "SELECT id FROM sessions WHERE vendor = ? AND id IN (" + text + ") ORDER BY opened_seq"
	found, err := s.Query(ctx, text, append([]any{string(c.Vendor)}, args...), Limits{Rows: limit, Time: whereTime})
	return firstTexts[schemas.SessionID](found), found.Truncated, err
}

// TurnsOf are the turns of one conversation that a choice names, in the order in which
// they were asked.
func (s *Store) TurnsOf(ctx context.Context, c TurnChoice, session schemas.SessionID) ([]schemas.TurnID, error) {
	text, args := c.text("SELECT id, requested_seq, session_id FROM turns")
	text = "SELECT id FROM (" + text + ") WHERE session_id = ? ORDER BY requested_seq"
	found, err := s.Query(ctx, text, append(args, string(session)), Limits{Rows: maxTurnsWhere, Time: whereTime})
	return firstTexts[schemas.TurnID](found), err
}

// text completes a SELECT with the conditions of the choice.
func (c TurnChoice) text(choose string) (string, []any) {
	all := c.conditions()
	for i, condition := range append([]string{"TRUE"}, all.where...) {
		choose += map[bool]string{true: " WHERE ", false: " AND "}[i == 0] + condition
	}
	if c.Where != "" {
		choose += " AND (" + c.Where + "\n)" // a comment in it ends with its line, or it would take the rest along
	}
	return choose, all.args
}

// firstTexts are the first column of an answer.
func firstTexts[ID ~string](a Answer) []ID {
	var ids []ID
	for _, row := range a.Rows {
		if id, ok := row[0].(string); ok {
			ids = append(ids, ID(id))
		}
	}
	return ids
}
