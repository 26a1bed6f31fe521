package launch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A dice throws launches: any agent, any book, any git, any checkouts.
type dice struct {
	*rand.Rand
	books []*definitions.Catalog // reading files takes longer than all the rest
}

func (d dice) coin() bool { return d.IntN(2) == 0 }

func (d dice) one(of ...string) string { return of[d.IntN(len(of))] }

// files are agents of a few ids, anywhere, of any kind.
func (d dice) files() files {
	f := files{}
	for range d.IntN(6) {
		name := d.one("project", "p-plugin", "global", "g-plugin") + "/" + d.one("a", "b", "plan", "exec", "explore") + ".md"
		f[name] = d.one("broken", agentFile("ui:\n  hidden: true"), agentFile("disabled: true"), agentFile("base: "+d.one("a", "b", "exec", "plan")), agentFile("name: X"), agentFile("subagent:\n  runnable: true"))
	}
	return f
}

func (d dice) view() View {
	if d.IntN(4) == 0 {
		return View{Reason: "no route to host"}
	}
	return View{Catalog: d.books[d.IntN(len(d.books))]}
}

func (d dice) workspace(id schemas.WorkspaceID) Workspace {
	rarely := func() bool { return d.IntN(8) == 0 }
	w := Workspace{ID: id, Known: !rarely(), Archived: rarely(), Trusted: !rarely(), Busy: d.coin()}
	if rarely() {
		w.Ancestors, w.Agent, w.Depth = []schemas.WorkspaceID{owner}, "explore", d.IntN(4)+1
	}
	return w
}

func (d dice) ask() (Ask, Standing) {
	a := Ask{Owner: owner, ByPlanner: d.IntN(8) == 0, Reawaken: d.IntN(4) == 0, Task: Task{
		Kind: schemas.WorkspaceTurn, Prompt: "p", Title: "t", Mode: Mode(d.one("new", "new", "existing", "existing", "fork")),
		Workspace: target, Disposable: d.coin(), Background: d.coin(), Agent: d.one("", "a", "b", "plan", "exec", "explore", "no.agent"),
	}}
	if d.IntN(4) == 0 {
		a.Task.Kind = schemas.AgentTask
	}
	s := Standing{Owner: d.workspace(owner), Target: d.workspace(target)}
	for i := range d.IntN(5) {
		s.Held = append(s.Held, Held{
			Kind: schemas.WorkspaceTurn, Owner: schemas.WorkspaceID(d.one(string(owner), string(other))), Created: d.coin(),
			Workspace: schemas.WorkspaceID(d.one(string(target), fmt.Sprint("w", i))), Status: schemas.HandleStatus(d.one("running", "queued", "error")),
		})
	}
	return a, s
}

// Whatever is asked of whatever there is: what was made gets an owner or goes, a named
// agent is the one that runs, and what the launch validated is what the start resolves.
func TestAnyLaunch(t *testing.T) {
	first := dice{Rand: rand.New(rand.NewPCG(0, 36))}
	for range 60 {
		first.books = append(first.books, first.files().catalog())
	}
	for seed := range uint64(12000) {
		d := dice{rand.New(rand.NewPCG(seed, 35)), first.books}
		a, s := d.ask()
		cfg := Config{MaxParallel: 3}
		mine, theirs := d.view(), d.view()
		seen := mine
		if a.Task.Kind == schemas.WorkspaceTurn && a.Task.Mode == ModeExisting {
			seen = theirs
		}
		g := Git{Branch: d.one("main", "next", ""), Base: "main", Clean: d.coin(), AtTip: true}
		v := Before(a, Admit(a, s, cfg), Proof{Standing: s, View: seen, Git: g}, cfg)
		made := v.Step == Create
		if made {
			v = After(a, v, Made{Workspace: "w-new", Target: theirs, Owner: mine, Archived: d.IntN(8) == 0}, cfg)
		}
		if wrong := broken(a, s, v, made); wrong != "" {
			t.Fatalf("seed %d: %s: %+v %+v %+v", seed, wrong, a, s, v)
		}
		if v.Step == Dispatch && v.Terms.Strict {
			if wrong := startsOtherwise(v, theirs, d.view()); wrong != "" {
				t.Fatalf("seed %d: %s", seed, wrong)
			}
		}
	}
}

// broken is the promise that a verdict breaks; "" for none.
func broken(a Ask, s Standing, v Verdict, made bool) string {
	named := a.explicit() && a.Task.Kind == schemas.WorkspaceTurn
	existing := a.mode() == ModeExisting
	switch {
	case made && v.Step != Dispatch && v.Step != Settle && v.Step != Discard:
		return "a workspace is nobody's"
	case !made && v.Step != Refuse && !(existing && v.Step == Dispatch):
		return "a turn is nowhere"
	case (v.Refusal == nil) != (v.Step == Dispatch):
		return "a refusal is none, or the other way round"
	case v.Step == Refuse:
		return ""
	case a.ByPlanner && a.Task.Agent != string(Explore), !s.Owner.Known, s.Owner.Archived, !s.Owner.Trusted:
		return "it may not launch"
	case existing && !s.owns(target) && !(a.Reawaken && s.descends()), existing && s.Target.Archived:
		return "it may not launch there"
	case v.Step == Dispatch && a.explicit() && string(v.Terms.Agent) != a.Task.Agent:
		return "another agent than the one that was named"
	case v.Step == Dispatch && (v.Terms.Strict != named || v.Terms.SkipPersistence != (named && existing)):
		return "strict and override are for who was named"
	case v.Terms.Validated == InOwner && named && (!v.Vouched || v.Terms.Pin.Scope == string(definitions.Project)):
		return "nobody vouches for that"
	}
	return ""
}

// startsOtherwise says how a turn's start differs from its launch: in the same checkout
// nothing may, and in another one it is the pinned agent or none.
func startsOtherwise(v Verdict, same, another View) string {
	start := Start{Asked: v.Terms.Agent, Strict: true, Pin: v.Terms.Pin, Own: same}
	if v.Terms.Validated == InTarget {
		if r := Resolve(start, Config{}); r.Code != "" || r.Definition.Source != v.Terms.Pin.Source {
			return fmt.Sprintf("it was validated and fails: %+v", r)
		}
	}
	start.Own = another
	if r := Resolve(start, Config{}); r.Code == "" && difference(refs(*v.Terms.Pin), refs(*r.Definition)) != "" {
		return fmt.Sprintf("it runs under %+v and is pinned to %+v", r.Definition, v.Terms.Pin)
	}
	return ""
}
