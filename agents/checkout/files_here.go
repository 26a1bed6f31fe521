package checkout

import (
	"crypto/rand"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
)

// folder is [Files] on this host.
type folder struct{ root *os.Root }

// OpenFolder opens the files of any folder of this host, or of a folder below it, which
// no link leads out of. Plans, which stand outside of checkouts, are reached this way.
func OpenFolder(dir, sub string) (Files, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &UnreachableError{Path: dir, Why: err.Error()}
	}
	if sub == "" {
		return folder{root}, nil
	}
	defer root.Close()
	below, err := root.OpenRoot(sub)
	if err != nil {
		return nil, &UnreachableError{Path: dir, Why: err.Error()}
	}
	return folder{below}, nil
}

func (f folder) Close() error { return f.root.Close() }

func (f folder) Open(name string) (fs.File, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe without a writer would hold it
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		err = checkOpened(name, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func (f folder) Stat(name string) (fs.FileInfo, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	return f.root.Stat(name)
}

func (f folder) Lstat(name string) (fs.FileInfo, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	return f.root.Lstat(name)
}

func (f folder) ReadLink(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	return f.root.Readlink(name)
}

func (f folder) ReadFile(name string) ([]byte, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

func (f folder) ReadDir(name string) ([]fs.DirEntry, error) {
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := file.(fs.ReadDirFile).ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (f folder) MkdirAll(name string) error {
	name, err := f.resolve(name)
	if err != nil {
		return err
	}
	return f.root.MkdirAll(name, 0o755)
}

func (f folder) WriteFile(name string, data []byte) error {
	real, err := f.resolve(name)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := f.root.Lstat(real); err == nil {
		if !info.Mode().IsRegular() {
			return &PathError{name, "it is no file"}
		}
		mode = info.Mode().Perm()
	}
	temp := temporary(real, rand.Text())
	if err := f.write(temp, data, mode); err != nil {
		f.root.Remove(temp)
		return err
	}
	if err := f.root.Rename(temp, real); err != nil {
		f.root.Remove(temp)
		return err
	}
	return nil
}

func (f folder) write(name string, data []byte, mode fs.FileMode) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync() // what is told as written outlives a crash
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// maxLinks is how many links a name may lead over.
const maxLinks = 40

// resolve is a name without links in it, for writing: a link is written through and not
// replaced, and none leads into git's folder. That nothing leaves the root, the root
// itself sees to.
func (f folder) resolve(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	done, rest := ".", strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		next := path.Join(done, rest[0])
		rest = rest[1:]
		target, err := f.root.Readlink(next)
		if err != nil { // no link, or not there yet
			done = next
			continue
		}
		if links++; links > maxLinks || path.IsAbs(target) {
			return "", &PathError{name, fmt.Sprintf("the link %s leads out of the checkout, or in a circle", next)}
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	if err := checkName(done); err != nil {
		return "", &PathError{name, "a link leads out of the checkout"}
	}
	return done, checkWrite(done)
}
