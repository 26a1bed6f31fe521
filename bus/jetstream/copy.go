package jetstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// CopyFolder copies the log of a data folder into another one, and changes nothing in the
// first: not even its lock file. To open a folder is to write into it, which evidence
// must be spared. The error is a [*LockedError] where a process has the folder, and is
// [fs.ErrNotExist] where it holds no log.
func CopyFolder(from, to string) error {
	lock, err := os.Open(filepath.Join(from, lockFile))
	switch {
	case err == nil:
		defer lock.Close()
		if err := tryLock(lock); errors.Is(err, errHeld) {
			return &LockedError{Dir: from, Holder: readHolder(lock)}
		} else if err != nil {
			return fmt.Errorf("lock %s: %w", lock.Name(), err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	const streams = "jetstream" // where the embedded server keeps them
	if _, err := os.Stat(filepath.Join(from, streams)); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(to, streams), os.DirFS(filepath.Join(from, streams))); err != nil {
		return fmt.Errorf("copy the log of %s: %w", from, err)
	}
	return nil
}
