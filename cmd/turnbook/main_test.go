package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"turnbook/web/client"
)

// binary is the program under test, built once.
var binary string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "turnbook-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "turnbook")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// A server is a running serve.
type server struct {
	t      testing.TB
	cmd    *exec.Cmd
	url    string
	stderr bytes.Buffer
	ended  bool
}

// serveIn starts the program on a folder and waits until it takes requests.
func serveIn(t testing.TB, dir string, more ...string) *server {
	t.Helper()
	s := &server{t: t}
	s.cmd = exec.Command(binary, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", dir, "--json"}, more...)...)
	s.cmd.Stderr = &s.stderr
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.kill() })
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	var first struct {
		URL string `json:"url"`
	}
	if err == nil {
		err = json.Unmarshal(line, &first)
	}
	if err != nil {
		t.Fatalf("the first line is %q: %v\n%s", line, err, s.stderr.String())
	}
	s.url = first.URL
	return s
}

// kill ends the process at once, as a power switch does.
func (s *server) kill() {
	if !s.ended {
		s.ended = true
		_ = s.cmd.Process.Kill() // SIGKILL
		_ = s.cmd.Wait()         // says that it was killed
	}
}

// stop asks the process to end, and checks that it does so well.
func (s *server) stop() {
	s.t.Helper()
	s.ended = true
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Fatalf("stop the server: %v\n%s", err, s.stderr.String())
	}
}

func (s *server) client() *client.Client {
	s.t.Helper()
	c, err := client.New(s.url, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// A result is what became of one call of the program.
type result struct {
	Status int
	Out    string
	Err    string
}

// call runs the program against the server.
func (s *server) call(args ...string) result { return s.callIn("", args...) }

// callIn runs it in a folder.
func (s *server) callIn(dir string, args ...string) result {
	s.t.Helper()
	return exec1(s.t, dir, s.url, args...)
}

// call runs the program.
func call(t *testing.T, url string, args ...string) result {
	t.Helper()
	return exec1(t, "", url, args...)
}

// exec1 is one run of the program, which finds its server at url.
func exec1(t testing.TB, dir, url string, args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TURNBOOK_URL="+url)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), stderr.String()}
}

// random is what differs from run to run: ids made of random keys, times, and how many
// facts there are, since the end of a view is written behind the command's back.
var random = regexp.MustCompile(`\b[cpstv][0-9a-f]{20,40}\b|\b[mts]\d+-[0-9a-f]{12}\b|\d{4}-\d\d-\d\d[ T][0-9:.Z]+|\d\d:\d\d:\d\d\.\d{3}|position \d+|answered at \d+|"seq":\d+|\d+ rows|in \d+m?s|"took_ms":\d+`)

// settled is text without what differs from run to run.
func settled(text string) string {
	return random.ReplaceAllStringFunc(text, func(s string) string {
		switch {
		case strings.HasPrefix(s, "position"):
			return "position N"
		case strings.HasPrefix(s, "answered"):
			return "answered at N"
		case strings.HasPrefix(s, `"seq"`):
			return `"seq":N`
		case strings.HasSuffix(s, " rows"):
			return "N rows"
		case strings.HasPrefix(s, "in "):
			return "in N ms"
		case strings.HasPrefix(s, `"took_ms"`):
			return `"took_ms":N`
		case strings.ContainsAny(s[:1], "cmpstv"):
			short, _, made := strings.Cut(s, "-") // of a file: t1-0123456789ab
			if !made {
				short = strings.ToUpper(s[:1])
			}
			return short
		}
		return ""
	})
}
