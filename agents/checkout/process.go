package checkout

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// A Command is a line of shell that is run in a checkout.
type Command struct {
	Line string
	Out  io.Writer // what it writes, errors among it, in one stream
}

// wrapper runs a line in a folder. It ends all of its group when its input ends: when
// this program is gone, however it went, or when the connection is. What the line
// leaves running ends with it; where it does not listen, it is looked for by its group,
// since who holds the output of a connection keeps it open. Status 255 is told as 254:
// 255 is how ssh says that it failed itself.
const wrapper = `exec 3<&0 </dev/null
{ cat <&3 >/dev/null; kill -KILL 0; } >/dev/null 2>&1 &
exec 3<&-
trap '' TERM
(trap - TERM; cd -- "$1" && exec sh -c "$2")
r=$?
kill -TERM 0
group=$(ps -o pgid= -p $$ 2>/dev/null | tr -d ' ')
for p in $(ps -A -o pid= -o pgid= 2>/dev/null | while read -r p g; do [ "$g" != "$group" ] || echo "$p"; done); do
  [ "$p" = $$ ] || kill -KILL "$p" 2>/dev/null
done
[ "$r" != 255 ] || r=254
exit "$r"`

// A Process is a command that runs.
type Process struct {
	cmd    *exec.Cmd
	hold   io.Closer // its input, which nothing is written to
	out    io.Closer
	copied chan struct{}
	place  Place
}

// Start runs a line of shell in a checkout's Dir, in a process group of its own. On
// this host it knows of this program's environment only where it may look for programs,
// whose it is and where its home and temporary folders are. The whole group ends when
// the line has, when the context ends, and when this program does. Wait must be called.
func (c *Checkouts) Start(ctx context.Context, p Place, do Command) (*Process, error) {
	if err := p.checkMade(); err != nil {
		return nil, err
	}
	words := []string{"sh", "-c", wrapper, "turnbook", p.Dir(), do.Line}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	if p.Kind == SSH {
		cmd = c.ssh(ctx, p.Host, "exec "+quoteAll(words))
	}
	cmd.Env = environment()
	ownGroup(cmd)
	return start(cmd, p, do.Out)
}

// start gives a command pipes that outlive it, so that what it left running can be
// ended before its output is read to the end.
func start(cmd *exec.Cmd, p Place, to io.Writer) (*Process, error) {
	stdin, hold, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	out, write, err := os.Pipe()
	if err != nil {
		hold.Close()
		return nil, err
	}
	defer write.Close()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, write, write
	if err := cmd.Start(); err != nil {
		hold.Close()
		out.Close()
		return nil, err
	}
	pr := &Process{cmd: cmd, hold: hold, out: out, copied: make(chan struct{}), place: p}
	go func() {
		defer close(pr.copied)
		defer out.Close()
		io.Copy(to, out)
	}()
	return pr, nil
}

// lastWords is how long output may still come after a process group was ended. Only
// one that left the group can hold it that long.
const lastWords = 5 * time.Second

// Wait waits for the end and gives the line's exit status. The error is an
// [*UnreachableError] where the host was lost, the context's where that ended it.
func (pr *Process) Wait(ctx context.Context) (int, error) {
	err := pr.cmd.Wait()
	killGroup(pr.cmd) // who is left of it; there may be nobody
	pr.hold.Close()
	select {
	case <-pr.copied:
	case <-time.After(lastWords):
		pr.out.Close()
		<-pr.copied
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return -1, context.Cause(ctx)
	case pr.place.Kind == SSH && exited(err, sshFailed):
		return -1, &UnreachableError{pr.place.Host, pr.place.Path, "the connection failed, or broke"}
	case errors.As(err, &exit):
		return exit.ExitCode(), nil
	}
	return 0, err
}
