package launch

import (
	"slices"
	"testing"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// pinOf is what a launch would have pinned.
func pinOf(t *testing.T, f files, id definitions.ID) *schemas.Pin {
	t.Helper()
	a, err := f.catalog().Agent(id)
	if err != nil {
		t.Fatal(err)
	}
	return PinOf(a)
}

func TestRowsOfTheTurnsStart(t *testing.T) {
	before := everywhere().with(files{
		"global/pj.md":    agentFile("name: The one below"),
		"project/onb.md":  agentFile("base: basis"),
		"global/basis.md": agentFile("name: Basis"),
	})
	for _, r := range []struct {
		name  string
		id    schemas.AgentID
		after files
		cfg   Config
		code  schemas.Code
	}{
		{name: "T1", id: "pj"},
		{name: "T2", id: "gg", after: files{"global/gg.md": ""}, code: schemas.CodeUnknownAgent},
		{name: "T3", id: "pj", after: files{"project/pj.md": agentFile("ui:\n  hidden: true")}, code: schemas.CodeAgentNotSelectable},
		{name: "T4 by its file", id: "pj", after: files{"project/pj.md": agentFile("disabled: true")}, code: schemas.CodeAgentDisabled},
		{name: "T4 by configuration", id: "pj", cfg: Config{Enabled: map[definitions.ID]bool{"pj": false}}, code: schemas.CodeAgentDisabled},
		{name: "T5 base missing", id: "onb", after: files{"global/basis.md": ""}, code: schemas.CodeUnknownAgent},
		{name: "T5 cycle", id: "onb", after: files{"global/basis.md": agentFile("base: basis2"), "global/basis2.md": agentFile("base: basis")}, code: schemas.CodeUnknownAgent},
		{name: "T5 invalid", id: "onb", after: files{"global/basis.md": agentFile("disabled: perhaps")}, code: schemas.CodeUnknownAgent},
		{name: "T6", id: "pj", after: files{"project/pj.md": ""}, code: schemas.CodeAgentChanged},
		{name: "T7", id: "pj", after: files{"project/pj.md": agentFile("description: of the project\nai:\n  model: another:model")}},
		{name: "T8", id: "gg", after: files{"project/gg.md": agentFile("name: Before it")}, code: schemas.CodeAgentChanged},
		{name: "a base of another scope", id: "onb", after: files{"project/basis.md": agentFile("name: Before it")}, code: schemas.CodeAgentChanged},
		{name: "exec with a hidden shadow", id: "exec", after: files{"project/exec.md": agentFile("base: exec\nui:\n  hidden: true")}, code: schemas.CodeAgentNotSelectable},
		{name: "exec with a shadow that can be picked", id: "exec", after: files{"project/exec.md": agentFile("base: exec")}, code: schemas.CodeAgentChanged},
		{name: "a broken file exposes none below it", id: "pj", after: files{"project/pj.md": "no frontmatter"}, code: schemas.CodeUnknownAgent},
	} {
		t.Run(r.name, func(t *testing.T) {
			pin := pinOf(t, before, definitions.ID(r.id))
			got := Resolve(Start{Asked: r.id, Strict: true, Pin: pin, Own: View{Catalog: before.with(r.after).catalog()}}, r.cfg)
			want := r.id
			if r.code != "" {
				want = ""
			}
			if got.Code != r.code || got.Agent != want || (got.Detail == "") != (r.code == "") || got.Ladder.Held() != (r.code == "") {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestAnEditedFileIsTheSameFileAndTheBookTells(t *testing.T) {
	before := everywhere()
	after := before.with(files{"project/pj.md": agentFile("description: rewritten")})
	got := Resolve(Start{Asked: "pj", Strict: true, Pin: pinOf(t, before, "pj"), Own: View{Catalog: after.catalog()}}, Config{})
	last := got.Ladder.Rungs[len(got.Ladder.Rungs)-1]
	if got.Code != "" || got.Definition.DefinitionRef != pinOf(t, after, "pj").DefinitionRef || last.Input != "pj: as validated; edited since: .turnbook/agents/pj.md" {
		t.Errorf("got %+v", got)
	}
}

func TestResolutionThatIsNotStrict(t *testing.T) {
	own := everywhere()
	execFile := "built-in/exec.md"
	for _, r := range []struct {
		name    string
		s       Start
		own     files
		agent   schemas.AgentID
		source  string
		code    schemas.Code
		outcome string
	}{
		{name: "50 what is missing gives way to exec", s: Start{Asked: "nobody"}, agent: "exec", source: execFile, outcome: Fallback},
		{name: "52 what is switched off gives way to exec", s: Start{Asked: "off"}, agent: "exec", source: execFile, outcome: Fallback},
		{name: "53 a base that is missing gives way to exec", s: Start{Asked: "onb"}, own: files{"project/onb.md": agentFile("base: gone")}, agent: "exec", source: execFile, outcome: Fallback},
		{name: "what can be no id gives way to exec", s: Start{Asked: "No Agent!"}, agent: "exec", source: execFile, outcome: schemas.OutcomeOK},
		{name: "a hidden agent may be saved", s: Start{Asked: "hid"}, agent: "hid", source: "agents/hid.md", outcome: schemas.OutcomeOK},
		{name: "exec is the project's where it has one", s: Start{Asked: "exec"}, own: files{"project/exec.md": agentFile("base: exec")}, agent: "exec", source: ".turnbook/agents/exec.md", outcome: schemas.OutcomeOK},
		{name: "a broken exec exposes none below it", s: Start{Asked: "exec"}, own: files{"project/exec.md": "broken"}, code: schemas.CodeUnknownAgent, outcome: string(schemas.CodeUnknownAgent)},
		{name: "54 a sub-agent may be hidden, strict or not", s: Start{Asked: "plan", Strict: true, Child: true, Identity: "explore", Depth: 1}, agent: "explore", source: "built-in/explore.md", outcome: schemas.OutcomeOK},
		{name: "a sub-agent that is switched off fails", s: Start{Child: true, Identity: "off"}, code: schemas.CodeAgentDisabled, outcome: string(schemas.CodeAgentDisabled)},
		{name: "a sub-agent finds its parent's uncommitted file", s: Start{Child: true, Identity: "mine", Parent: View{Catalog: files{"project/mine.md": agentFile("name: Mine")}.catalog()}}, agent: "mine", source: ".turnbook/agents/mine.md", outcome: schemas.OutcomeOK},
		{name: "a sub-agent is never another than was launched", s: Start{Child: true, Identity: "gone", Pin: &schemas.Pin{DefinitionRef: schemas.DefinitionRef{Agent: "gone"}}}, code: schemas.CodeUnknownAgent, outcome: string(schemas.CodeUnknownAgent)},
	} {
		t.Run(r.name, func(t *testing.T) {
			r.s.Own = View{Catalog: own.with(r.own).catalog()}
			got := Resolve(r.s, Config{})
			source := ""
			if got.Definition != nil {
				source = got.Definition.Source
			}
			if got.Agent != r.agent || source != r.source || got.Code != r.code || got.Ladder.Outcome != r.outcome {
				t.Errorf("got %s of %s, %s %s, %s", got.Agent, source, got.Code, got.Detail, rungs(got.Ladder))
			}
		})
	}
}

func TestToolsFollowThePlaceOfTheTurn(t *testing.T) {
	own := View{Catalog: everywhere().with(files{"project/free.md": agentFile(`tools: ["*"]`)}).catalog()}
	for _, r := range []struct {
		name     string
		s        Start
		shell    bool
		tools    []string
		required string
		planLike bool
	}{
		{"exec at the top", Start{Asked: "exec"}, true, []string{"read", "list", "search", "edit", "write", "shell", "playbook", "task", "task_await", "task_list", "task_stop"}, "", false},
		{"exec without commands", Start{Asked: "exec"}, false, []string{"read", "list", "search", "edit", "write", "playbook", "task", "task_await", "task_list", "task_stop"}, "", false},
		{"exec as a sub-agent", Start{Child: true, Identity: "exec", Depth: 1}, false, []string{"read", "list", "search", "edit", "write", "playbook", "agent_report", "task", "task_await", "task_list", "task_stop"}, "", false},
		{"exec as deep as may be", Start{Child: true, Identity: "exec", Depth: 3}, false, []string{"read", "list", "search", "edit", "write", "playbook", "agent_report"}, "", false},
		{"explore", Start{Child: true, Identity: "explore", Depth: 1}, true, []string{"read", "list", "search", "playbook", "agent_report"}, "", false},
		{"plan at the top", Start{Asked: "plan", Strict: true}, true, []string{"read", "list", "search", "edit", "write", "playbook", "propose_plan", "task", "task_await", "task_list"}, "propose_plan", true},
		{"plan as a sub-agent", Start{Child: true, Identity: "plan", Depth: 1}, true, []string{"read", "list", "search", "edit", "write", "playbook", "propose_plan", "task", "task_await", "task_list"}, "propose_plan", true},
		{"no word on tools is no tools", Start{Asked: "pj"}, true, []string{}, "", false},
	} {
		t.Run(r.name, func(t *testing.T) {
			r.s.Own, r.s.PlanFile = own, "/plans/p.md"
			got := Resolve(r.s, Config{Shell: r.shell})
			if !slices.Equal(got.Tools, r.tools) || got.Required != r.required || got.PlanLike != r.planLike || (got.PlanFile != "") != r.planLike {
				t.Errorf("got %q, required %q, plan %v %q", got.Tools, got.Required, got.PlanLike, got.PlanFile)
			}
		})
	}
}
