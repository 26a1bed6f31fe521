package projections

import (
	"context"
	"database/sql"
	"testing"

	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas/goldentest"
)

// -update writes the document anew.
func TestTheTablesDocumentIsTheDeclaredSchema(t *testing.T) {
	const file = "../docs/tables.md"
	goldentest.Compare(t, file, Markdown())
}

// What docs/tables.md says of a second program: it opens the file read-only, and reads
// while the writer writes and puts other tables in the place of those it reads.
func TestTheFileIsReadByOthersWhileItIsWritten(t *testing.T) {
	log := bus.Mem()
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	stop := running(t, s, log)
	defer stop()
	other, err := sql.Open("sqlite", "file:"+s.path+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, end := context.WithCancel(t.Context())
	read := make(chan error, 1)
	go func() { read <- readWhole(ctx, t, other) }()
	a := bustest.NewAuthor(t, log, "0")
	for n := range 30 {
		a.Turn(t, 3)
		if n%10 == 5 {
			if _, err := s.Rebuild(t.Context(), log, RebuildOptions{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	waitForHead(t, s, log)
	end()
	if err := <-read; err != nil {
		t.Error(err)
	}
	mustEqualTheFold(t, s, log)
	if _, err := other.ExecContext(t.Context(), "DELETE FROM turns"); err == nil {
		t.Error("a file that was opened to be read was written")
	}
}

// readWhole reads until ctx ends, and wants each time that the events go exactly as far
// as the checkpoint says.
func readWhole(ctx context.Context, t *testing.T, db *sql.DB) error {
	for ctx.Err() == nil {
		tx, err := db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		var at, last, parked int
		err = tx.QueryRowContext(t.Context(), "SELECT seq FROM checkpoints").Scan(&at)
		if err == nil {
			err = tx.QueryRowContext(t.Context(), "SELECT coalesce(max(seq), 0), (SELECT count(*) FROM dead_letters) FROM events").Scan(&last, &parked)
		}
		_ = tx.Rollback()
		if err != nil {
			return err
		}
		if at != last || parked != 0 {
			t.Errorf("the checkpoint is at %d, the events at %d, %d are parked", at, last, parked)
		}
	}
	return nil
}
