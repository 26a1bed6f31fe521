package workspaces_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/bus"
	"turnbook/schemas"
)

// killed is what must be the same whenever the process died: the ends, what was told to
// whom, what is remembered, what became of files and workspaces.
type killed struct {
	Handles    map[string][]string // by what was asked
	Sessions   map[string][]string
	Workspaces map[string][]string
	Notes      map[string]string
	Origins    map[string][]string
}

func (h *house) outcome() killed {
	h.t.Helper()
	k := killed{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string]string{}, map[string][]string{}}
	hs, err := h.ws.Handles(h.t.Context(), vendor)
	h.must(err)
	name := map[schemas.WorkspaceID]string{}
	for _, x := range hs {
		name[x.Launched.Workspace] = x.Launched.Prompt
		k.Handles[x.Launched.Prompt] = h.handle(x.ID)
	}
	ws, err := h.ws.Workspaces(h.t.Context(), vendor)
	h.must(err)
	for _, w := range ws {
		n := name[w.ID]
		k.Sessions[n] = h.story(schemas.SessionBoundary, string(w.ID))
		k.Workspaces[n] = h.story(schemas.WorkspaceBoundary, string(w.ID))
		k.Origins[n] = h.origins(w.ID)
		note, err := os.ReadFile(filepath.Join(w.Checkout.Path, "NOTES.md"))
		if err == nil {
			k.Notes[n] = string(note)
		}
	}
	return k
}

// A delegation is told to a process that dies: what is asked, and how its agents answer.
type delegation struct {
	name  string
	lines map[string][]agentstest.Answer
}

func delegations() []delegation {
	write := calls("write", object{"path": "NOTES.md", "text": "noted\n"})
	return []delegation{
		{"one waits for the other", map[string][]agentstest.Answer{
			"outer": {calls("task", object{"kind": "workspace", "prompt": "inner", "title": "Inner"}), {Text: "Both are done."}},
			"inner": {write, {Text: "It is noted."}},
		}},
		{"one is told of the other, whose workspace goes", map[string][]agentstest.Answer{
			"outer": {calls("task", object{"kind": "workspace", "prompt": "inner", "title": "Inner", "run_in_background": true,
				"workspace": object{"disposable": true}}), {Text: "It is on its way."}},
			"inner":                       {write, {Text: "It is noted."}},
			"Work that you delegated has": {{Text: "Good."}},
		}},
	}
}

// The process is stopped at every append of a delegated turn that delegates, and another
// takes the log up: each end is made once, told once, and each effect is there once.
func TestAServiceKilledAtAnyAppendChangesNothing(t *testing.T) {
	for _, d := range delegations() {
		t.Run(d.name, func(t *testing.T) {
			want, appends := runKilled(t, d, -1)
			if appends < 15 {
				t.Fatalf("the whole is %d appends: there is nothing to kill", appends)
			}
			for k := range appends {
				got, _ := runKilled(t, d, k)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("killed at append %d of %d, the outcome differs (-whole +killed):\n%s", k, appends, diff)
				}
			}
		})
	}
}

// runKilled runs a delegation whose process dies at its k-th append, by turns before and
// after that is written, and another process that goes on. k below 0 lets it live.
func runKilled(t *testing.T, d delegation, k int) (out killed, appends int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		log, wakes := bus.Mem(), bus.MemWakes()
		h := open(t, furniture{log: log, wakes: wakes, model: newCast(d.lines)})
		owner := h.register(repo(t))
		h.stop()

		const many = 1 << 20
		mortal := &agentstest.Dying{Log: log, Left: many, After: k%2 == 1, Die: func() {}}
		if k >= 0 {
			mortal.Left = k
		}
		f := h.furniture
		f.log = mortal
		first := open(t, f)
		if _, err := first.outer(owner); err != nil && !errors.Is(err, agentstest.ErrDead) {
			t.Fatal(err)
		}
		first.quiet()
		appends = many - mortal.Left
		first.stop()

		second := open(t, h.furniture)
		// A command whose answer was lost is sent again, under its key.
		l, err := second.outer(owner)
		second.must(err)
		second.delivered(l.Handle)
		hs, err := second.ws.Handles(t.Context(), vendor)
		second.must(err)
		for _, x := range hs {
			second.delivered(x.ID)
		}
		second.allOver()
		second.quiet()
		out = second.outcome()
	})
	return out, appends
}

// outer launches the delegation, under its key.
func (h *house) outer(owner schemas.WorkspaceID) (workspaces.Launched, error) {
	return h.ws.Launch(h.t.Context(), workspaces.Caller{Vendor: vendor, Actor: "user/ann", Key: "k"}, launch.Ask{Task: behind(fresh("outer")), Owner: owner, Turn: "t-caller"})
}
