package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

func itemsOf(parts ...string) []*item {
	var items []*item
	for i, p := range parts {
		items = append(items, &item{record: schemas.Record{Position: schemas.Position{Seq: uint64(i + 1)}}, part: []byte(p)})
	}
	return items
}

func partsOf(items []*item) []string {
	var parts []string
	for _, it := range items {
		parts = append(parts, string(it.part))
	}
	return parts
}

func everything(*item) bool { return true }

func TestAFeedKeepsUpToItsLimitAndThenNothing(t *testing.T) {
	f := newFeed(10, everything)
	f.offer(itemsOf("aaaa", "bbbb"))
	<-f.news
	if diff := cmp.Diff([]string{"aaaa", "bbbb"}, partsOf(f.take())); diff != "" || f.isFull() {
		t.Errorf("full is %v, items (-want +got):\n%s", f.isFull(), diff)
	}
	f.offer(itemsOf("cccc"))
	f.offer(itemsOf("d"))
	<-f.full
	if items := f.take(); len(items) != 0 {
		t.Errorf("a full feed hands out %q", partsOf(items))
	}
}

func TestWhatIsTakenCountsUntilItIsSent(t *testing.T) {
	f := newFeed(10, everything)
	f.offer(itemsOf("aaaa", "bbbb"))
	for _, it := range f.take() {
		f.sent(it)
	}
	f.offer(itemsOf("cccc", "dddd"))
	if diff := cmp.Diff([]string{"cccc", "dddd"}, partsOf(f.take())); diff != "" || f.isFull() {
		t.Errorf("full is %v, items (-want +got):\n%s", f.isFull(), diff)
	}
	if f.mostBytes() != 8 {
		t.Errorf("at most %d bytes waited", f.mostBytes())
	}
}

func TestAFeedTakesOneItemOfAnySize(t *testing.T) {
	f := newFeed(10, everything)
	big := strings.Repeat("x", 100)
	f.offer(itemsOf(big))
	if diff := cmp.Diff([]string{big}, partsOf(f.take())); diff != "" || f.isFull() {
		t.Errorf("full is %v, items (-want +got):\n%s", f.isFull(), diff)
	}
}

func TestAFilterOnlyNarrows(t *testing.T) {
	record := func(kind schemas.BoundaryKind, id, playbook, turn, eventType string) schemas.Record {
		return schemas.Record{
			Entity: schemas.Entity{Vendor: "acme", Kind: kind, ID: id}, Type: eventType,
			Draft: schemas.Draft{Subject: schemas.Subject{Playbook: schemas.PlaybookID(playbook)}, Turn: schemas.TurnID(turn)},
		}
	}
	onTask := record(schemas.SessionBoundary, "s3", "p1", "t3", "task.step-added")
	onTask.Subject.Task = "k1"
	records := map[string]schemas.Record{
		"s1 on p1":   record(schemas.SessionBoundary, "s1", "p1", "t1", "task.step-added"),
		"s2 on p1":   record(schemas.SessionBoundary, "s2", "p1", "t2", "task.step-added"),
		"on a task":  onTask,
		"s1 alone":   record(schemas.SessionBoundary, "s1", "", "", "session.opened"),
		"p1":         record(schemas.PlaybookBoundary, "p1", "p1", "t1", "playbook.steps-flushed"),
		"p2":         record(schemas.PlaybookBoundary, "p2", "p2", "", "playbook.renamed"),
		"library":    record(schemas.LibraryBoundary, "library", "", "", "library.module-added"),
		"own view":   record(schemas.ViewBoundary, "v1", "", "", "view.context-changed"),
		"other view": record(schemas.ViewBoundary, "v2", "", "", "view.context-changed"),
		"project":    record(schemas.ProjectBoundary, "j1", "", "", "project.registered"),
		"workspace":  record(schemas.WorkspaceBoundary, "s1", "", "", "workspace.created"),
		"handle":     record(schemas.HandleBoundary, "h1", "", "", "handle.created"),
	}
	for name, c := range map[string]struct {
		filter filter
		want   []string
	}{
		"nothing asks for all":                     {filter{}, []string{"s1 on p1", "s2 on p1", "on a task", "s1 alone", "p1", "p2", "library", "own view", "other view", "project", "workspace", "handle"}},
		"a session is its own events":              {filter{session: "s1"}, []string{"s1 on p1", "s1 alone", "own view", "workspace"}},
		"a playbook is what all sessions do to it": {filter{playbook: "p1"}, []string{"s1 on p1", "s2 on p1", "on a task", "p1", "library", "own view"}},
		"both are one session on one playbook":     {filter{session: "s1", playbook: "p1"}, []string{"s1 on p1", "s1 alone", "p1", "library", "own view"}},
		"a turn is in every boundary":              {filter{session: "s1", turn: "t1"}, []string{"s1 on p1", "p1"}},
		"a task narrows further":                   {filter{playbook: "p1", task: "k1"}, []string{"on a task"}},
		"types narrow further":                     {filter{session: "s1", types: []string{"session.opened"}}, []string{"s1 alone"}},
	} {
		got, want := map[string]bool{}, map[string]bool{}
		for of, r := range records {
			got[of] = c.filter.wants(r, "v1")
		}
		for of := range records {
			want[of] = false
		}
		for _, of := range c.want {
			want[of] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestACursorSurvivesARoundTrip(t *testing.T) {
	c := cursor{"e7", schemas.Position{Seq: 1 << 60, Index: endOfMessage}}
	if got, err := parseCursor(c.String()); err != nil || got != c {
		t.Errorf("%s reads back as %v, %v", c, got, err)
	}
}

func TestEveryCodeHasAStatusOfItsOwn(t *testing.T) {
	for _, c := range Codes() {
		if status := statusOf(c); status == 500 && c != CodeInternal {
			t.Errorf("%s has no status", c)
		}
	}
}
