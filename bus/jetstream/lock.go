package jetstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// A Holder is the process that has a data folder.
type Holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// A LockedError says that another process has the data folder: two servers on one
// folder would both acknowledge, and lose what one of them wrote.
type LockedError struct {
	Dir    string
	Holder Holder // zero where it can't be read
}

func (e *LockedError) Error() string {
	if e.Holder.PID == 0 {
		return fmt.Sprintf("data folder %s is in use by another process", e.Dir)
	}
	return fmt.Sprintf("data folder %s is in use by process %d since %s", e.Dir, e.Holder.PID, e.Holder.Since.Format(time.RFC3339))
}

// errHeld is what tryLock returns when another open file has the lock.
var errHeld = errors.New("the lock is held")

// lockFile is the file in a data folder that its process locks.
const lockFile = "LOCK"

// readHolder is who has a folder, as its lock file says; zero where it is being written.
func readHolder(f io.Reader) (h Holder) {
	if text, err := io.ReadAll(io.LimitReader(f, 1<<10)); err == nil {
		_ = json.Unmarshal(text, &h)
	}
	return h
}

// lockDir makes the folder and locks it, before anything else there is opened. The
// lock goes with the process, however it ends; the file stays. The error is a
// [*LockedError] where somebody else has it.
func lockDir(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := tryLock(f); err != nil {
		defer f.Close()
		if !errors.Is(err, errHeld) {
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		return nil, &LockedError{Dir: dir, Holder: readHolder(f)}
	}
	text, err := json.Marshal(Holder{PID: os.Getpid(), Since: time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("write %s: %w", f.Name(), err)
	}
	return f, nil
}
