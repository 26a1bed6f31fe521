package clienttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"turnbook/agents/checkout/checkouttest"
	"turnbook/web/client"
)

// program is the program under test, built once.
var program string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "turnbook-mcp-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "turnbook")
	if out, err := exec.Command("go", "build", "-o", program, "turnbook/cmd/turnbook").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// A house is the program at work, with the demo and one project.
type house struct {
	t       *testing.T
	url     string
	rest    *client.Client
	project string
	repo    string
}

// open starts the program with the model that needs no vendor.
func open(t *testing.T) *house {
	t.Helper()
	return start(t, nil, "--model", "offline:0s")
}

// start starts the program with an environment and flags of its own.
func start(t *testing.T, env []string, flags ...string) *house {
	t.Helper()
	h := &house{t: t, repo: checkouttest.Repo(t, map[string]string{"README.md": "# Service\n"})}
	cmd := exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--json"}, flags...)...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	h.must(err)
	h.must(cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended: %v\n%s", err, stderr.String())
		}
	})
	var first struct{ URL string }
	h.must(json.NewDecoder(bufio.NewReader(stdout)).Decode(&first))
	h.url = first.URL
	h.rest, err = client.New(h.url, nil)
	h.must(err)
	var p struct{ ID string }
	h.must(h.rest.Call(t.Context(), "POST", "/v1/projects", map[string]any{"path": h.repo, "trusted": true}, &p))
	h.project = p.ID
	return h
}

func (h *house) must(err error) {
	if err != nil {
		h.t.Helper()
		h.t.Fatal(err)
	}
}

// onTask is the editor of the demo playbook with a builder open on the task that holds a
// fork.
func onTask() map[string]any {
	return map[string]any{
		"page": "playbook_editor", "is_playbook_editor_route": true, "playbook_id": "nurse-onboarding", "is_draft_active": true,
		"current_task_id": "medication", "builder_mounts": 1,
		"loaded_task": map[string]any{"id": "medication", "context": "PLAYBOOK", "playbook_id": "nurse-onboarding"},
	}
}
