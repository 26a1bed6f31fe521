package web

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/schemas"
	"turnbook/schemas/document"
	"turnbook/schemas/form"
	"turnbook/schemas/goldentest"
	"turnbook/web/past"
)

// Titles that want to be markup, turn the text around them, or break in the middle.
const (
	markupTitle = `</script><img src=x onerror=alert(1)> "quoted" & 'so'`
	rtlTitle    = "مرحبا Onboarding \u202eevil\u202c \u0007bell"
	emojiTitle  = "👩‍👩‍👧 🇩🇪 é ﷽ {{.}} ${x}"
)

const stamp projections.Stamp = "2026-03-04T05:06:07.000000008Z"

func awkwardTree() projections.PlaybookTree {
	steps := []projections.StepTree{
		{ID: `s"1`, Kind: schemas.Instruction, Title: markupTitle, Description: "one\ntwo <b>", Saved: true},
		{ID: "s2", Kind: schemas.Decision, Title: rtlTitle, Branches: []projections.BranchTree{
			{Name: `yes "<i>`, Steps: []projections.StepTree{{ID: "s3", Kind: schemas.Form, Title: emojiTitle, Saved: true, Changed: true, Form: awkwardForm()}}},
			{Name: "no"},
		}},
	}
	return projections.PlaybookTree{
		Playbook: projections.Playbook{ID: "p/1", Title: markupTitle, Status: document.Draft, Description: strings.Repeat("word ", 80)},
		Modules: []projections.ModuleTree{
			{Module: projections.Module{ID: "m1", Title: emojiTitle}, Tasks: []projections.TaskTree{
				{Task: projections.Task{ID: `t'1"`, Title: markupTitle, Description: rtlTitle}, Steps: steps},
			}},
			{Module: projections.Module{ID: "lib", Title: "From the library", Linked: true}},
		},
	}
}

// awkwardForm has more fields than a line names, and names that are no names.
func awkwardForm() projections.JSON {
	raw, _ := json.Marshal(form.Document{ // texts always marshal
		Elements: map[form.ElementID]form.Element{
			"1": {Type: form.Text, Label: markupTitle}, "2": {Type: form.Number, Label: rtlTitle}, "3": {Type: form.Unknown, ForeignType: "<b>"},
			"4": {Type: form.Heading, Label: "not named"}, "5": {Type: form.Date, Label: " " + emojiTitle}, "6": {Type: form.Check, Label: "too many"},
		},
		Order: []form.ElementID{"1", "2", "3", "4", "5", "6"},
	})
	return projections.JSON(raw)
}

func awkwardTalk() []talkTurn {
	return []talkTurn{
		{
			ID: "t1", Status: schemas.TurnCompleted, Domain: schemas.PlaybookEditor, Text: markupTitle, Closing: "1 built, 0 left unchanged.",
			Says: []projections.Message{{Call: "t1.m.1", Text: "[x](javascript:alert(1)) " + rtlTitle}},
			Rows: []projections.Row{{ID: "t0_0", Title: emojiTitle, Status: schemas.RowDone, Detail: markupTitle}},
			Drops: []projections.Drop{
				{Event: "t1/9", Reason: schemas.ReasonNotMounted, Status: projections.DropWaiting},
				{Event: "t1/10", Reason: schemas.ReasonNotMounted, Status: projections.DropApplied},
			},
			Title: rtlTitle, Cards: []cardView{viewCard(awkwardCard(schemas.CardStale)), viewCard(awkwardCard(schemas.CardOpen))},
			Replies: []string{markupTitle, emojiTitle},
		},
		{ID: "t2", Status: schemas.TurnRunning, Domain: "<b>", Text: strings.Repeat("👩‍👩‍👧", 400)},
	}
}

func awkwardCard(s schemas.CardStatus) projections.Interrupt {
	raw := func(v any) projections.JSON {
		b, _ := json.Marshal(v) // texts always marshal
		return projections.JSON(b)
	}
	return projections.Interrupt{
		ID: `c"1`, Turn: "t1", Session: "s1", Playbook: "p/1", Status: s, Fingerprint: "f", RaisedAt: stamp,
		Targets: raw([]schemas.CardStep{{Step: "s1", Title: markupTitle}, {Step: "s2", Title: rtlTitle}}),
		Cascade: raw([]schemas.CardStep{{Step: "s3", Title: emojiTitle}}),
	}
}

func awkwardTurn() *turnView {
	return &turnView{
		Turn: projections.Turn{
			ID: "t1", Session: "s1", Playbook: "p/1", Domain: schemas.TaskBuilder, Status: schemas.TurnFailed, Text: markupTitle,
			Closing: rtlTitle, Hops: 1, Built: 2, Unchanged: 1, Dropped: 1, EndedSeq: 9, RequestedAt: stamp, StartedAt: stamp, EndedAt: stamp,
		},
		Decisions: []ladderView{
			explain(projections.Decision{
				Seq: 4, Index: 2, Rule: "redirect/1", Outcome: "kept", Type: "turn.redirect-considered",
				Rungs: []projections.Rung{
					{Name: "router_picked_task_builder", Input: "task-builder", Held: true},
					{Name: "on_editor_route", Input: "true", Held: true},
					{Name: "no_builder_open", Input: markupTitle},
				},
			}),
			explain(projections.Decision{
				Seq: 7, Rule: "brand_new/3", Outcome: "<maybe>", Type: schemas.WriteRefused{}.EventType(), Basis: `{"playbook/p/1":3}`,
				Rungs: []projections.Rung{{Name: "never_heard-of", Input: "", Held: true}},
			}),
		},
		Refusals: []projections.Refusal{{Code: schemas.CodePersisted, Tool: "update_step", Call: "c1", Detail: markupTitle}},
		Cards:    []projections.Interrupt{awkwardCard(schemas.CardOpen), awkwardCard(schemas.CardSuperseded)},
		Drops: []projections.Drop{
			{Reason: schemas.ReasonOtherTask, Step: `s"1`, Status: projections.DropWaiting},
			{Reason: schemas.ReasonNotMounted, Step: "s2", Status: projections.DropRefused, Code: schemas.CodeGone},
		},
		Waiting: 1, MoreDrops: 3, MoreRefusals: 1, MoreDecisions: 2,
		Events: []timelineEvent{
			{Event: projections.Event{Seq: 3, Type: "turn.requested", Visibility: schemas.Wire, Actor: "user/local", Time: stamp, Data: `{"text":"</pre><script>alert(1)</script>"}`}, What: "A message came in", Detail: markupTitle},
			{Event: projections.Event{Seq: 4, Index: 1, Type: "turn.narrated", Visibility: schemas.Internal, Actor: "agent/step-writer", Time: stamp}, What: "The worker noted"},
			{Event: projections.Event{Seq: 4, Index: 2, Type: "turn.model-answered", Visibility: schemas.Internal, Actor: "agent/router", Time: stamp}, What: "The model answered", Prompt: `d"1/?`},
		},
		Ask:   turnAsk{Turn: "t1", Type: "turn.requested", View: `v"1`},
		Shape: projections.TurnShape{Types: []string{"turn.narrated", "turn.requested"}, Lanes: []schemas.LaneID{`t0_0"<b>`}},
		Next:  "4.1", Cursor: "e.9.0", Comments: awkwardComments(),
	}
}

// awkwardComments are open and resolved, of the reader and of others, on the turn, on an
// event of the page and on one that it does not list.
func awkwardComments() *commentary {
	return &commentary{Actor: "user/local", Key: "k", More: 2, List: []comments.Comment{
		{ID: "a1", Turn: "t1", Author: "user/local", Text: markupTitle, MadeAt: stamp},
		{ID: "a2", Turn: "t1", Author: `user/<b>"Ann"`, Text: rtlTitle, MadeAt: stamp, ResolvedBy: "user/local", ResolvedAt: stamp},
		{ID: "a3", Turn: "t1", Seq: 4, Index: 1, Author: `user/<b>"Ann"`, Text: strings.Repeat("👩‍👩‍👧", 400), MadeAt: stamp},
		{ID: "a4", Turn: "t1", Seq: 4, Index: 1, Author: "user/local", Text: "one\n two </textarea>", MadeAt: stamp, ResolvedBy: `user/<b>"Ann"`, ResolvedAt: stamp},
		{ID: "a5", Turn: "t1", Seq: 8, Author: "user/local", Text: emojiTitle, MadeAt: stamp},
	}}
}

// awkwardPast is the same turn with the screen as of its second event.
func awkwardPast() *turnView {
	v, tree := awkwardTurn(), awkwardTree()
	v.Ask = turnAsk{Turn: "t1", At: "4.1"}
	v.Comments = &commentary{}
	task := tree.Modules[0].Tasks[0]
	v.Past = &pastView{
		scene: scene{
			State: &past.State{
				Turn: projections.Turn{Status: schemas.TurnRunning}, Cards: []projections.Interrupt{awkwardCard(schemas.CardOpen)},
				Rows:     []projections.Row{{Title: markupTitle, Status: schemas.RowRunning, Detail: rtlTitle}},
				Messages: []projections.Message{{Role: "user", Text: markupTitle}, {Role: "assistant", Domain: "<b>", Text: emojiTitle}},
			},
			View: `v"1`, Tree: &tree, Task: &task,
			Context: schemas.MustUIContext(`{"page":"<i>","playbook_id":"p/1","current_task_id":"t'1\"","builder_mounts":1}`),
		},
		Stops: projections.Stops{
			Nth: 2, Total: 3, At: schemas.Position{Seq: 4, Index: 1}, Views: []schemas.ViewID{`v"1`, "v2"},
			Prev: map[projections.StopKind]schemas.Position{projections.StopEvent: {Seq: 3}},
			Next: map[projections.StopKind]schemas.Position{projections.StopEvent: {Seq: 9}, projections.StopCard: {Seq: 9}},
		},
		What: "The worker noted", Detail: markupTitle,
	}
	return v
}

func awkwardOther() whatIfOther {
	return whatIfOther{
		Choices: []ruleChoice{{Question: "Should the playbook editor take it instead?", Chosen: "redirect/2", Versions: []ruleTold{{Rule: "redirect/1", Says: "one"}, {Rule: "redirect/2", Says: "two"}}}},
		Flags:   []flagChoice{{Flag: schemas.AITaskBuilder, Chosen: "off"}}, Sets: []string{`/x="` + markupTitle + `"`, ""},
	}
}

func awkwardChanged() changedGroup {
	ladder := &toldLadder{Rule: "redirect/1", Outcome: "<kept>", Answer: markupTitle, Rungs: []toldRung{{Name: "a", Question: "Is it?", Held: true}, {Name: "b", Question: rtlTitle, Input: markupTitle}}}
	return changedGroup{Rule: "redirect", Question: "Should it?", Count: 2, Decisions: []changedDecision{
		{Turn: "t1", Seq: 7, Index: 2, Rule: "redirect", Question: "Should it?", Before: ladder, Link: "/turns/t1#d7-2"}, {Turn: "t1", Seq: 8, Rule: "redirect", Question: "Should it?", After: ladder, About: "t1/9", Link: "/turns/t1"},
	}}
}

func awkwardWhatIf() *whatIfView {
	return &whatIfView{
		whatIfOther: awkwardOther(),
		Turn:        awkwardTurn().Turn, Screen: `{"page":"</pre><script>"}`, Begins: []whatIfBegin{{4, "Who did the router pick?"}, {7, rtlTitle}}, From: 7, Asked: true,
		Answer: whatIfAnswer{
			Decisions: 4, Differing: 2, Left: 1, Unknown: []leftBook{{Turn: "t1", Seq: 8, Because: "another agent would have been asked"}},
			Groups: []changedGroup{awkwardChanged()},
		},
	}
}

// awkwardWhatIfs are many turns, of which the limit lets two through.
func awkwardWhatIfs() *whatIfsView {
	changed := awkwardChanged().Decisions
	return &whatIfsView{
		whatIfOther: awkwardOther(), Choice: TurnChoice{Text: markupTitle, Domain: `<b>"`, Status: "failed", Since: rtlTitle}, Where: "text = '<b>'", Limit: 2, Asked: true, Head: 12345,
		ask: whatIfAsk{Limit: 2},
		retake: func(context.Context, whatIfAsk) iter.Seq2[retaken, error] {
			return func(yield func(retaken, error) bool) {
				_ = yield(retaken{Named: 222180, Of: 2}, nil) &&
					yield(retaken{Turn: "t1", Turns: 1, Decisions: 3, Agreeing: 2, Changed: changed, Unknown: &unknownFrom{8, "another agent would have been asked"}}, nil) &&
					yield(retaken{Turns: 1, Decisions: 1001, Agreeing: 1001}, nil)
			}
		},
		words: func(context.Context, []schemas.TurnID) (map[schemas.TurnID]string, error) {
			return map[schemas.TurnID]string{"t1": markupTitle}, nil
		},
	}
}

func TestPagesAreDrawnAsRecorded(t *testing.T) {
	for name, page := range awkwardPages() {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := page.Render(context.Background(), &b); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".html", lines(b.String()))
		})
	}
}

// lines breaks a page between tags, so that a difference is a few lines. It changes no
// text.
func lines(page string) string { return strings.ReplaceAll(page, "><", ">\n<") + "\n" }

func golden(t *testing.T, name, got string) {
	t.Helper()
	goldentest.Compare(t, filepath.Join("testdata", "pages", name), got)
}
