package web

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
	"turnbook/schemas/form"
)

var updatePages = flag.Bool("update", false, "write the golden pages anew")

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
		},
		First: true, Next: "4.1", Cursor: "e.9.0",
	}
}

func TestPagesAreDrawnAsRecorded(t *testing.T) {
	tree := awkwardTree()
	for name, page := range map[string]templ.Component{
		"playbooks": playbooksPage(playbooksView{
			Ask: shelfAsk{Words: markupTitle, Page: 2}, Found: 120, Counts: map[document.Status]int{"": 120, document.Draft: 119},
			Playbooks: []playbookCard{
				{ID: "p/1 ?#", Title: markupTitle, Status: document.Draft, Modules: 1, Tasks: 2, Changed: stamp, Lock: &lock{User: `<b>Ann\u202e`, Until: stamp}},
				{ID: "p2", Title: rtlTitle, Status: document.Published, Steps: 1, Changed: stamp},
				{ID: "p3", Title: emojiTitle, Status: document.Archived, Changed: stamp},
			},
			Now: stamp.Time().Add(3 * time.Minute), User: "local", Cursor: "e.9.0",
		}),
		"playbooks-empty":   playbooksPage(playbooksView{Ask: shelfAsk{Page: 1}, Cursor: "snapshot"}),
		"playbooks-nothing": playbooksPage(playbooksView{Ask: shelfAsk{Words: rtlTitle, Status: document.Archived, Page: 1}, Cursor: "snapshot"}),
		"library": libraryPage(libraryView{
			Modules: []libraryModule{
				{
					ID: `m"1`, Title: markupTitle, Found: true,
					Tasks: []libraryTask{{ID: `t'1"`, Title: rtlTitle, Description: markupTitle, Steps: 2, Found: true}, {ID: "t2", Title: emojiTitle, Archived: true, Found: true}},
					Links: []libraryLink{{Title: markupTitle, Link: pathTo("playbooks", "p/1"), Status: document.Draft}},
				},
				{ID: "old", Title: emojiTitle, Archived: true, Found: true, Tasks: []libraryTask{{ID: "t3", Title: "Closed", Found: true}}},
			},
			Tasks:     []libraryTask{{ID: "lone", Title: emojiTitle, Found: true}},
			Templates: []libraryTemplate{{ID: "f", Title: rtlTitle, Format: "form.io", Source: markupTitle, Steps: 1}, {ID: "own", Title: "Sign-off", Description: emojiTitle}},
			Cursor:    "e.9.0",
		}),
		"library-empty":   libraryPage(libraryView{Cursor: "snapshot"}),
		"library-nothing": libraryPage(libraryView{Words: markupTitle, Modules: []libraryModule{{ID: "m", Title: "Other"}}}),
		"editor":          editorPage(editorView{Playbook: tree, Session: `s"1`, User: "<local>", Talk: awkwardTalk(), Running: "t2", Cursor: "e.9.0"}),
		"editor-empty":    editorPage(editorView{Playbook: projections.PlaybookTree{Playbook: projections.Playbook{ID: "p2", Title: "New", Status: document.Draft}}}),
		"task":            taskPage(taskView{Task: tree.Modules[0].Tasks[0], Context: schemas.InPlaybook, Playbook: markupTitle, Module: rtlTitle, Status: document.Draft, Lock: &lock{User: "<bea>"}, User: "local", Talk: awkwardTalk()[:1], Cursor: "e.9.0"}),
		"turn":            turnPage(awkwardTurn()),
		"sessions": sessionsPage(sessionsView{Sessions: []sessionCard{{
			Session:       projections.Session{ID: "s1234567890abcdef", Playbook: "p/1", Turns: 2, PinnedDomain: schemas.Guide, LastAt: stamp},
			PlaybookTitle: markupTitle, Latest: []projections.Turn{{ID: "t1", Text: rtlTitle, Status: schemas.TurnCancelled, Domain: schemas.Guide}},
		}}}),
		"operations": operationsPage(operationsView{Sync: "always", Head: 12, Lag: 3, Epoch: "e", Build: "test",
			State: projections.State{AsOf: schemas.Position{Seq: 9}, Version: "v", Damaged: []projections.Damage{{File: "/data/<b>", Reason: markupTitle}}},
			Letters: []projections.DeadLetter{
				{Seq: 5, Type: "playbook.renamed", Boundary: schemas.PlaybookBoundary, BoundaryID: markupTitle, Reason: rtlTitle},
				{Seq: 6, Type: "playbook.renamed", Boundary: schemas.PlaybookBoundary, BoundaryID: "p2", Waiting: true},
			}}),
		"problem": problemPage(problemView{Title: "There is no such turn", Detail: markupTitle, Again: true}),
	} {
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
	path := filepath.Join("testdata", "pages", name)
	if *updatePages {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
