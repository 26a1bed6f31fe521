package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"turnbook/schemas"
)

// An AsOf says what an answer stands for: all events up to a position.
type AsOf struct {
	Seq        uint64 `json:"seq"`
	Index      int    `json:"idx"`
	Epoch      string `json:"epoch"`      // the life of the log that the position belongs to
	Unverified bool   `json:"unverified"` // the file is still being checked after an unclean stop
}

// Position is the last event that the answer holds.
func (a AsOf) Position() schemas.Position { return schemas.Position{Seq: a.Seq, Index: a.Index} }

// A NotFoundError says that a thing is not in the book, as of the answer's position.
type NotFoundError struct{ What, ID string }

func (e *NotFoundError) Error() string { return fmt.Sprintf("there is no %s %q", e.What, e.ID) }

// A querier reads: a transaction, or a connection in one.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// read runs queries that all see the tables as of one position.
func (s *Store) read(ctx context.Context, do func(q querier) error) (AsOf, error) {
	tx, err := s.DB().BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return AsOf{}, s.readError(err)
	}
	defer tx.Rollback()
	asOf, err := s.asOf(ctx, tx)
	if err == nil {
		err = do(tx)
	}
	return asOf, s.readError(err)
}

func (s *Store) asOf(ctx context.Context, q querier) (AsOf, error) {
	a := AsOf{Unverified: s.State().Unverified}
	err := q.QueryRowContext(ctx, "SELECT seq, idx, epoch FROM checkpoints WHERE name = 'log'").Scan(&a.Seq, &a.Index, &a.Epoch)
	return a, err
}

// readError passes an error on, and has the file set aside where it means damage.
func (s *Store) readError(err error) error {
	var missing *NotFoundError
	if err == nil || errors.As(err, &missing) {
		return err
	}
	if IsDamage(err) {
		s.noteDamage(&DamageError{Reason: err.Error()})
	}
	return fmt.Errorf("projections: read: %w", err)
}

// query reads rows. Where one thing is looked for by an index beside its table, the text
// says "+vendor = ?": SQLite takes the table's own key for narrower otherwise, and goes
// through all that a vendor has.
func query[R any, P rowOf[R]](ctx context.Context, q querier, text string, args ...any) ([]R, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	return scan[R, P](rows)
}

// one reads a row that is expected to be there.
func one[R any, P rowOf[R]](ctx context.Context, q querier, what, id, text string, args ...any) (R, error) {
	rows, err := query[R, P](ctx, q, text, args...)
	if err != nil || len(rows) == 0 {
		var none R
		if err == nil {
			err = &NotFoundError{What: what, ID: id}
		}
		return none, err
	}
	return rows[0], nil
}

// list is one query and its position.
func list[R any, P rowOf[R]](ctx context.Context, s *Store, text string, args ...any) (out []R, asOf AsOf, err error) {
	asOf, err = s.read(ctx, func(q querier) (err error) {
		out, err = query[R, P](ctx, q, text, args...)
		return err
	})
	return out, asOf, err
}

// single is one row and its position.
func single[R any, P rowOf[R]](ctx context.Context, s *Store, what, id, text string, args ...any) (out R, asOf AsOf, err error) {
	asOf, err = s.read(ctx, func(q querier) (err error) {
		out, err = one[R, P](ctx, q, what, id, text, args...)
		return err
	})
	return out, asOf, err
}

// conditions are those of a query that its filter asks for. The zero value is none.
type conditions struct {
	where []string
	args  []any
}

func (c *conditions) and(condition string, arg any, given bool) {
	if given {
		c.where, c.args = append(c.where, condition), append(c.args, arg)
	}
}

// query completes a SELECT; limit 0 is for no end.
func (c *conditions) query(text, order string, limit int) (string, []any) {
	if len(c.where) > 0 {
		text += " WHERE " + strings.Join(c.where, " AND ")
	}
	if text += " ORDER BY " + order; limit > 0 {
		return text + " LIMIT ?", append(c.args, limit)
	}
	return text, c.args
}
