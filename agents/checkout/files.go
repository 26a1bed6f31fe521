package checkout

import (
	"context"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// Files are a checkout's files, named from its Dir with slashes. No name leads out of
// it: not an absolute one, not "..", not a link; one with a backslash, a drive letter
// or a NUL is refused, as is one that would write into git's own folder. The error is a
// [*PathError], or the file system's own. Only files and folders can be opened, so that
// no pipe or device holds a reader.
//
// Files of this host are confined by the kernel ([os.Root]). On another host the server
// resolves a name, and what it resolves to is used: whoever may run commands there
// could swap a folder for a link between the two.
type Files interface {
	fs.FS
	fs.ReadDirFS
	fs.ReadFileFS
	fs.StatFS
	fs.ReadLinkFS
	// WriteFile writes a whole file, or nothing: readers see the old text or the new
	// one. A crash in between can leave a file named .turnbook-* beside it. The folder
	// must be there; the mode of a file that is there is kept.
	WriteFile(name string, data []byte) error
	// MkdirAll makes a folder and those above it.
	MkdirAll(name string) error
	io.Closer
}

// Files opens the files of a checkout. They are to be closed; those of another host end
// with the context too.
func (c *Checkouts) Files(ctx context.Context, p Place) (Files, error) {
	if err := p.checkMade(); err != nil {
		return nil, err
	}
	if p.Kind == SSH {
		return c.openThere(ctx, p)
	}
	return OpenFolder(p.Path, p.Sub)
}

var drive = regexp.MustCompile(`^[A-Za-z]:`)

// checkName refuses what is no name of a file inside a folder.
func checkName(name string) error {
	switch {
	case strings.ContainsRune(name, 0):
		return &PathError{name, "it has a NUL in it"}
	case strings.Contains(name, `\`):
		return &PathError{name, "write folders with slashes, not backslashes"}
	case drive.MatchString(name), path.IsAbs(name):
		return &PathError{name, "give a path inside the checkout, not an absolute one"}
	case !fs.ValidPath(name):
		return &PathError{name, "give a path inside the checkout, without .. and empty parts"}
	}
	return nil
}

// checkWrite refuses names in git's own folder, in any spelling that a file system
// could take for it. The name has no links in it.
func checkWrite(name string) error {
	for part := range strings.SplitSeq(name, "/") {
		if p := strings.ToLower(strings.TrimRight(part, ". ")); p == ".git" || p == "git~1" {
			return &PathError{name, "git's own folder is not written to; use git"}
		}
	}
	return nil
}

// checkOpened refuses what is neither a file nor a folder.
func checkOpened(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &PathError{name, "it is neither a file nor a folder"}
}

// temporary is the name that a file is written under before it takes its own.
func temporary(name, random string) string {
	return path.Join(path.Dir(name), ".turnbook-"+random)
}
