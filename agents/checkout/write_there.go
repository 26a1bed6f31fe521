package checkout

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
)

// MkdirAll makes one folder after the other, so that each is resolved before the next.
func (d *distant) MkdirAll(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	done := "."
	for part := range strings.SplitSeq(name, "/") {
		done = path.Join(done, part)
		real, err := d.resolveWrite("mkdir", done)
		if err != nil {
			return err
		}
		info, err := d.client.Stat(real)
		switch {
		case err == nil && !info.IsDir():
			return &fs.PathError{Op: "mkdir", Path: done, Err: errors.New("it is no folder")}
		case errors.Is(err, fs.ErrNotExist):
			err = d.client.Mkdir(real)
		}
		if err != nil {
			return d.fault("mkdir", done, err)
		}
	}
	return nil
}

func (d *distant) WriteFile(name string, data []byte) error {
	real, err := d.resolveWrite("write", name)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := d.client.Lstat(real); err == nil {
		if !info.Mode().IsRegular() {
			return &PathError{name, "it is no file"}
		}
		mode = info.Mode().Perm()
	}
	temp := temporary(real, rand.Text())
	if err = d.write(temp, data, mode); err == nil {
		err = d.client.PosixRename(temp, real)
	}
	if err != nil {
		d.client.Remove(temp)
	}
	return d.fault("write", name, err)
}

func (d *distant) write(name string, data []byte, mode fs.FileMode) error {
	file, err := d.client.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	if _, err = file.Write(data); err == nil {
		err = d.client.Chmod(name, mode)
	}
	if _, syncs := d.client.HasExtension("fsync@openssh.com"); err == nil && syncs {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
