package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A pageRun carries out the commands of a page of docs/ in one folder, with a server.
type pageRun struct {
	t     *testing.T
	dir   string
	env   []string
	names map[string]string // what the page calls what was answered: WORKSPACE
}

var (
	consoles = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	named    = regexp.MustCompile(`\b[A-Z]+_ID\b`)
)

// The page's commands are carried out, in their order, and what comes is what it says.
func TestThePageOnWorkspacesDoesWhatItSays(t *testing.T) {
	text, err := os.ReadFile("../../docs/workspaces.md")
	if err != nil {
		t.Fatal(err)
	}
	s := serveIn(t, t.TempDir(), "--model", "offline:0s")
	p := &pageRun{t: t, dir: t.TempDir(), names: map[string]string{}}
	p.env = append(os.Environ(), "TURNBOOK_URL="+s.url, "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org")
	blocks := consoles.FindAllStringSubmatch(string(text), -1)
	if len(blocks) == 0 {
		t.Fatal("the page has no commands")
	}
	for _, b := range blocks {
		for _, part := range strings.Split("\n"+b[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			p.call(command, strings.TrimSpace(want))
		}
	}
	s.stop()
}

// call carries out one command and compares all that it prints.
func (p *pageRun) call(command, want string) {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), "sh", "-c", p.filled(command))
	cmd.Dir, cmd.Env = p.dir, p.env
	out, _ := cmd.CombinedOutput() // what it says is the page's affair, a refusal too
	got := strings.TrimSpace(string(out))
	re := regexp.MustCompile("(?s)^" + p.pattern(want) + "$")
	m := re.FindStringSubmatch(got)
	if m == nil {
		p.t.Fatalf("$ %s\nanswered:\n%s\nthe page says:\n%s", command, got, want)
	}
	for i, name := range re.SubexpNames() {
		if name != "" {
			p.names[name] = m[i]
		}
	}
}

// filled is a text with what its names stand for.
func (p *pageRun) filled(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		if id, ok := p.names[name]; ok {
			return id
		}
		return name
	})
}

// pattern is what an answer must look like: "…" stands for anything on its line, or for
// lines where it is alone on one; a name for an id, the same one wherever it stands.
func (p *pageRun) pattern(want string) string {
	re := regexp.QuoteMeta(p.filled(want))
	var seen []string
	re = named.ReplaceAllStringFunc(re, func(name string) string {
		if slices.Contains(seen, name) {
			return `\S+`
		}
		seen = append(seen, name)
		return fmt.Sprintf(`(?P<%s>[\w.]+)`, name)
	})
	re = regexp.MustCompile(`(?m)^…$`).ReplaceAllString(re, `.*`)
	re = strings.ReplaceAll(re, "…", `[^\n]*`)
	return regexp.MustCompile(` {2,}`).ReplaceAllString(re, ` +`)
}
