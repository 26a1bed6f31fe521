package comments

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"turnbook/projections"
	"turnbook/schemas"
)

// A Command is who asks for a change, with which key, and when.
type Command struct {
	Vendor schemas.VendorID
	Actor  string // as in user/local
	Key    string // the same again changes nothing more
	At     time.Time
}

// An AuthorError says that somebody else wrote the comment.
type AuthorError struct {
	ID     ID
	Author string
}

func (e *AuthorError) Error() string {
	return fmt.Sprintf("comment %s was written by %s, who alone may delete it; resolve it instead", e.ID, e.Author)
}

// Add keeps a new comment, of which the place and the text are given. The error is an
// [*InvalidError] or a [*KeyError]; a [*projections.NotFoundError] where the key made a
// comment that was deleted since.
func (s *Store) Add(ctx context.Context, c Comment, by Command) (Comment, error) {
	if err := check(c.Text); err != nil {
		return Comment{}, err
	}
	c.Vendor, c.Author, c.MadeAt = by.Vendor, by.Actor, projections.StampOf(by.At)
	c.ID, c.ResolvedBy, c.ResolvedAt = idOf(c, by.Key), "", ""
	asked := digest("add", c.Author, strconv.FormatUint(c.Seq, 10), strconv.Itoa(c.Index), c.Text)
	return s.change(ctx, "turn/"+string(c.Turn), c.ID, by, asked, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO comments (id, vendor, session_id, turn_id, seq, idx, author, text, made_at, resolved_by, resolved_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '')`, c.ID, c.Vendor, c.Session, c.Turn, int64(c.Seq), c.Index, c.Author, c.Text, c.MadeAt)
		return err
	})
}

// Resolve says of a comment that it is done with. One that was resolved before stays as
// it is. The error is a [*projections.NotFoundError] or a [*KeyError].
func (s *Store) Resolve(ctx context.Context, id ID, by Command) (Comment, error) {
	return s.change(ctx, "comment/"+string(id), id, by, digest("resolve", by.Actor), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE comments SET resolved_by = ?, resolved_at = ? WHERE vendor = ? AND id = ? AND resolved_at = ''",
			by.Actor, projections.StampOf(by.At), by.Vendor, id)
		return err
	})
}

// Reopen opens a resolved comment again. The error is a [*projections.NotFoundError] or a
// [*KeyError].
func (s *Store) Reopen(ctx context.Context, id ID, by Command) (Comment, error) {
	return s.change(ctx, "comment/"+string(id), id, by, digest("reopen", by.Actor), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE comments SET resolved_by = '', resolved_at = '' WHERE vendor = ? AND id = ?", by.Vendor, id)
		return err
	})
}

// change makes a change, and notes its key beside it. Where the key is known, nothing is
// changed. Either way it returns the comment as it stands then.
func (s *Store) change(ctx context.Context, scope string, id ID, by Command, asked string, do func(*sql.Tx) error) (Comment, error) {
	var out Comment
	err := s.within(ctx, func(tx *sql.Tx) error {
		known, err := used(ctx, tx, scope, by, asked)
		if err == nil && !known {
			err = do(tx)
		}
		if err == nil {
			out, err = one(ctx, tx, by.Vendor, id)
		}
		if err == nil && !known {
			err = note(ctx, tx, scope, id, by, asked)
		}
		return err
	})
	return out, err
}

// Delete takes a comment of one's own away, for good: also out of the file's bytes. The
// error is a [*projections.NotFoundError], an [*AuthorError] or a [*KeyError].
func (s *Store) Delete(ctx context.Context, id ID, by Command) error {
	scope, asked := "comment/"+string(id), digest("delete", by.Actor)
	err := s.within(ctx, func(tx *sql.Tx) error {
		if known, err := used(ctx, tx, scope, by, asked); known || err != nil {
			return err
		}
		c, err := one(ctx, tx, by.Vendor, id)
		if err != nil {
			return err
		}
		if c.Author != by.Actor {
			return &AuthorError{ID: id, Author: c.Author}
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM comments WHERE vendor = ? AND id = ?", by.Vendor, id); err != nil {
			return err
		}
		// A short text can be guessed from its digest.
		if _, err := tx.ExecContext(ctx, "UPDATE commands SET asked = '' WHERE vendor = ? AND comment = ?", by.Vendor, id); err != nil {
			return err
		}
		return note(ctx, tx, scope, id, by, asked)
	})
	if err == nil {
		_, err = s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // where a reader is in the way, the next one does it
	}
	return err
}

func (s *Store) within(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("comments: %w", err)
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return fmt.Errorf("comments: %w", err)
	}
	return tx.Commit()
}

func notFound(id ID) error { return &projections.NotFoundError{What: "comment", ID: string(id)} }
