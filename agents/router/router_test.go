package router_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/router"
	"turnbook/schemas"
)

func ui(raw string) schemas.UIContext { return schemas.MustUIContext(raw) }

func rung(name, input string, held bool) schemas.Rung {
	return schemas.Rung{Name: name, Input: input, Held: held}
}

func TestTheBucketKeysOnPagePlaybookDraftAndPresenceOfABuilder(t *testing.T) {
	for _, c := range []struct{ context, want string }{
		{`{}`, "//"},
		{`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true}`, "playbook_editor/p1/draft"},
		{`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true,"current_task_id":"42"}`, "playbook_editor/p1/draft+builder"},
		{`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true,"current_task_id":"43"}`, "playbook_editor/p1/draft+builder"},
		{`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true,"current_task_id":0}`, "playbook_editor/p1/draft"},
		{`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true,"current_task_id":" "}`, "playbook_editor/p1/draft"},
		{`{"page":"playbook_editor","playbook_id":"p1"}`, "playbook_editor/p1/"},
		{`{"page":"a/b","playbook_id":"c/draft"}`, "a%2Fb/c%2Fdraft/"},
		{`{"page":"task","current_task_id":9007199254740993}`, "task//+builder"},
	} {
		if got := router.Bucket(ui(c.context)); got != c.want {
			t.Errorf("bucket of %s is %q, want %q", c.context, got, c.want)
		}
	}
}

func TestAPinDropsWhenTheBucketChangesAndOnlyThen(t *testing.T) {
	list, builder := ui(`{"page":"playbook_editor","playbook_id":"p1"}`), ui(`{"page":"playbook_editor","playbook_id":"p1","current_task_id":"7"}`)
	for _, c := range []struct {
		name     string
		previous string
		pinned   schemas.Domain
		now      schemas.UIContext
		want     schemas.Ladder
	}{
		{"nobody is pinned", "", "", list, schemas.Ladder{Rule: "bucket/1", Outcome: "classify", Rungs: []schemas.Rung{
			rung("same_bucket", " → playbook_editor/p1/", false), rung("domain_pinned", "", false)}}},
		{"the screen is the same", "playbook_editor/p1/", schemas.PlaybookEditor, list, schemas.Ladder{Rule: "bucket/1", Outcome: "keep", Rungs: []schemas.Rung{
			rung("same_bucket", "playbook_editor/p1/ → playbook_editor/p1/", true), rung("domain_pinned", "playbook-editor", true)}}},
		{"a builder opened", "playbook_editor/p1/", schemas.PlaybookEditor, builder, schemas.Ladder{Rule: "bucket/1", Outcome: "unpin", Rungs: []schemas.Rung{
			rung("same_bucket", "playbook_editor/p1/ → playbook_editor/p1/+builder", false), rung("domain_pinned", "playbook-editor", true)}}},
		{"the screen is the same and nobody is pinned", "playbook_editor/p1/", "", list, schemas.Ladder{Rule: "bucket/1", Outcome: "classify", Rungs: []schemas.Rung{
			rung("same_bucket", "playbook_editor/p1/ → playbook_editor/p1/", true), rung("domain_pinned", "", false)}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := schemas.BucketComputed{Bucket: router.Bucket(c.now), Previous: c.previous, Ladder: c.want}
			if diff := cmp.Diff(want, router.CompareBucket(c.previous, c.pinned, c.now)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is in the list, what is rendered and what the classifier is given are the
// same: a field outside the list can't reach the router.
func TestTheRouterSeesTheFocusFieldsAndNothingElse(t *testing.T) {
	full := map[string]any{
		"page": "playbook_editor", "is_playbook_editor_route": true, "playbook_id": "p1", "is_draft_active": true, "current_task_id": "42",
		"builder_mounts": 1, "loaded_task": map[string]any{"id": "42", "context": "PLAYBOOK", "playbook_id": "p1"}, "contribution": "host", "secret": "unseen",
	}
	parse := func(fields map[string]any) schemas.UIContext {
		raw, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		return ui(string(raw))
	}
	want := []string{"page playbook_editor", "on the playbook editor", "playbook p1 on the canvas", "the canvas holds a draft", "subtask builder open for task 42"}
	if diff := cmp.Diff(want, router.Focus(parse(full))); diff != "" {
		t.Errorf("focus (-want +got):\n%s", diff)
	}
	for name := range full {
		fewer := map[string]any{}
		for k, v := range full {
			if k != name {
				fewer[k] = v
			}
		}
		seen := !cmp.Equal(router.Focus(parse(full)), router.Focus(parse(fewer)))
		if listed := slices.Contains(router.FocusFields(), name); seen != listed {
			t.Errorf("field %s: in the list %v, in the focus block %v", name, listed, seen)
		}
		r := router.Request("c", parse(full), nil, nil)
		if string(r.Data[0].JSON) != mustJSON(t, router.Focus(parse(full))) {
			t.Errorf("the prompt holds %s, not the focus block", r.Data[0].JSON)
		}
	}
	if strings.Contains(fmt.Sprint(router.Request("c", parse(full), nil, nil)), "unseen") {
		t.Error("a field outside the list reached the router's prompt")
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestTheRouterIsOfferedWhoHasNotDeclined(t *testing.T) {
	r := router.Request("c", ui(`{}`), []schemas.Domain{schemas.TaskBuilder}, nil)
	if got := string(r.Data[1].JSON); got != `["playbook-editor","guide"]` {
		t.Errorf("offered %s", got)
	}
}

func TestAPickMustBeAnsweredWellFormedKnownAndNotDeclined(t *testing.T) {
	editor, elsewhere := ui(`{"is_playbook_editor_route":true}`), ui(`{}`)
	declined := []schemas.Domain{schemas.TaskBuilder}
	long := strings.Repeat("ä", 300)
	for _, c := range []struct {
		name     string
		answer   string
		failure  schemas.Code
		ui       schemas.UIContext
		want     schemas.Domain
		fallback bool
		last     schemas.Rung
	}{
		{"a good pick", ` {"domain":"guide","why":"a question"} `, "", editor, schemas.Guide, false, rung("not_declined", "guide", true)},
		{"a declined pick", `{"domain":"task-builder"}`, "", editor, schemas.PlaybookEditor, true, rung("not_declined", "task-builder", false)},
		{"an unknown pick", `{"domain":"Guide"}`, "", elsewhere, schemas.Guide, true, rung("known", "Guide", false)},
		{"prose", `task-builder`, "", elsewhere, schemas.Guide, true, rung("well_formed", "task-builder", false)},
		{"two objects", `{"domain":"guide"}{"domain":"guide"}`, "", elsewhere, schemas.Guide, true, rung("well_formed", `{"domain":"guide"}{"domain":"guide"}`, false)},
		{"a number", `{"domain":0}`, "", editor, schemas.PlaybookEditor, true, rung("well_formed", `{"domain":0}`, false)},
		{"no domain", `{}`, "", editor, schemas.PlaybookEditor, true, rung("well_formed", `{}`, false)},
		{"a long answer is cut between characters", long, "", elsewhere, schemas.Guide, true, rung("well_formed", long[:200]+"…", false)},
		{"a time-out", "", schemas.CodeModelTimeout, editor, schemas.PlaybookEditor, true, rung("answered", "MODEL_TIMEOUT", false)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := router.ReadPick(2, c.answer, c.failure, declined, c.ui)
			if got.Hop != 2 || got.Pick != c.want || got.Fallback != c.fallback || got.Ladder.Outcome != string(c.want) {
				t.Errorf("picked %+v, want %s (fallback %v)", got, c.want, c.fallback)
			}
			if last := got.Ladder.Rungs[len(got.Ladder.Rungs)-1]; last != c.last {
				t.Errorf("decided at %+v, want %+v", last, c.last)
			}
		})
	}
}

// All eight combinations of the three rungs, each with all three verdicts.
func TestThePickIsRedirectedWhenAllThreeHoldAndOnlyThen(t *testing.T) {
	for _, pick := range schemas.Domains() {
		for _, route := range []bool{false, true} {
			for _, task := range []string{"", "42"} {
				context := fmt.Sprintf(`{"is_playbook_editor_route":%v,"current_task_id":%q}`, route, task)
				want := schemas.RedirectConsidered{Pick: pick, Domain: pick, Ladder: schemas.Ladder{Rule: "redirect/1", Outcome: "kept", Rungs: []schemas.Rung{
					rung("router_picked_task_builder", string(pick), pick == schemas.TaskBuilder),
					rung("on_editor_route", fmt.Sprint(route), route),
					rung("no_builder_open", task, task == ""),
				}}}
				if pick == schemas.TaskBuilder && route && task == "" {
					want.Domain, want.Ladder.Outcome = schemas.PlaybookEditor, "redirected"
				}
				got, err := router.GuardRedirect(router.RedirectRule, pick, ui(context))
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Errorf("%s in %s (-want +got):\n%s", pick, context, diff)
				}
			}
		}
	}
}

// Whatever is on screen, the task builder never owns a turn of the editor route
// without a builder.
func TestNoContextGivesTheTaskBuilderATurnWithoutABuilder(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	values := []string{`0`, `-0`, `0.0`, `0e5`, `"0"`, `""`, `" "`, `"\u00a0"`, `false`, `true`, `null`, `{}`, `[]`, `-1`, `1e3`, `9007199254740993`, `"NaN"`, `"42"`, `1e400`}
	for range 5000 {
		context := fmt.Sprintf(`{"is_playbook_editor_route":%v,"is_draft_active":%v,"current_task_id":%s}`, rng.IntN(2) == 0, rng.IntN(2) == 0, values[rng.IntN(len(values))])
		pick := schemas.Domains()[rng.IntN(3)]
		got, err := router.GuardRedirect(router.Redirects()[rng.IntN(2)].Rule, pick, ui(context))
		if err != nil {
			t.Fatal(err)
		}
		_, open := ui(context).OpenTaskID()
		if got.Domain == schemas.TaskBuilder && ui(context).EditorRoute() && !open {
			t.Fatalf("seed %d: the task builder owns a turn with no builder: %s", seed, context)
		}
		if got.Domain != pick && pick != schemas.TaskBuilder {
			t.Fatalf("seed %d: a pick of %s was rewritten: %s", seed, pick, context)
		}
		if len(got.Ladder.Rungs) != 3 {
			t.Fatalf("seed %d: %d verdicts, want all three: %s", seed, len(got.Ladder.Rungs), context)
		}
	}
}

// redirect/2 looks at whose task the builder holds; redirect/1 keeps all of these.
func TestTheSecondRedirectHandsOverWhereTheBuilderIsOfAnotherPlaybook(t *testing.T) {
	loaded := func(task string) string {
		return `{"is_playbook_editor_route":true,"playbook_id":"p1","current_task_id":"42","builder_mounts":1,"loaded_task":` + task + `}`
	}
	for name, c := range map[string]struct {
		context, input string
		held           bool
	}{
		"another playbook's": {loaded(`{"id":"42","context":"PLAYBOOK","playbook_id":"p2"}`), "42 of p2 / p1", true},
		"this canvas's":      {loaded(`{"id":"42","context":"PLAYBOOK","playbook_id":"p1"}`), "42 of p1 / p1", false},
		"the library's":      {loaded(`{"id":"42","context":"LIBRARY_TASK"}`), "42", false},
		"not the open task":  {loaded(`{"id":"43","context":"PLAYBOOK","playbook_id":"p2"}`), "42", false},
		"of nobody":          {loaded(`null`), "42", false},
		"no builder":         {`{"is_playbook_editor_route":true,"playbook_id":"p1"}`, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			want := schemas.RedirectConsidered{Pick: schemas.TaskBuilder, Domain: schemas.TaskBuilder, Ladder: schemas.Ladder{Rule: "redirect/2", Outcome: "kept", Rungs: []schemas.Rung{
				rung("router_picked_task_builder", "task-builder", true), rung("on_editor_route", "true", true), rung("no_builder_of_this_canvas", c.input, c.held),
			}}}
			if c.held {
				want.Domain, want.Ladder.Outcome = schemas.PlaybookEditor, "redirected"
			}
			got, err := router.GuardRedirect(router.RedirectForeignRule, schemas.TaskBuilder, ui(c.context))
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestAVersionThatIsNotHereIsNoSilence(t *testing.T) {
	var unknown *agents.UnknownRuleError
	_, err := router.GuardRedirect("redirect/3", schemas.TaskBuilder, ui(`{}`))
	if !errors.As(err, &unknown) || !slices.Equal(unknown.There, []schemas.Rule{"redirect/1", "redirect/2"}) {
		t.Errorf("redirect/3: %v", err)
	}
}

func BenchmarkGuardRedirect(b *testing.B) {
	b.ReportAllocs()
	context := ui(`{"is_playbook_editor_route":true,"current_task_id":"42"}`)
	for b.Loop() {
		if _, err := router.GuardRedirect(router.RedirectRule, schemas.TaskBuilder, context); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompareBucket(b *testing.B) {
	b.ReportAllocs()
	context := ui(`{"page":"playbook_editor","playbook_id":"p1","is_draft_active":true,"current_task_id":"42"}`)
	for b.Loop() {
		router.CompareBucket("playbook_editor/p1/draft", schemas.PlaybookEditor, context)
	}
}
