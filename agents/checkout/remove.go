package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Remove removes a checkout with all that is in it, committed or not, and its branch
// where it was made for the checkout and its base has all its commits. What is gone
// already is no error. The error is a [*LeftError] where the checkout went and the
// branch was kept; the project's own folder is never removed ([*PlaceError]).
func (c *Checkouts) Remove(ctx context.Context, p Place) error {
	if err := p.checkMade(); err != nil {
		return err
	}
	if p.Kind == Local {
		return &PlaceError{"kind", string(p.Kind), "the project's own folder is not removed"}
	}
	if _, err := c.named(p); err != nil {
		return err
	}
	defer c.lock(p)()
	if p.Kind == SSH {
		return c.removeThere(ctx, p)
	}
	if err := c.removeTree(ctx, p.inRepo(), p); err != nil {
		return err
	}
	if err := removeBelow(c.o.Root, p.Path); err != nil {
		return fmt.Errorf("remove checkout: %w", err)
	}
	made, err := c.run(ctx, p.inRepo(), "config", "--local", "--get", madeKey(p.Branch))
	if err != nil && !exited(err, 1) {
		return err
	}
	return c.dropBranch(ctx, p, p.inRepo(), made == "true")
}

// removeThere does the same on another host, where every branch was made by us.
func (c *Checkouts) removeThere(ctx context.Context, p Place) error {
	s := c.inBare(p)
	if _, err := c.run(ctx, s, "rev-parse", "--git-dir"); exited(err, 128) {
		return nil // never provisioned
	} else if err != nil {
		return err
	}
	if err := c.removeTree(ctx, s, p); err != nil {
		return err
	}
	if err := c.dropBranch(ctx, p, s, true); err != nil {
		return err
	}
	_, err := c.run(ctx, s, "update-ref", "-d", baseRef(p.Branch))
	return err
}

// removeTree removes the worktree that stands at the place, if one does.
func (c *Checkouts) removeTree(ctx context.Context, s seat, p Place) error {
	trees, err := c.trees(ctx, s)
	if err != nil {
		return err
	}
	for _, t := range trees {
		if sameTree(t.path, p) {
			_, err = c.run(ctx, s, "worktree", "remove", "--force", "--force", "--", t.path)
		}
	}
	return err
}

// removeBelow removes what is left of a folder below the root, and follows no link out.
func removeBelow(dir, path string) error {
	name, err := filepath.Rel(dir, path)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return root.RemoveAll(name)
}

// dropBranch deletes the place's branch, or says with a [*LeftError] why not.
func (c *Checkouts) dropBranch(ctx context.Context, p Place, s seat, made bool) error {
	tip, err := c.commit(ctx, s, "refs/heads/"+p.Branch)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !made {
		return &LeftError{p.Branch, "it was there before the checkout"}
	}
	base, err := c.measure(ctx, s, p)
	if isMissing(err) {
		return &LeftError{p.Branch, "its base is not known, so nothing tells whether it is merged"}
	}
	if err != nil {
		return err
	}
	own, err := c.run(ctx, s, "rev-list", "--count", base+".."+tip)
	if err != nil {
		return err
	}
	if own != "0" {
		return &LeftError{p.Branch, strings.TrimSpace(own) + " of its commits are not in " + p.Base}
	}
	_, err = c.run(ctx, s, "branch", "-D", "--", p.Branch)
	if taken := (*GitError)(nil); errors.As(err, &taken) && exited(err, 1) {
		return &LeftError{p.Branch, taken.Stderr}
	}
	return err
}
