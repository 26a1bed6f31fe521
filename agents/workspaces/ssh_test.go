package workspaces_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"turnbook/agents/agentstest"
	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/launch"
	"turnbook/agents/workspaces"
	"turnbook/schemas"
)

// away is a house whose project has its workspaces on another host.
func away(t *testing.T, f furniture, files ...string) (h *house, owner schemas.WorkspaceID, host *checkouttest.SSHD) {
	t.Helper()
	host = checkouttest.StartSSHD(t)
	f.ssh = host.Args
	h = open(t, f)
	root := repo(t, files...)
	checkouttest.Git(t, root, "branch", "other")
	p, err := h.ws.Register(t.Context(), vendor, workspaces.Registration{Path: root, Host: host.Host, Trusted: true, By: "ann"})
	h.must(err)
	return h, p.Owner, host
}

// Scenarios 29 to 34: a checkout that is made on first use can't be looked at when it is
// launched in. The owner's checkout speaks for it, where git proves that both are of one
// branch, and for nothing that stands in the project's own files.
func TestWhatAnOwnerSpeaksFor(t *testing.T) {
	global := fstest.MapFS{"agents/clerk.md": {Data: []byte(scribe())}}
	h, owner, _ := away(t, furniture{global: global, plugins: true}, agentFile, scribe(), ".turnbook/agents/plan.md", scribe(),
		".turnbook/plugins/p/plugin.json", "{}", ".turnbook/plugins/p/agents/monk.md", scribe())
	for _, c := range []struct {
		name, agent, trunk string
		code               schemas.Code
	}{
		{"29: the program's own", "exec", "", ""},
		{"30: the installation's", "clerk", "", ""},
		{"31: the project's", "scribe", "", schemas.CodeUnreachable},
		{"32: the program's own, shadowed by the project's", "plan", "", schemas.CodeUnreachable},
		{"33: the program's own, of another branch", "exec", "other", schemas.CodeUnreachable},
		{"34: a plugin's of the project", "monk", "", schemas.CodeUnreachable},
		{"nobody named, of another branch", "", "other", ""},
	} {
		task := under(c.agent, fresh("say hello"))
		task.Trunk = c.trunk
		_, no := h.launch(owner, task)
		got := schemas.Code("")
		if no != nil {
			got = no.Code
		}
		hs, err := h.ws.Handles(t.Context(), vendor)
		h.must(err)
		e := h.settled(hs[len(hs)-1].ID, 1)
		if got != c.code || e.Code != c.code || (e.Status == schemas.HandleCompleted) != (c.code == "") {
			t.Errorf("%s: refused with %q; settled %+v", c.name, got, e)
		}
	}
}

// A workspace on another host is made there by its first turn, and worked in. While the
// host is away its agent is told so; when it is back, the work goes on where it was.
func TestAWorkspaceOnAnotherHost(t *testing.T) {
	hold, said := make(chan struct{}), make(chan struct{}, 1)
	write := func(text string) agentstest.Answer { return calls("write", object{"path": text + ".md", "text": text}) }
	model := newCast(map[string][]agentstest.Answer{
		"begin":   {write("first"), {Hold: hold, Said: said, Calls: write("second").Calls}, {Text: "The host is away."}},
		"go on":   {write("third"), {Text: "It is back."}},
		"look at": {calls("list", object{}), {Text: "There."}},
	})
	h, owner, host := away(t, furniture{model: model})
	l := h.launched(owner, fresh("begin"))
	if w := h.workspace(l.Workspace); w.Checkout.Kind != schemas.SSHCheckout || w.Checkout.Host != host.Host {
		t.Errorf("the checkout is %+v", w.Checkout)
	}
	<-said
	host.Stop()
	close(hold)
	h.settled(l.Handle, 1)
	_, no := h.launch(owner, under("plan", follow(l.Workspace, "think")))
	if no == nil || no.Code != schemas.CodeUnreachable {
		t.Errorf("a named agent while the host is away: refused %+v", no)
	}
	host.Start()
	again := h.launched(owner, follow(l.Workspace, "go on"))
	h.settled(again.Handle, 1)
	last := h.launched(owner, under("exec", follow(l.Workspace, "look at")))
	h.settled(last.Handle, 1)
	h.stop()
	var results []string
	for _, r := range h.read(schemas.SessionBoundary, string(l.Workspace)) {
		if e, ok := r.Event.(schemas.ToolReturned); ok {
			results = append(results, string(e.Code)+" "+e.Result)
		}
	}
	if len(results) != 4 || !strings.HasPrefix(results[1], "UNREACHABLE ") || strings.Contains(results[3], "second.md") ||
		!strings.Contains(results[3], "first.md") || !strings.Contains(results[3], "third.md") {
		t.Errorf("the tools brought %q", results)
	}
	if !h.workspace(l.Workspace).Provisioned {
		t.Error("the workspace is not marked as made")
	}
}

// A host that is away when a turn begins fails the turn, for that reason; nothing is made
// elsewhere in its place.
func TestAHostThatIsAwayAtTheStart(t *testing.T) {
	h, owner, host := away(t, furniture{config: launch.Config{}})
	host.Stop()
	l := h.launched(owner, behind(fresh("begin")))
	if e := h.settled(l.Handle, 1); e.Status != schemas.HandleError || e.Code != schemas.CodeUnreachable {
		t.Errorf("settled %+v", e)
	}
}
