package checkout

import (
	"context"
	"os/exec"
	"path"
	"slices"
)

// bare is the repository on the place's host that its worktrees belong to.
func (c *Checkouts) bare(p Place) string {
	return path.Join(c.o.RemoteRoot, "repos", folderOf(p.Repo)+".git")
}

func (c *Checkouts) inBare(p Place) seat {
	return seat{host: p.Host, args: []string{"--git-dir", c.bare(p)}}
}

// baseRef is where the bare repository keeps what a branch began at.
func baseRef(branch string) string { return "refs/turnbook/base/" + branch }

// Provision makes the checkout of a place on another host: it brings the commits there
// into a bare repository of its own, and adds a worktree. A branch that is there
// already keeps its commits. On this host there is nothing to do. It may be run again,
// also after a crash in between.
func (c *Checkouts) Provision(ctx context.Context, p Place) error {
	if err := p.checkMade(); err != nil || p.Kind != SSH {
		return err
	}
	if err := c.CheckBranch(ctx, p.Branch); err != nil {
		return err
	}
	defer c.lock(p)()
	s := c.inBare(p)
	if _, err := c.run(ctx, seat{host: p.Host}, "init", "--quiet", "--bare", "--template=", "--", c.bare(p)); err != nil {
		return err
	}
	if there, err := c.settle(ctx, s, p); err != nil || there {
		return err
	}
	if err := c.bring(ctx, p); err != nil {
		return err
	}
	_, err := c.run(ctx, s, "worktree", "add", "--", p.Path, p.Branch)
	return err
}

// bring pushes the branch and its base to the place's host, unless the branch is there.
func (c *Checkouts) bring(ctx context.Context, p Place) error {
	if out, err := c.run(ctx, c.inBare(p), "for-each-ref", "refs/heads/"+p.Branch); err != nil || out != "" {
		return err
	}
	commit, _, err := c.start(ctx, p)
	if err != nil {
		return err
	}
	base, err := c.base(ctx, p)
	if err != nil {
		return err
	}
	args := slices.Concat(quiet, []string{
		"-c", "core.sshCommand=" + c.sshCommand(), "-c", "ssh.variant=ssh", "-C", p.Repo,
		"push", "--quiet", "--no-verify", "--atomic", "--receive-pack=git -c core.hooksPath=/dev/null receive-pack",
		"--", address(p.Host, c.bare(p)), "+" + base + ":" + baseRef(p.Branch), commit + ":refs/heads/" + p.Branch,
	})
	_, said, err := c.output(ctx, c.o.RemoteLimit, func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, "git", args...)
	})
	if err != nil {
		return &GitError{Args: []string{"push"}, Host: p.Host, Stderr: said, Err: err}
	}
	return nil
}
