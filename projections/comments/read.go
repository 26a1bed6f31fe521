package comments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"

	"turnbook/schemas"
)

// A State is whether a comment waits to be resolved.
type State string

// The states, which are all there are.
const (
	Waiting  State = "open"
	Resolved State = "resolved"
)

// A Filter says which comments are wanted.
type Filter struct {
	Vendor schemas.VendorID
	Turn   schemas.TurnID // "" for those of all turns
	State  State          // "" for both
	Beyond int64          // the place where the page begins, as List returned it; 0 for the first page
	Limit  int            // at most so many; 0 for all
}

const columns = "SELECT n, id, vendor, session_id, turn_id, seq, idx, author, text, made_at, resolved_by, resolved_at FROM comments"

// List lists comments: a turn's in the order in which they were made, those of all turns
// the latest first. next is where the next page begins; 0 on the last one.
func (s *Store) List(ctx context.Context, f Filter) (list []Comment, next int64, err error) {
	limit := min(f.Limit, math.MaxInt-1)
	if limit == 0 {
		limit = math.MaxInt - 1
	}
	text, args := f.query()
	rows, err := s.db.QueryContext(ctx, text+" LIMIT ?", append(args, limit+1)...)
	if err != nil {
		return nil, 0, fmt.Errorf("comments: list: %w", err)
	}
	defer rows.Close()
	var last int64
	for rows.Next() {
		n, c, err := scan(rows)
		if err != nil {
			return nil, 0, fmt.Errorf("comments: list: %w", err)
		}
		if len(list) == limit {
			return list, last, nil
		}
		list, last = append(list, c), n
	}
	return list, 0, rows.Err()
}

func (f Filter) query() (string, []any) {
	where, args := []string{"vendor = ?"}, []any{f.Vendor}
	and := func(condition string, value any) { where, args = append(where, condition), append(args, value) }
	order, beyond := "n DESC", "n < ?"
	if f.Turn != "" {
		and("turn_id = ?", f.Turn)
		order, beyond = "n", "n > ?"
	}
	switch f.State {
	case Waiting:
		and("resolved_at = ?", "")
	case Resolved:
		and("resolved_at <> ?", "")
	}
	if f.Beyond != 0 {
		and(beyond, f.Beyond)
	}
	return columns + " WHERE " + strings.Join(where, " AND ") + " ORDER BY " + order, args
}

// Get is the comment of an id. The error is a [*projections.NotFoundError] where there is
// none.
func (s *Store) Get(ctx context.Context, vendor schemas.VendorID, id ID) (Comment, error) {
	return one(ctx, s.db, vendor, id)
}

// Count is how many comments a turn has, resolved ones among them.
func (s *Store) Count(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM comments WHERE vendor = ? AND turn_id = ?", vendor, turn).Scan(&n)
	return n, err
}

// Waiting is how many open comments each turn has that has any.
func (s *Store) Waiting(ctx context.Context, vendor schemas.VendorID) (map[schemas.TurnID]int, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT turn_id, count(*) FROM comments WHERE vendor = ? AND resolved_at = '' GROUP BY turn_id", vendor)
	if err != nil {
		return nil, fmt.Errorf("comments: count: %w", err)
	}
	defer rows.Close()
	out := make(map[schemas.TurnID]int)
	for rows.Next() {
		var turn schemas.TurnID
		var n int
		if err := rows.Scan(&turn, &n); err != nil {
			return nil, fmt.Errorf("comments: count: %w", err)
		}
		out[turn] = n
	}
	return out, rows.Err()
}

// one reads a comment, inside a transaction or outside.
func one(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, vendor schemas.VendorID, id ID) (Comment, error) {
	_, c, err := scan(q.QueryRowContext(ctx, columns+" WHERE vendor = ? AND id = ?", vendor, id))
	if errors.Is(err, sql.ErrNoRows) {
		err = notFound(id)
	}
	return c, err
}

func scan(row interface{ Scan(...any) error }) (n int64, c Comment, err error) {
	err = row.Scan(&n, &c.ID, &c.Vendor, &c.Session, &c.Turn, &c.Seq, &c.Index, &c.Author, &c.Text, &c.MadeAt, &c.ResolvedBy, &c.ResolvedAt)
	return n, c, err
}
