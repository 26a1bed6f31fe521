package checkout

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
)

// Reachable says whether the checkout is there, as its own host sees it: one look, and
// no waiting for what is still being made. With false comes an [*UnreachableError]
// that says why; any other error is a breakdown.
func (c *Checkouts) Reachable(ctx context.Context, p Place) (bool, error) {
	if err := p.checkMade(); err != nil {
		return false, err
	}
	if p.Kind == SSH {
		return c.reachThere(ctx, p)
	}
	info, err := os.Stat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, &UnreachableError{Path: p.Path, Why: "nothing is there"}
	case err != nil:
		return false, &UnreachableError{Path: p.Path, Why: err.Error()}
	case !info.IsDir():
		return false, &UnreachableError{Path: p.Path, Why: "it is no folder"}
	}
	return true, nil
}

func (c *Checkouts) reachThere(ctx context.Context, p Place) (bool, error) {
	_, said, err := c.output(ctx, c.o.RemoteLimit, func(ctx context.Context) *exec.Cmd {
		return c.ssh(ctx, p.Host, quoteAll([]string{"test", "-d", p.Path}))
	})
	switch {
	case err == nil:
		return true, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case exited(err, 1):
		said = "nothing is there yet"
	case said == "":
		said = err.Error()
	}
	return false, &UnreachableError{Host: p.Host, Path: p.Path, Why: said}
}
