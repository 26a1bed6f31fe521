package projections

import (
	"errors"
	"fmt"

	"turnbook/schemas"
)

// checkpoint is the row of the table checkpoints.
type checkpoint struct {
	Name    string
	Seq     uint64
	Index   int
	Epoch   string
	Version string
	Build   int
}

func (c *checkpoint) fields() []any {
	return []any{&c.Name, &c.Seq, &c.Index, &c.Epoch, &c.Version, &c.Build}
}

func (c *checkpoint) position() schemas.Position {
	return schemas.Position{Seq: c.Seq, Index: c.Index}
}

// ErrOtherWriter is what a store meets whose tables are written by another one.
var ErrOtherWriter = errors.New("the tables are written by another process")

func (f *fold) loadCheckpoint() error {
	var c checkpoint
	found, err := f.w.find(&c, "SELECT * FROM [checkpoints] WHERE name = 'log'")
	if err == nil && !found {
		err = &DamageError{Reason: "the row of checkpoints is gone"}
	}
	f.pos, f.epoch = c.position(), c.Epoch
	return err
}

// moveCheckpoint moves the position from where this transaction found it. Two
// stores on one file would double every row: the one that comes second is told.
func (f *fold) moveCheckpoint(from schemas.Position, epoch string) error {
	n, err := f.w.exec("UPDATE [checkpoints] SET seq = ?, idx = ?, epoch = ? WHERE name = 'log' AND seq = ? AND idx = ?",
		int64(f.pos.Seq), f.pos.Index, epoch, int64(from.Seq), from.Index)
	if err == nil && n != 1 {
		err = fmt.Errorf("%w: they no longer stand at %d.%d", ErrOtherWriter, from.Seq, from.Index)
	}
	return err
}
