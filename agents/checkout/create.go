package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Create makes the checkout of a place, and gives the place with its path. A branch
// that is there is checked out as it is; a new one begins at the base, which is what the repository
// has checked out where the place names none.
//
//   - [Local]: nothing is made; the path is the repository's.
//   - [Worktree]: a git worktree below the root.
//   - [SSH]: the branch or base is looked up and the path is named; the checkout is
//     made by [Checkouts.Provision], on first use.
//
// To create what is there already does nothing. Errors to match are [*PlaceError],
// [*BranchError] and [*TakenError].
func (c *Checkouts) Create(ctx context.Context, p Place) (Place, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	if p.Kind == Local {
		p.Path = p.Repo
		return p, nil
	}
	if err := c.CheckBranch(ctx, p.Branch); err != nil {
		return p, err
	}
	p, err := c.named(p)
	if err != nil {
		return p, err
	}
	if p.Base == "" {
		if p.Base, err = c.headOf(ctx, p.inRepo()); err != nil {
			return p, err
		}
	}
	if p.Kind == SSH {
		_, _, err := c.start(ctx, p)
		return p, err
	}
	defer c.lock(p)()
	return p, c.addWorktree(ctx, p)
}

func (c *Checkouts) addWorktree(ctx context.Context, p Place) error {
	there, err := c.settle(ctx, p.inRepo(), p)
	if err != nil || there {
		return err
	}
	commit, exists, err := c.start(ctx, p)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(p.Path), 0o755); err != nil {
		return fmt.Errorf("create checkout: %w", err)
	}
	if exists {
		_, err = c.run(ctx, p.inRepo(), "worktree", "add", "--", p.Path, p.Branch)
		return err
	}
	if err := c.markMade(ctx, p); err != nil {
		return err
	}
	_, err = c.run(ctx, p.inRepo(), "worktree", "add", "--no-track", "-b", p.Branch, "--", p.Path, commit)
	return err
}

// start is the commit that a place begins at: the tip of its branch where the branch
// exists on this host, else the base.
func (c *Checkouts) start(ctx context.Context, p Place) (commit string, exists bool, err error) {
	if commit, err = c.commit(ctx, p.inRepo(), "refs/heads/"+p.Branch); err == nil {
		return commit, true, nil
	}
	if missing := (*BranchError)(nil); !errors.As(err, &missing) {
		return "", false, err
	}
	commit, err = c.base(ctx, p)
	return commit, false, err
}

// base is the commit of a place's base, in the repository on this host: a branch, else
// a branch as it was last fetched, else whatever git takes for a commit.
func (c *Checkouts) base(ctx context.Context, p Place) (commit string, err error) {
	for _, ref := range []string{"refs/heads/" + p.Base, "refs/remotes/origin/" + p.Base, p.Base} {
		commit, err = c.commit(ctx, p.inRepo(), ref)
		if missing := (*BranchError)(nil); !errors.As(err, &missing) {
			return commit, err
		}
	}
	return "", &BranchError{Branch: p.Base, Missing: true}
}

// headOf is the branch that a repository has checked out, or the commit where it is on
// none.
func (c *Checkouts) headOf(ctx context.Context, s seat) (string, error) {
	branch, err := c.run(ctx, s, "symbolic-ref", "--quiet", "--short", "HEAD")
	if exited(err, 1) {
		return c.commit(ctx, s, "HEAD")
	}
	return branch, err
}

// commit is the id of the commit that a name stands for; the error is a [*BranchError]
// where it stands for none.
func (c *Checkouts) commit(ctx context.Context, s seat, name string) (string, error) {
	out, err := c.run(ctx, s, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if exited(err, 1) || exited(err, 128) && !unreadable(err) {
		return "", &BranchError{Branch: name, Missing: true}
	}
	return out, err
}

// unreadable tells a repository that can't be read from a name that is not in it: of
// the latter git says nothing when it is to be quiet.
func unreadable(err error) bool {
	var failed *GitError
	return errors.As(err, &failed) && failed.Stderr != ""
}

// madeKey is the setting that marks a branch as one that was made for a checkout, and
// may go with it. It is set before the branch is made, and git drops it with the branch.
func madeKey(branch string) string { return "branch." + branch + ".turnbook-made" }

func (c *Checkouts) markMade(ctx context.Context, p Place) error {
	_, err := c.run(ctx, p.inRepo(), "config", "--local", madeKey(p.Branch), "true")
	return err
}
