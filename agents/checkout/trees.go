package checkout

import (
	"context"
	"path/filepath"
	"strings"
)

// A tree is a worktree as git lists it.
type tree struct {
	path, branch string
	half         bool // git was stopped while it made it
}

// trees lists the worktrees of a repository, after it forgot those whose folders are gone.
func (c *Checkouts) trees(ctx context.Context, s seat) ([]tree, error) {
	if _, err := c.run(ctx, s, "worktree", "prune"); err != nil {
		return nil, err
	}
	out, err := c.run(ctx, s, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return nil, err
	}
	var trees []tree
	for line := range strings.SplitSeq(out, "\x00") {
		key, value, _ := strings.Cut(line, " ")
		switch {
		case key == "worktree":
			trees = append(trees, tree{path: value})
		case len(trees) == 0:
		case key == "branch":
			trees[len(trees)-1].branch = strings.TrimPrefix(value, "refs/heads/")
		case key == "locked":
			trees[len(trees)-1].half = value == "initializing" // git's own lock while it works
		}
	}
	return trees, nil
}

// settle looks for what already is of a place among the worktrees of its repository. A
// half-made one is removed. It says whether the checkout is there.
func (c *Checkouts) settle(ctx context.Context, s seat, p Place) (bool, error) {
	trees, err := c.trees(ctx, s)
	if err != nil {
		return false, err
	}
	for _, t := range trees {
		ours := sameTree(t.path, p)
		switch {
		case !ours && t.branch != p.Branch:
		case ours && t.half:
			if _, err := c.run(ctx, s, "worktree", "remove", "--force", "--force", "--", t.path); err != nil {
				return false, err
			}
		case ours && t.branch == p.Branch:
			return true, nil
		default:
			return false, &TakenError{Branch: t.branch, Path: t.path}
		}
	}
	return false, nil
}

// sameTree says whether a worktree stands at a place. git resolves links, and a path on
// another host may be told from its home folder.
func sameTree(at string, p Place) bool {
	if p.Kind == SSH {
		return at == p.Path || strings.HasSuffix(at, "/"+p.Path)
	}
	real, err := filepath.EvalSymlinks(p.Path)
	return at == p.Path || err == nil && at == real
}
