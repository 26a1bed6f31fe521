package checkout

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/pkg/sftp"
)

// resolve has the server resolve a name, which need not be there; the folder that it is
// in must be.
func (d *distant) resolve(op, name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	real, err := d.client.RealPath(path.Join(d.root, name))
	if err != nil {
		return "", d.fault(op, name, err)
	}
	if !inside(d.root, real) {
		return "", &PathError{name, "a link leads out of the checkout"}
	}
	return real, nil
}

// resolveWrite is resolve for writing.
func (d *distant) resolveWrite(op, name string) (string, error) {
	real, err := d.resolve(op, name)
	if err != nil {
		return "", err
	}
	return real, checkWrite(strings.TrimPrefix(real, d.root))
}

// fault gives an error the name that the caller knows, and says when the host is gone.
func (d *distant) fault(op, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sftp.ErrSSHFxConnectionLost), errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe):
		return &UnreachableError{d.place.Host, d.place.Path, "the connection broke"}
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func (d *distant) Open(name string) (fs.File, error) {
	real, err := d.resolve("open", name)
	if err != nil {
		return nil, err
	}
	info, err := d.client.Stat(real)
	if err == nil {
		err = checkOpened(name, info)
	}
	if err != nil {
		return nil, d.fault("open", name, err)
	}
	if info.IsDir() {
		return &distantDir{info: info, read: func() ([]fs.DirEntry, error) { return d.ReadDir(name) }}, nil
	}
	file, err := d.client.Open(real)
	if err != nil {
		return nil, d.fault("open", name, err)
	}
	return file, nil
}

func (d *distant) Stat(name string) (fs.FileInfo, error) {
	real, err := d.resolve("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := d.client.Stat(real)
	return info, d.fault("stat", name, err)
}

// beside resolves the folder of a name and not the name itself, which may be a link.
func (d *distant) beside(op, name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	folder, err := d.resolve(op, path.Dir(name))
	return path.Join(folder, path.Base(name)), err
}

func (d *distant) Lstat(name string) (fs.FileInfo, error) {
	real, err := d.beside("lstat", name)
	if err != nil {
		return nil, err
	}
	info, err := d.client.Lstat(real)
	return info, d.fault("lstat", name, err)
}

func (d *distant) ReadLink(name string) (string, error) {
	real, err := d.beside("readlink", name)
	if err != nil {
		return "", err
	}
	target, err := d.client.ReadLink(real)
	return target, d.fault("readlink", name, err)
}

func (d *distant) ReadFile(name string) ([]byte, error) {
	file, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	return data, d.fault("read", name, err)
}

func (d *distant) ReadDir(name string) ([]fs.DirEntry, error) {
	real, err := d.resolve("readdir", name)
	if err != nil {
		return nil, err
	}
	infos, err := d.client.ReadDir(real)
	if err != nil {
		return nil, d.fault("readdir", name, err)
	}
	entries := make([]fs.DirEntry, len(infos))
	for i, info := range infos {
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}
