package launch

import (
	"strings"
	"testing"

	"turnbook/agents/definitions"
	"turnbook/schemas"
)

func TestEligibility(t *testing.T) {
	cfg := Config{Enabled: map[definitions.ID]bool{"off": true, "gg": false, "plan": false}}
	for _, r := range []struct {
		name, id string
		files    files
		cfg      Config
		use      Use
		code     schemas.Code
		detail   string
		rungs    string
	}{
		{name: "malformed", id: "no.agent", use: Selected, code: schemas.CodeMalformedAgent, detail: "malformed agent id (no.agent)", rungs: "-syntax = MALFORMED_AGENT"},
		{name: "11 unknown", id: "nobody", use: Selected, code: schemas.CodeUnknownAgent, detail: "unknown agent (nobody)", rungs: "+syntax -exists = UNKNOWN_AGENT"},
		{name: "a broken base is unknown", id: "x", files: files{"project/x.md": agentFile("base: gone")}, use: Selected, code: schemas.CodeUnknownAgent, detail: "unknown agent (x): unknown base (gone) of agent x", rungs: "+syntax -exists = UNKNOWN_AGENT"},
		{name: "a broken file is unknown, and exposes none below it", id: "gg", files: files{"project/gg.md": "broken"}, use: Selected, code: schemas.CodeUnknownAgent, detail: "unknown agent (gg): agent gg is broken in .turnbook/agents/gg.md", rungs: "+syntax -exists = UNKNOWN_AGENT"},
		{name: "12 hidden", id: "explore", use: Selected, code: schemas.CodeAgentNotSelectable, detail: "agent is not selectable (explore)", rungs: "+syntax +exists -selectable = AGENT_NOT_SELECTABLE"},
		{name: "13 disabled", id: "off", use: Selected, code: schemas.CodeAgentDisabled, detail: "agent is disabled (off)", rungs: "+syntax +exists +selectable -enabled = AGENT_DISABLED"},
		{name: "13 and enabled by configuration", id: "off", cfg: cfg, use: Selected, rungs: "+syntax +exists +selectable +enabled = OK"},
		{name: "14 a global agent needs no list", id: "gg", use: Selected, rungs: "+syntax +exists +selectable +enabled = OK"},
		{name: "switched off by configuration", id: "gg", cfg: cfg, use: Selected, code: schemas.CodeAgentDisabled, detail: "configuration says enabled false", rungs: "+syntax +exists +selectable -enabled = AGENT_DISABLED"},
		{name: "15 a hidden shadow of plan", id: "plan", files: files{"project/plan.md": agentFile("base: plan\nui:\n  hidden: true")}, use: Selected, code: schemas.CodeAgentNotSelectable, detail: "(plan)", rungs: "+syntax +exists -selectable = AGENT_NOT_SELECTABLE"},
		{name: "15 a disabled shadow of plan", id: "plan", files: files{"project/plan.md": agentFile("base: plan\ndisabled: true")}, cfg: cfg, use: Selected, rungs: "+syntax +exists +selectable +enabled = OK"},
		{name: "hidden comes from a base too", id: "y", files: files{"project/y.md": agentFile("base: explore")}, use: Selected, code: schemas.CodeAgentNotSelectable, detail: "(y)", rungs: "+syntax +exists -selectable = AGENT_NOT_SELECTABLE"},
		{name: "16 a plugin's agent", id: "gp", use: Selected, rungs: "+syntax +exists +selectable +enabled = OK"},
		{name: "a hidden agent may be spawned", id: "explore", use: SubAgent, rungs: "+syntax +exists +runnable +enabled = OK"},
		{name: "plan may not", id: "plan", use: SubAgent, code: schemas.CodeAgentNotRunnable, detail: "(plan)", rungs: "+syntax +exists -runnable = AGENT_NOT_RUNNABLE"},
	} {
		t.Run(r.name, func(t *testing.T) {
			e := Eligible(r.id, everywhere().with(r.files).catalog(), r.cfg, r.use)
			var code schemas.Code
			if e.Refusal != nil {
				code = e.Refusal.Code
				if !strings.Contains(e.Refusal.Detail, r.detail) || !strings.Contains(e.Refusal.Detail, "("+r.id+")") {
					t.Errorf("it says %q", e.Refusal.Detail)
				}
			}
			if code != r.code || rungs(e.Ladder) != r.rungs {
				t.Errorf("got %s, %s", code, rungs(e.Ladder))
			}
		})
	}
}

func TestThePickerAndTheLaunchAgree(t *testing.T) {
	c := everywhere().catalog()
	picks := Picker(c, Config{})
	if len(picks) != len(c.IDs()) {
		t.Errorf("%d picks of %d agents", len(picks), len(c.IDs()))
	}
	for _, p := range picks {
		r := row{args: `"kind":"workspace","agentId":"` + string(p.ID) + `"`}
		if got, _ := r.walk(t); got.recorded != p.OK() {
			t.Errorf("%s: picker %v, launch %+v", p.ID, p.Refusal, got)
		}
	}
}

func TestBuiltInAgentsAreRight(t *testing.T) {
	c := definitions.Load(Builtin())
	for _, v := range c.Verdicts {
		if v.State != definitions.Loaded || len(v.Notes) > 0 {
			t.Errorf("%+v", v)
		}
	}
	if len(c.Verdicts) != 3 {
		t.Errorf("%d files", len(c.Verdicts))
	}
}
