package filetools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// ShellOptions are how commands run. Only Dir is needed.
type ShellOptions struct {
	Dir    string        // where marks and outputs are kept, on this host and outside of the checkout
	Limit  time.Duration // of a command in the foreground that names none; 0 for two minutes
	Notice func(Notice)  // hears of background commands, one call at a time for each; nil for nobody
}

// A Shell runs commands in one checkout. A background command ends with it, and with the
// program.
type Shell struct {
	lg    *slog.Logger
	co    *checkout.Checkouts
	place checkout.Place
	o     ShellOptions

	life context.Context
	end  context.CancelFunc
	done sync.WaitGroup

	mu      sync.Mutex
	started map[string]*background
}

// NewShell makes the shell of a checkout. It is to be closed.
func NewShell(lg *slog.Logger, co *checkout.Checkouts, p checkout.Place, o ShellOptions) *Shell {
	if o.Limit == 0 {
		o.Limit = 2 * time.Minute
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	s := &Shell{lg: lg, co: co, place: p, o: o, started: map[string]*background{}}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// Close ends all that runs in the background, and returns when it has ended.
func (s *Shell) Close() error {
	s.end()
	s.done.Wait()
	return nil
}

const maxLimit = 10 * time.Minute

type shellArgs struct {
	Command    string `json:"command"`
	Timeout    int    `json:"timeout_secs"`
	Background bool   `json:"background"`
	Monitor    string `json:"monitor"`
}

func (s *Shell) run(ctx context.Context, call string, a shellArgs) Result {
	limit := time.Duration(a.Timeout) * time.Second
	monitor, err := regexp.Compile(a.Monitor)
	switch {
	case strings.TrimSpace(a.Command) == "" || strings.ContainsRune(a.Command, 0):
		return refuse(schemas.CodeInvalidArguments, "give a command")
	case a.Timeout < 0 || limit > maxLimit:
		return refuse(schemas.CodeInvalidArguments, "timeout_secs is 1 to %d", int(maxLimit.Seconds()))
	case err != nil:
		return refuse(schemas.CodeInvalidArguments, "monitor is no regular expression (RE2): %v", err)
	case a.Monitor != "" && !a.Background:
		return refuse(schemas.CodeInvalidArguments, "only a command in the background has a monitor")
	}
	if a.Monitor == "" {
		monitor = nil
	}
	if limit == 0 {
		limit = s.o.Limit
	}
	if no := s.mark(call); no.Code != "" {
		return no
	}
	if a.Background {
		return s.begin(call, a.Command, monitor)
	}
	return s.foreground(ctx, a.Command, limit)
}

// file is the name of what is kept of a call.
func (s *Shell) file(call, kind string) string {
	return filepath.Join(s.o.Dir, schemas.Digest([]byte(call))[:32]+kind)
}

// mark writes down that a call's command begins. Where that stands already, a crash lost
// what came of it: nobody knows how far it went, so it is not run again.
func (s *Shell) mark(call string) Result {
	err := os.MkdirAll(s.o.Dir, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(s.file(call, ".mark"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
			err = errors.Join(f.Sync(), f.Close())
		}
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return refuse(schemas.CodeRanInPart, "the command was begun before the program stopped; it may have run in part or to its end, and is not run again. Look at what it did before you repeat it")
	case err != nil:
		return refuse(schemas.CodeFileFailed, "the command was not run: its mark can't be written: %v", err)
	}
	return Result{}
}

// errSlow is why a command was ended.
var errSlow = errors.New("the command's time was up")

func (s *Shell) foreground(ctx context.Context, command string, limit time.Duration) Result {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errSlow)
	defer cancel()
	out := new(ends)
	pr, err := s.co.Start(ctx, s.place, checkout.Command{Line: command, Out: out})
	if err != nil {
		return failed(s.place.Path, err)
	}
	status, err := pr.Wait(ctx)
	switch {
	case errors.Is(err, errSlow):
		return refuse(schemas.CodeTimedOut, "%s[ended after %v; give timeout_secs, or run it in the background]", out, limit)
	case errors.Is(err, context.Canceled):
		return refuse(schemas.CodeCancelled, "%s[stopped]", out)
	case err != nil:
		return failed(s.place.Path, err)
	}
	return Result{Text: fmt.Sprintf("%s[exit status %d]", out, status)}
}
