package comments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// A KeyError says that a key was used before, for something else.
type KeyError struct{ Key string }

func (e *KeyError) Error() string {
	return fmt.Sprintf("the key %q was used here for something else; give another one", e.Key)
}

// used says whether a key was used before for what is asked now.
func used(ctx context.Context, tx *sql.Tx, scope string, by Command, asked string) (bool, error) {
	var was string
	var id ID
	err := tx.QueryRowContext(ctx, "SELECT comment, asked FROM commands WHERE vendor = ? AND scope = ? AND key = ?", by.Vendor, scope, by.Key).Scan(&id, &was)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case was == "":
		return false, notFound(id)
	case was != asked:
		return false, &KeyError{Key: by.Key}
	}
	return true, nil
}

func note(ctx context.Context, tx *sql.Tx, scope string, id ID, by Command, asked string) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO commands (vendor, scope, key, comment, asked) VALUES (?, ?, ?, ?, ?)", by.Vendor, scope, by.Key, id, asked)
	return err
}
