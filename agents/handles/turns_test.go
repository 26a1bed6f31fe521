package handles

import (
	"testing"

	"turnbook/schemas"
)

// A fact is one fact of a session: a request, or else an end, of a turn.
type fact struct {
	turn schemas.TurnID
	d    *schemas.Delegation // requested, and started at once
	stop schemas.StopReason  // or ended
}

// override is the message of a delegated turn that overrides the saved agent.
func override() *schemas.Delegation {
	return &schemas.Delegation{
		Workspace: place, Origin: schemas.FromLaunch, Handle: handle, Owner: owner, Agent: "plan", Strict: true,
		Pin: &schemas.Pin{}, SkipPersistence: true, Model: schemas.Setting{Value: "m", Tier: "explicit"},
	}
}

// saved is a message under the workspace's saved agent.
func saved(o schemas.Origin) *schemas.Delegation {
	return &schemas.Delegation{Workspace: place, Origin: o, Agent: "exec"}
}

// naming is a message of the program's own that names a handle which was kept open.
func naming(o schemas.Origin) *schemas.Delegation {
	d := saved(o)
	d.Handle = handle
	return d
}

// again is the message of the override once more.
func again() *schemas.Delegation {
	d := override()
	d.Origin = schemas.FromRetry
	return d
}

func TestUnderWhichAgentALaterTurnRuns(t *testing.T) {
	launch := fact{turn: "t1", d: override()}
	cut, end := fact{turn: "t1", stop: schemas.StopCut}, fact{turn: "t1", stop: schemas.StopEnd}
	wake := fact{turn: "t2", d: saved(schemas.FromMonitor)}
	last := fact{turn: "t3", d: saved(schemas.FromMonitor)}
	for _, r := range []struct {
		name      string
		facts     []fact
		overrides bool // the last turn runs under the override, and is the handle's
	}{
		{"60 a wake that cut it goes on with it", []fact{launch, cut, wake}, true},
		{"61 and so does a second one", []fact{launch, cut, wake, {turn: "t2", stop: schemas.StopCut}, last}, true},
		{"61 but not behind the end of the first", []fact{launch, cut, wake, {turn: "t2", stop: schemas.StopEnd}, last}, false},
		{"62 a late match after its end does not", []fact{launch, end, wake}, false},
		{"62 nor after a failure", []fact{launch, {turn: "t1", stop: schemas.StopModelFailed}, wake}, false},
		{"62 nor after a plan", []fact{launch, {turn: "t1", stop: schemas.StopPlanProposed}, wake}, false},
		{"62 nor after a person stopped it", []fact{launch, {turn: "t1", stop: schemas.StopCancelled}, wake}, false},
		{"64 nor behind a person's message", []fact{launch, cut, {turn: "p", d: saved(schemas.FromPerson)}, {turn: "p", stop: schemas.StopCut}, wake}, false},
		{"64 a person's message speaks for itself", []fact{launch, cut, {turn: "p", d: saved(schemas.FromPerson)}}, false},
		{"a cut turn of nobody's is nobody's", []fact{{turn: "p", d: saved(schemas.FromPerson)}, {turn: "p", stop: schemas.StopCut}, wake}, false},
		{"65b a nudge goes on with what was kept open", []fact{launch, end, {turn: "t2", d: naming(schemas.FromNudge)}}, true},
		{"an outcome behind the nudge too", []fact{launch, end, {turn: "t2", d: naming(schemas.FromNudge)}, {turn: "t2", stop: schemas.StopEnd}, {turn: "t3", d: naming(schemas.FromOutcome)}}, true},
		{"but not what came behind another's message", []fact{launch, end, {turn: "p", d: saved(schemas.FromPerson)}, {turn: "p", stop: schemas.StopEnd}, {turn: "t3", d: naming(schemas.FromNudge)}}, false},
		{"progress inside an open turn goes on with it", []fact{launch, cut, {turn: "t2", d: saved(schemas.FromProgress)}}, true},
		{"70 another try runs as it was launched, whatever came between", []fact{launch, {turn: "t1", stop: schemas.StopModelFailed}, {turn: "p", d: saved(schemas.FromPerson)}, {turn: "p", stop: schemas.StopEnd}, {turn: "t2", d: again()}}, true},
		{"a newer launch is the newer turn", []fact{{turn: "t0", d: naming(schemas.FromLaunch)}, {turn: "t0", stop: schemas.StopCut}, launch, cut, wake}, true},
	} {
		t.Run(r.name, func(t *testing.T) {
			turns, turn := sessionOf(t, r.facts)
			d, _ := turns.Under(turn)
			want := *override()
			want.Origin = d.Origin
			isOverride := d.Handle == want.Handle && d.Owner == want.Owner && d.Agent == want.Agent && d.Strict && d.SkipPersistence && d.Pin != nil && d.Model == want.Model
			isSaved := d.Handle == "" && d.Agent == "exec" && !d.Strict && !d.SkipPersistence && d.Pin == nil
			if r.overrides && !isOverride || !r.overrides && !isSaved {
				t.Errorf("it runs under %+v", d)
			}
		})
	}
}

func sessionOf(t *testing.T, all []fact) (turns Turns, last schemas.TurnID) {
	t.Helper()
	for _, f := range all {
		last = f.turn
		if f.d == nil {
			turns.Ended(f.turn, f.stop)
			continue
		}
		if err := turns.Requested(f.turn, *f.d); err != nil {
			t.Fatal(err)
		}
		turns.Started(f.turn)
	}
	return turns, last
}

// The seed's last review: a command that is still watched when the turn has finished woke
// the workspace under the old override, or failed and was used up when that agent was gone.
func TestAWatchedCommandOutlivesTheTurnAndNotItsOverride(t *testing.T) {
	var turns Turns
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	check(turns.Requested("t1", *override()))
	turns.Started("t1")
	check(turns.Requested("t2", *saved(schemas.FromMonitor))) // the match comes while the turn is at work
	if d, _ := turns.Under("t2"); d.Agent != "plan" {
		t.Errorf("a wake that is taken up now runs under %s", d.Agent)
	}
	turns.Ended("t1", schemas.StopEnd) // and the turn ends before it is cut
	turns.Started("t2")
	if d, ok := turns.Under("t2"); !ok || d.Agent != "exec" || d.Strict || d.Handle != "" {
		t.Errorf("62, 63: the late wake runs under %+v", d)
	}
	if _, open := turns.Open(); open {
		t.Error("the delegated turn is open")
	}
}

func TestATurnThatNeverStartedLeavesNoTrace(t *testing.T) {
	turns, _ := sessionOf(t, []fact{{turn: "t1", d: override()}, {turn: "t1", stop: schemas.StopCut}})
	if err := turns.Requested("p", *saved(schemas.FromPerson)); err != nil {
		t.Fatal(err)
	}
	turns.Ended("p", schemas.StopCancelled)
	if d, open := turns.Open(); !open || d.Handle != handle {
		t.Errorf("got %+v, %v", d, open)
	}
}

func TestAnOriginThatNobodyKnowsIsRefused(t *testing.T) {
	var turns Turns
	if err := turns.Requested("t1", schemas.Delegation{Origin: "wind"}); err == nil {
		t.Error("it is taken")
	}
}

func TestWhatAWorkspaceRemembers(t *testing.T) {
	launched := *override()
	launched.SkipPersistence = false
	want := schemas.WorkspaceSettingsSaved{Agent: "plan", Model: "m", Turn: "t1"}
	if got, ok := Saved("t1", launched); !ok || got != want {
		t.Errorf("20 a launch: got %+v", got)
	}
	if got, ok := Saved("t1", *override()); ok {
		t.Errorf("41 an override: got %+v", got)
	}
	if got, ok := Saved("t1", *saved(schemas.FromMonitor)); ok {
		t.Errorf("a wake: got %+v", got)
	}
	if _, ok := Saved("t1", *saved(schemas.FromPerson)); !ok {
		t.Error("a person's message is forgotten")
	}
}
