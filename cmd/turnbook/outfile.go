package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeTo writes content into a file, or where no name is given to standard output.
func writeTo(name string, stdout io.Writer, content []byte) error {
	fill := func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
	if name == "" {
		return fill(stdout)
	}
	return replaceFile(name, fill)
}

// replaceFile fills a file beside the one that is wanted and puts it in its place when it
// is whole, so that the name never stands for half of it.
func replaceFile(name string, fill func(io.Writer) error) error {
	part := filepath.Join(filepath.Dir(name), ".turnbook-"+rand.Text())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // less the umask, as any file of theirs
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.Remove(part) // it is gone where it was put in its place
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(part, name)
}
