package filetools

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"turnbook/agents/checkout"
)

// A Notice tells of a background command: that lines matched its monitor, or that it
// ended. Lines that match while a notice is being heard come together in the next.
type Notice struct {
	ID     string
	Lines  []string // the first that matched, at most 20
	More   int      // how many more did
	Ended  bool
	Status int // where it ended; -1 where it was killed
}

const (
	maxNoticed = 20
	maxKept    = 16 << 20 // bytes of output on disk
	maxLine    = 64 << 10 // bytes of a line that a monitor looks at
)

// A Background command, as it stands.
type Background struct {
	ID, Command, Output string // Output is the file that keeps what it writes
	Running             bool
	Status              int // where it ended; -1 where it was killed
}

// An UnknownCommandError says that no background command of an id is known.
type UnknownCommandError struct{ ID string }

func (e *UnknownCommandError) Error() string {
	return fmt.Sprintf("%s is not found: background commands end with the program", e.ID)
}

// background is a command that runs by itself.
type background struct {
	state   Background
	kill    context.CancelFunc
	over    chan struct{}
	file    *os.File
	monitor *regexp.Regexp

	kept int
	line []byte

	mu    sync.Mutex // of what is to be noticed
	next  Notice
	hears chan struct{} // holds one token when next has something
}

// begin starts a background command. Its id is named by the call.
func (s *Shell) begin(call, command string, monitor *regexp.Regexp) Result {
	file, err := os.Create(s.file(call, ".out"))
	if err != nil {
		return failed("the command's output", err)
	}
	ctx, kill := context.WithCancel(s.life)
	b := &background{
		state: Background{ID: "bash:" + call, Command: command, Output: file.Name(), Running: true},
		kill:  kill, over: make(chan struct{}), file: file, monitor: monitor, hears: make(chan struct{}, 1),
	}
	pr, err := s.co.Start(ctx, s.place, checkout.Command{Line: command, Out: b})
	if err != nil {
		kill()
		file.Close()
		return failed(s.place.Path, err)
	}
	s.mu.Lock()
	s.started[b.state.ID] = b
	s.mu.Unlock()
	s.done.Go(func() { s.watch(ctx, b, pr) })
	s.done.Go(func() { s.tell(b) })
	return Result{Text: fmt.Sprintf("running in the background as %s", b.state.ID)}
}

// watch waits for the command's end.
func (s *Shell) watch(ctx context.Context, b *background, pr *checkout.Process) {
	status, err := pr.Wait(ctx)
	b.kill()
	if err != nil {
		s.lg.Info("background command ended", "task", b.state.ID, "err", err)
		status = -1
	}
	b.endLine()
	b.file.Close()
	s.mu.Lock()
	b.state.Running, b.state.Status = false, status
	s.mu.Unlock()
	b.notice(func(n *Notice) { n.Ended, n.Status = true, status })
	close(b.over)
}

// tell hands on notices until the command's end was told.
func (s *Shell) tell(b *background) {
	for range b.hears {
		b.mu.Lock()
		n := b.next
		b.next = Notice{}
		b.mu.Unlock()
		n.ID = b.state.ID
		s.o.Notice(n)
		if n.Ended {
			return
		}
	}
}

func (b *background) notice(change func(*Notice)) {
	b.mu.Lock()
	change(&b.next)
	b.mu.Unlock()
	select {
	case b.hears <- struct{}{}:
	default: // who hears has not taken the last one yet
	}
}

// Write keeps what the command writes, and looks for lines that its monitor waits for.
func (b *background) Write(p []byte) (int, error) {
	if room := min(maxKept-b.kept, len(p)); room > 0 {
		n, err := b.file.Write(p[:room])
		if b.kept += n; err != nil {
			return n, err
		}
	}
	if b.monitor == nil {
		return len(p), nil
	}
	for rest := p; len(rest) > 0; {
		line, after, ends := bytes.Cut(rest, []byte("\n"))
		b.line = append(b.line, line[:min(len(line), maxLine-len(b.line))]...)
		if ends {
			b.endLine()
		}
		rest = after
	}
	return len(p), nil
}

func (b *background) endLine() {
	if b.monitor != nil && len(b.line) > 0 && b.monitor.Match(b.line) {
		text := strings.ToValidUTF8(cut(string(b.line), maxMatch), "\uFFFD")
		b.notice(func(n *Notice) {
			if len(n.Lines) < maxNoticed {
				n.Lines = append(n.Lines, text)
			} else {
				n.More++
			}
		})
	}
	b.line = b.line[:0]
}

// List is all that was started in the background, by id.
func (s *Shell) List() []Background {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Background
	for _, b := range s.started {
		list = append(list, b.state)
	}
	slices.SortFunc(list, func(a, b Background) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Kill ends a background command, and returns when it has ended. One that ended before
// is left as it is. The error is an [*UnknownCommandError].
func (s *Shell) Kill(id string) error {
	s.mu.Lock()
	b := s.started[id]
	s.mu.Unlock()
	if b == nil {
		return &UnknownCommandError{id}
	}
	b.kill()
	<-b.over
	return nil
}
