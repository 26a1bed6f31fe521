package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// maxOutput is the most of a command's output that is kept, in bytes.
const maxOutput = 16 << 20

// quiet are the settings of every git command: it asks nobody, and runs no hook and no
// program that a repository's own configuration names for looking at files.
var quiet = []string{"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never", "--literal-pathspecs"}

// A seat is where a git command runs.
type seat struct {
	host string   // "" for this one
	args []string // that name the repository, or the checkout
}

// here is no repository at all.
var here = seat{}

// inRepo is the project's repository, on this host.
func (p Place) inRepo() seat { return seat{args: []string{"-C", p.Repo}} }

// inTree is the checkout itself. Its own .git is named, so that git never finds the
// repository of a folder above instead.
func (p Place) inTree() seat {
	return seat{host: p.Host, args: []string{"-C", p.Path, "--git-dir=.git", "--work-tree=."}}
}

// run runs a git command and gives its output without the last line's end.
func (c *Checkouts) run(ctx context.Context, s seat, args ...string) (string, error) {
	words := slices.Concat([]string{"git"}, quiet, s.args, args)
	limit := c.o.Limit
	cmd := func(ctx context.Context) *exec.Cmd { return exec.CommandContext(ctx, words[0], words[1:]...) }
	if s.host != "" {
		limit = c.o.RemoteLimit
		words = slices.Concat([]string{"env", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"}, words)
		cmd = func(ctx context.Context) *exec.Cmd { return c.ssh(ctx, s.host, quoteAll(words)) }
	}
	out, said, err := c.output(ctx, limit, cmd)
	switch {
	case err == nil:
		return strings.TrimRight(out, "\n"), nil
	case s.host != "" && exited(err, sshFailed):
		return "", &UnreachableError{Host: s.host, Path: s.path(), Why: said}
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	return "", &GitError{Args: args, Host: s.host, Stderr: said, Err: err}
}

func (s seat) path() string {
	if len(s.args) > 1 {
		return s.args[1]
	}
	return ""
}

// errLimit is why a command was stopped that took too long.
var errLimit = errors.New("it took too long")

// output runs a command to its end, or to the limit. It gives what it wrote and what
// it said of errors.
func (c *Checkouts) output(ctx context.Context, limit time.Duration, of func(context.Context) *exec.Cmd) (out, said string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	cmd := of(ctx)
	stdout, stderr := &capped{most: maxOutput}, &capped{most: 8 << 10}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.Env = environment()
	ownGroup(cmd)
	cmd.WaitDelay = 5 * time.Second // for children that hold the pipes
	err = cmd.Run()
	said = strings.TrimSpace(strings.ToValidUTF8(stderr.String(), "\uFFFD"))
	switch {
	case err != nil && errors.Is(context.Cause(ctx), errLimit):
		err = fmt.Errorf("%w: more than %v", errLimit, limit)
	case err == nil && stdout.over:
		err = fmt.Errorf("it wrote more than %d bytes", maxOutput)
	}
	return stdout.String(), said, err
}

// environment is all that a command knows of this process: no GIT_DIR of a hook that
// this runs in, and no keys of models.
func environment() []string {
	env := []string{"GIT_TERMINAL_PROMPT=0", "LC_ALL=C"}
	for _, name := range []string{"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// capped keeps the beginning of what is written to it.
type capped struct {
	bytes.Buffer
	most int
	over bool
}

func (c *capped) Write(p []byte) (int, error) {
	if room := c.most - c.Len(); len(p) > room {
		c.over = true
		c.Buffer.Write(p[:room])
		return len(p), nil
	}
	return c.Buffer.Write(p)
}
