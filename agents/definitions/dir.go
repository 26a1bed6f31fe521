package definitions

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Folders are where agent files stand in a checkout, in their order of precedence
// (workspace-turns.md 3.3).
func Folders() []string { return []string{".turnbook/agents", ".claude/agents", ".mux/agents"} }

// InCheckout are the folders of a checkout's agent files. One that is not there holds none.
func InCheckout(files fs.FS) []Root {
	var roots []Root
	for _, f := range Folders() {
		roots = append(roots, Root{Scope: Project, Name: f, FS: files, Path: f})
	}
	return roots
}

// LoadDir reads the agent files of a checkout; of a folder that has none of their
// folders, the files in it. What it reads stays inside dir, wherever links lead. Behind
// them come other roots, as the program's own agents.
func LoadDir(dir string, behind ...Root) (*Catalog, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("read agent files: %w", err)
	}
	defer root.Close()
	files := root.FS()
	roots := slices.DeleteFunc(InCheckout(files), func(r Root) bool {
		_, err := fs.Stat(files, r.Path)
		return errors.Is(err, fs.ErrNotExist)
	})
	if len(roots) == 0 {
		roots = []Root{{Scope: Project, FS: files, Path: "."}}
	}
	return Load(append(roots, behind...)...), nil
}

// IDs are the ids that files have, in order.
func (c *Catalog) IDs() []ID {
	ids := make([]ID, 0, len(c.holders))
	for id := range c.holders {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Holder is the file that has an id, be it refused; "" for none.
func (c *Catalog) Holder(id ID) (Scope, string) {
	if h, ok := c.find(id, 0); ok {
		return h.scope, h.source
	}
	return "", ""
}

// shown is a name of a folder's child, for people.
func shown(folder, name string) string {
	return path.Join(folder, strings.ToValidUTF8(name, "\uFFFD"))
}
