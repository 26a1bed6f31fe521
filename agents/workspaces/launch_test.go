package workspaces_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/definitions"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// scribe is an agent's file. more is added to its front matter.
func scribe(more ...string) string {
	return strings.Join(append([]string{"---", "name: Scribe", "description: Writes.", "base: exec"}, append(more, "---", "You write.", "")...), "\n")
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// created is how a handle was launched.
func (h *house) created(id schemas.HandleID) schemas.HandleCreated {
	h.t.Helper()
	return h.read(schemas.HandleBoundary, string(id))[0].Event.(schemas.HandleCreated)
}

// Scenario 9: the tool gives the agent on where one is named, and nothing where none is.
// Scenario 10: a planner's call is refused before anything is looked at.
func TestTheToolGivesTheAgentOn(t *testing.T) {
	task := object{"kind": "workspace", "prompt": "inner", "title": "Inner"}
	named := object{"kind": "workspace", "prompt": "inner", "title": "Inner", "agentId": " Plan "}
	for _, c := range []struct {
		name, agent string
		args        object
		asked       schemas.AgentID
		refused     schemas.Code
	}{
		{"none named", "exec", task, "", ""},
		{"one named", "exec", named, "plan", ""},
		{"a planner asks", "plan", task, "", schemas.CodePlanMode},
		{"a planner asks for a planner", "plan", named, "", schemas.CodePlanMode},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := newCast(map[string][]agentstest.Answer{"outer": {calls("task", c.args)}})
			inHouse(t, furniture{model: model}, func(t *testing.T, h *house) {
				owner := h.register(repo(t))
				l := h.launched(owner, under(c.agent, fresh("outer")))
				h.quiet()
				refused := slices.Contains(h.story(schemas.WorkspaceBoundary, string(l.Workspace)), "refused "+string(c.refused))
				hs, err := h.ws.Handles(t.Context(), vendor)
				h.must(err)
				switch {
				case c.refused != "" && (!refused || len(hs) != 1):
					t.Errorf("%d turns were launched, want a refusal alone", len(hs))
				case c.refused == "" && (len(hs) != 2 || h.created(hs[1].ID).Asked != c.asked):
					t.Errorf("launched: %d turns, asked for %q, want %q", len(hs), h.created(hs[len(hs)-1].ID).Asked, c.asked)
				}
			})
		})
	}
}

// Scenarios 19 and 20: without an id the turn runs exec and nothing is strict; with one it
// is, and both are remembered, for the workspace is new.
func TestANewWorkspaceRemembersItsAgent(t *testing.T) {
	for _, agent := range []string{"", "plan"} {
		t.Run("agent "+agent, func(t *testing.T) {
			inHouse(t, furniture{}, func(t *testing.T, h *house) {
				l := h.launched(h.register(repo(t)), under(agent, fresh("tidy up")))
				h.quiet()
				is := agent
				if agent == "" {
					is = "exec"
				}
				c := h.created(l.Handle)
				if c.Agent != schemas.AgentID(is) || c.Strict != (agent != "") || c.SkipPersistence || (c.Pin != nil) != (agent != "") {
					t.Errorf("launched as %+v", c)
				}
				if w := h.workspace(l.Workspace); w.Saved != schemas.AgentID(is) {
					t.Errorf("the workspace remembers %q, want %q", w.Saved, is)
				}
				same(t, "the session", h.story(schemas.SessionBoundary, string(l.Workspace)), "runs "+is, "ended "+string(schemas.StopEnd))
			})
		})
	}
}

// Scenario 21: what the agent's file says of models wins over the caller's own model, and
// a model that the launch names over both.
func TestModelsComeFromTheNearestTier(t *testing.T) {
	global := fstest.MapFS{"agents/scribe.md": {Data: []byte(scribe("ai:", "  model: file:m", "  thinkingLevel: high"))}}
	inHouse(t, furniture{global: global}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		caller := workspaces.Caller{Vendor: vendor, Actor: "agent/exec", Live: definitions.AI{Model: "live:m", ThinkingLevel: "low"}}
		for _, c := range []struct {
			named string
			want  schemas.Setting
		}{{"", schemas.Setting{Value: "file:m", Tier: "front_matter"}}, {"named:m", schemas.Setting{Value: "named:m", Tier: "explicit"}}} {
			task := under("scribe", fresh("write"))
			task.Model = c.named
			l, err := h.ws.Launch(t.Context(), caller, launch.Ask{Task: task, Owner: owner})
			h.must(err)
			got := h.created(l.Handle)
			if got.Model != c.want || got.Thinking != (schemas.Setting{Value: "high", Tier: "front_matter"}) {
				t.Errorf("named %q: model %+v, thinking %+v", c.named, got.Model, got.Thinking)
			}
			h.quiet()
		}
	})
}

// Scenarios 16 and 22: a plugin's agent is there where plugins are looked into, with the
// settings of its base, another plugin's; else nobody knows it.
func TestAPluginsAgent(t *testing.T) {
	for _, on := range []bool{true, false} {
		inHouse(t, furniture{plugins: on}, func(t *testing.T, h *house) {
			owner := h.register(repo(t,
				".turnbook/plugins/a/plugin.json", "{}", ".turnbook/plugins/a/agents/scribe.md", strings.Replace(scribe(), "base: exec", "base: clerk", 1),
				".agents/plugins/b/plugin.json", "{}", ".agents/plugins/b/agents/clerk.md", scribe("ai:", "  model: plugin:m"),
				".agents/plugins/broken/plugin.json", "{}", ".agents/plugins/broken/agents/clown.md", "no front matter",
				".agents/plugins/none/agents/nobody.md", scribe()))
			l, no := h.launch(owner, under("scribe", fresh("write")))
			h.quiet()
			switch {
			case on && (no != nil || h.created(l.Handle).Model.Value != "plugin:m"):
				t.Errorf("with plugins: refused %v, launched %+v", no, l)
			case !on && (no == nil || no.Code != schemas.CodeUnknownAgent):
				t.Errorf("without plugins: refused %v", no)
			}
			if _, no := h.launch(owner, under("nobody", fresh("write"))); no == nil {
				t.Error("a folder without plugin.json is no plugin")
			}
		})
	}
}

// Rows N5, N6 and the order of 3.3: an installation's plugin is looked into behind all that
// stands before it, and what is broken there is told and costs nothing else.
func TestAPluginOfTheInstallation(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"a/plugin.json": "{}", "a/agents/scribe.md": scribe(), "a/agents/clerk.md": scribe(), "broken/plugin.json": "{", "broken/agents/clown.md": scribe(),
	} {
		checkouttest.Write(t, home, name, text)
	}
	global := fstest.MapFS{"agents/clerk.md": {Data: []byte(scribe())}}
	inHouse(t, furniture{plugins: true, home: home, global: global}, func(t *testing.T, h *house) {
		owner := h.register(repo(t))
		for agent, source := range map[string]string{"scribe": "~/.agents/plugins/a/agents/scribe.md", "clerk": "global/clerk.md"} {
			l := h.launched(owner, under(agent, fresh("write")))
			h.quiet()
			if c := h.created(l.Handle); c.Pin.Source != source || c.Pin.Scope != "global" {
				t.Errorf("%s is %+v, want %s", agent, c.Pin, source)
			}
		}
		if _, no := h.launch(owner, under("clown", fresh("write"))); no == nil || no.Code != schemas.CodeUnknownAgent {
			t.Errorf("an agent of a broken plugin: refused %v", no)
		}
		c, _, err := h.ws.Agents(t.Context(), vendor, owner)
		h.must(err)
		if !slices.ContainsFunc(c.Verdicts, func(v definitions.Verdict) bool {
			return v.File == "~/.agents/plugins/broken" && v.State == definitions.Refused && v.Problem.Reason == definitions.InvalidPlugin
		}) {
			t.Errorf("nobody is told of the broken plugin: %+v", c.Verdicts)
		}
	})
}

// Scenario 18: in a sub-project the agents of its own folder count, and those of the root
// do not, as its turns see it.
func TestASubProjectHasItsOwnAgents(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		root := repo(t, "app/.turnbook/agents/inner.md", scribe(), "app/main.txt", "x\n", ".turnbook/agents/outer.md", scribe())
		owner := h.register(filepath.Join(root, "app"))
		l := h.launched(owner, under("inner", fresh("write")))
		h.quiet()
		same(t, "the handle", h.handle(l.Handle), "created running inner blocking_until_terminal", "settled 1 completed finished")
		if _, no := h.launch(owner, under("outer", fresh("write"))); no == nil || no.Code != schemas.CodeUnknownAgent {
			t.Errorf("an agent of the root: refused %v", no)
		}
	})
}

// Scenario 11: nothing is left of a launch that was refused before its workspace was made.
func TestARefusedLaunchLeavesNothing(t *testing.T) {
	inHouse(t, furniture{}, func(t *testing.T, h *house) {
		root := repo(t)
		owner := h.register(root)
		if _, no := h.launch(owner, under("nobody", fresh("write"))); no == nil || no.Code != schemas.CodeUnknownAgent {
			t.Errorf("refused %v", no)
		}
		same(t, "the owner", h.story(schemas.WorkspaceBoundary, string(owner)), "refused "+string(schemas.CodeUnknownAgent))
		if hs, err := h.ws.Handles(t.Context(), vendor); err != nil || len(hs) != 0 {
			t.Errorf("%d handles, %v", len(hs), err)
		}
		if trees := checkouttest.Git(t, root, "worktree", "list"); strings.Contains(trees, "\n") {
			t.Errorf("worktrees: %s", trees)
		}
		if _, err := os.Stat(filepath.Join(h.data, "workspaces")); err == nil {
			t.Error("a folder of workspaces was made")
		}
	})
}
