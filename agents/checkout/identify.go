package checkout

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// A Repo is what a folder is part of, for registering a project.
type Repo struct {
	Root    string // the folder of the repository, links resolved
	Default string // the branch that others begin at
	Sub     string // the folder below the root that was asked about; "" for the root
}

// Identify says which repository a folder of this host belongs to. The error is a
// [*RepoError] where it belongs to none that has a folder.
func (c *Checkouts) Identify(ctx context.Context, path string) (Repo, error) {
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return Repo{}, &RepoError{path, "give an absolute path"}
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return Repo{}, &RepoError{path, "it is no folder on this host"}
	}
	s := seat{args: []string{"-C", path}}
	root, err := c.run(ctx, s, "rev-parse", "--show-toplevel")
	if exited(err, 128) {
		return Repo{}, &RepoError{path, "it is no folder of a git repository: " + err.(*GitError).Stderr}
	}
	if err != nil {
		return Repo{}, err
	}
	sub, err := c.run(ctx, s, "rev-parse", "--show-prefix")
	if err != nil {
		return Repo{}, err
	}
	branch, err := c.defaultBranch(ctx, s)
	return Repo{Root: filepath.FromSlash(root), Default: branch, Sub: strings.TrimSuffix(sub, "/")}, err
}

// defaultBranch is what the remote calls its default, else main or master where one is
// there, else what is checked out.
func (c *Checkouts) defaultBranch(ctx context.Context, s seat) (string, error) {
	const remote = "refs/remotes/origin/"
	out, err := c.run(ctx, s, "for-each-ref", "--format=%(refname) %(symref)", remote+"HEAD", "refs/heads/main", "refs/heads/master")
	if err != nil {
		return "", err
	}
	found := ""
	for line := range strings.Lines(out) {
		name, symref, _ := strings.Cut(strings.TrimSpace(line), " ")
		if symref != "" {
			return strings.TrimPrefix(symref, remote), nil
		}
		if found == "" {
			found = strings.TrimPrefix(name, "refs/heads/")
		}
	}
	if found != "" {
		return found, nil
	}
	return c.headOf(ctx, s)
}
