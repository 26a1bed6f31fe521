package workspaces

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"turnbook/agents/filetools"
	"turnbook/schemas"
)

// shell is what a workspace's commands run with, one for all of its turns; nil where the
// installation allows none.
func (s *Service) shell(at place, w *Workspace) *filetools.Shell {
	if !s.o.Config.Shell {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if sh, ok := s.shells[at]; ok {
		return sh
	}
	sh := filetools.NewShell(s.lg, s.o.Checkouts, w.Place(), filetools.ShellOptions{
		Dir: filepath.Join(s.o.Data, "shell", filepath.Base(string(at.id))),
		Notice: func(n filetools.Notice) {
			s.aside(func(ctx context.Context) { s.report("command", at, s.noticed(ctx, at, n)) })
		},
	})
	s.shells[at] = sh
	return sh
}

func (s *Service) shellAt(at place) *filetools.Shell {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shells[at]
}

// commands are the background commands of a workspace.
func (s *Service) commands(at place) []filetools.Background {
	if sh := s.shellAt(at); sh != nil {
		return sh.List()
	}
	return nil
}

// closeShells ends all background commands: they do not outlive the program.
func (s *Service) closeShells() {
	s.mu.Lock()
	shells := s.shells
	s.shells = make(map[place]*filetools.Shell)
	s.mu.Unlock()
	for _, sh := range shells {
		_ = sh.Close() // it says nothing
	}
}

// noticed wakes a workspace for what a background command showed. Inside a delegated turn
// that is still open, the message goes on with it; behind its end it is the workspace's
// own (workspace-turns.md 4.5). An end without a match wakes nobody.
func (s *Service) noticed(ctx context.Context, at place, n filetools.Notice) error {
	s.book.poke() // whoever awaits the command looks again
	if len(n.Lines) == 0 {
		return nil
	}
	text := fmt.Sprintf("The background command %s shows what you watch for:\n\n%s", n.ID, strings.Join(n.Lines, "\n"))
	if n.More > 0 {
		text += fmt.Sprintf("\n\n%d more lines match.", n.More)
	}
	if n.Ended {
		text += fmt.Sprintf("\n\nIt ended with status %d.", n.Status)
	}
	return s.tell(ctx, at, schemas.FromMonitor, text, "monitor."+s.o.NewID(), "", []string{n.ID}, true)
}

// tailOf is the end of what a command wrote.
func tailOf(file string) string {
	const most = 32 << 10
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > most {
		_, _ = f.Seek(-most, io.SeekEnd) // else the beginning is read
	}
	raw, _ := io.ReadAll(io.LimitReader(f, most)) // what can be read is shown
	return strings.ToValidUTF8(string(raw), "\uFFFD")
}
