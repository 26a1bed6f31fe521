package filetools

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"turnbook/schemas"
)

const (
	maxEntries = 500
	maxDepth   = 8
)

type listArgs struct {
	Path  string `json:"path"`
	Depth int    `json:"depth"`
}

func (e Env) list(ctx context.Context, a listArgs) Result {
	if a.Depth < 0 || a.Depth > maxDepth {
		return refuse(schemas.CodeInvalidArguments, "depth is 1 to %d", maxDepth)
	}
	files, root := e.at(a.Path)
	if info, err := files.Stat(root); err != nil {
		return failed(a.Path, err)
	} else if !info.IsDir() {
		return refuse(schemas.CodeNoFile, "%q is no folder; read shows a file", a.Path)
	}
	var b strings.Builder
	shown := 0
	err := fs.WalkDir(files, root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case name == root:
			return err
		case shown == maxEntries:
			fmt.Fprintf(&b, "[there is more; list a folder of these]\n")
			return fs.SkipAll
		case err != nil:
			fmt.Fprintf(&b, "[%s can't be listed]\n", name)
			return nil
		}
		shown++
		b.WriteString(entry(name, d) + "\n")
		if d.IsDir() && (d.Name() == ".git" || depth(root, name) >= max(a.Depth, 1)) {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return failed(a.Path, err)
	}
	if shown == 0 {
		return Result{Text: "[the folder is empty]"}
	}
	return Result{Text: b.String()}
}

func entry(name string, d fs.DirEntry) string {
	switch {
	case d.IsDir():
		return name + "/"
	case d.Type()&fs.ModeSymlink != 0:
		return name + " [link]"
	case !d.Type().IsRegular():
		return name + " [no file]"
	}
	return name
}

// depth counts the folders from a root down to a name.
func depth(root, name string) int {
	if root != "." {
		name = strings.TrimPrefix(name, root+"/")
	}
	return strings.Count(name, "/") + 1
}
