package checkout

import (
	"context"
	"strings"
)

// Branch is what is really checked out, read with git: names of workspaces prove
// nothing. The error is a [*HeadError] where no branch with a commit is.
func (c *Checkouts) Branch(ctx context.Context, p Place) (string, error) {
	if err := p.checkMade(); err != nil {
		return "", err
	}
	branch, err := c.run(ctx, p.inTree(), "symbolic-ref", "--quiet", "HEAD")
	if exited(err, 1) {
		return "", &HeadError{Path: p.Path}
	}
	if err != nil {
		return "", err
	}
	branch = strings.TrimPrefix(branch, "refs/heads/")
	if _, err = c.run(ctx, p.inTree(), "rev-parse", "--verify", "--quiet", "HEAD"); exited(err, 1) {
		return "", &HeadError{Path: p.Path, Unborn: branch}
	}
	return branch, err
}

// Clean says whether paths of the place's Dir are as committed; without paths, all of
// the checkout. A file that git ignores is not committed either.
func (c *Checkouts) Clean(ctx context.Context, p Place, paths ...string) (bool, error) {
	if err := p.checkMade(); err != nil {
		return false, err
	}
	args := []string{"status", "--porcelain", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames", "--"}
	for _, name := range paths {
		if err := checkName(name); err != nil {
			return false, err
		}
		args = append(args, p.within(name))
	}
	out, err := c.run(ctx, p.inTree(), args...)
	return err == nil && out == "", err
}

// AtRemoteTip says whether a branch stands where its remote counterpart stood when it
// was last fetched; true where it has none. It asks no remote.
func (c *Checkouts) AtRemoteTip(ctx context.Context, p Place, branch string) (bool, error) {
	if err := p.checkMade(); err != nil {
		return false, err
	}
	if err := c.CheckBranch(ctx, branch); err != nil {
		return false, err
	}
	local := "refs/heads/" + branch
	out, err := c.run(ctx, p.inTree(), "for-each-ref", "--format=%(refname) %(objectname) %(upstream)", local, "refs/remotes/origin/"+branch)
	if err != nil {
		return false, err
	}
	tip, remote := "", ""
	for line := range strings.Lines(out) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		id, upstream, _ := strings.Cut(rest, " ")
		switch {
		case name == local && upstream != "":
			return c.sameCommit(ctx, p, id, upstream)
		case name == local:
			tip = id
		case name == "refs/remotes/origin/"+branch:
			remote = id
		}
	}
	if tip == "" {
		return false, &BranchError{Branch: branch, Missing: true}
	}
	return remote == "" || remote == tip, nil
}

// sameCommit compares a commit with an upstream, which may be configured and not there.
func (c *Checkouts) sameCommit(ctx context.Context, p Place, id, upstream string) (bool, error) {
	out, err := c.run(ctx, p.inTree(), "for-each-ref", "--format=%(objectname)", upstream)
	return err == nil && (out == "" || out == id), err
}
