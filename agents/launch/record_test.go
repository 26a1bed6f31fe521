package launch

import (
	"reflect"
	"testing"

	"turnbook/schemas"
)

func TestWhatIsSentAndRecorded(t *testing.T) {
	model := schemas.Setting{Value: "a:b", Tier: "explicit"}
	for _, r := range []struct {
		name   string
		row    row
		status schemas.HandleStatus
		sent   schemas.Delegation
	}{
		{"19 new, unnamed: exec, saved", row{args: `"kind":"workspace"`}, schemas.HandleRunning,
			schemas.Delegation{Agent: "exec"}},
		{"20 new, named: strict, saved", row{args: `"kind":"workspace","agentId":"plan"`}, schemas.HandleRunning,
			schemas.Delegation{Agent: "plan", Strict: true, Pin: pinOf(t, files{}, "plan")}},
		{"41 existing, named: strict, an override", row{args: `"kind":"workspace","agentId":"plan","workspace":{"mode":"existing","workspaceId":"w-target"}`}, schemas.HandleRunning,
			schemas.Delegation{Agent: "plan", Strict: true, SkipPersistence: true, Pin: pinOf(t, files{}, "plan"), Dispatch: schemas.AtToolEnd}},
		{"46 existing, busy: it waits", row{args: `"kind":"workspace","workspace":{"mode":"existing","workspaceId":"w-target","queueDispatchMode":"turn-end"}`, set: func(_ *Ask, s *Standing) { s.Target.Busy = true }}, schemas.HandleQueued,
			schemas.Delegation{Agent: "exec", Dispatch: schemas.AtTurnEnd}},
	} {
		t.Run(r.name, func(t *testing.T) {
			_, v := r.row.walk(t)
			a := Ask{Owner: owner, Task: parse(t, `{"prompt":"p","title":"t",`+r.row.args+`}`)}
			rec := Record{Workspace: "w1", Turn: "t1", Model: model}
			created := v.Record(a, rec)[0].(schemas.HandleCreated)
			r.sent.Workspace, r.sent.Origin, r.sent.Handle, r.sent.Owner, r.sent.Model = "w1", schemas.FromLaunch, "wst_1", owner, model
			if got := v.Delegation(a, "wst_1", rec); !reflect.DeepEqual(got, r.sent) {
				t.Errorf("sent %+v", got)
			}
			if created.Status != r.status || created.Agent != r.sent.Agent || created.Strict != r.sent.Strict || created.SkipPersistence != r.sent.SkipPersistence || !reflect.DeepEqual(created.Pin, r.sent.Pin) {
				t.Errorf("recorded %+v", created)
			}
		})
	}
}

func TestWhoHearsOfTheEnd(t *testing.T) {
	for _, r := range []struct {
		name   string
		turn   schemas.TurnID
		behind bool
		want   schemas.AttentionPolicy
	}{
		{"a turn waits for it", "t9", false, schemas.BlockingUntilTerminal},
		{"or is woken", "t9", true, schemas.NotifyOnTerminal},
		{"what no turn asked for is nobody's", "", false, schemas.Unattended},
		{"in the background too", "", true, schemas.Unattended},
	} {
		a := Ask{Owner: owner, Turn: r.turn, Task: Task{Kind: schemas.WorkspaceTurn, Mode: ModeNew, Background: r.behind}}
		if got := (Verdict{Step: Dispatch}).Record(a, Record{})[0].(schemas.HandleCreated).Attention; got != r.want {
			t.Errorf("%s: got %s", r.name, got)
		}
	}
}

func TestABlankTitleGetsAGenericOne(t *testing.T) {
	a := Ask{Owner: owner, Task: Task{Kind: schemas.WorkspaceTurn, Mode: ModeNew, Title: " "}}
	if got := (Verdict{Step: Dispatch}).Record(a, Record{})[0].(schemas.HandleCreated).Title; got != genericTitle {
		t.Errorf("got %q", got)
	}
}
