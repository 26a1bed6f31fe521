package checkout

import (
	"fmt"
	"io"
	"io/fs"
)

// distantDir is an open folder of another host.
type distantDir struct {
	info fs.FileInfo
	read func() ([]fs.DirEntry, error)
	left []fs.DirEntry
	full bool
}

func (d *distantDir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *distantDir) Close() error               { return nil }
func (d *distantDir) Read([]byte) (int, error) {
	return 0, fmt.Errorf("read %s: it is a folder", d.info.Name())
}

func (d *distantDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if !d.full {
		entries, err := d.read()
		if err != nil {
			return nil, err
		}
		d.left, d.full = entries, true
	}
	if n > 0 && len(d.left) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.left) {
		n = len(d.left)
	}
	head := d.left[:n]
	d.left = d.left[n:]
	return head, nil
}
