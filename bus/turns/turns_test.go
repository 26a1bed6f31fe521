package turns

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

var session = schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: "s1"}

// a noted turn writes down what it is told.
type noted struct{ lines *[]string }

func (n noted) Take(r schemas.Record, again bool) {
	line := r.Draft.ID
	if again {
		line += " again"
	}
	*n.lines = append(*n.lines, line)
}

func book(t *testing.T, drafts ...schemas.Draft) (bus.Log, []schemas.Record) {
	t.Helper()
	log := bus.Mem()
	var all []schemas.Record
	for i, d := range drafts {
		rs, err := log.Append(t.Context(), session, uint64(i), time.Unix(int64(i), 0), d)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rs...)
	}
	return log, all
}

func draft(turn schemas.TurnID, id string, e schemas.Event) schemas.Draft {
	return schemas.Draft{ID: id, Turn: turn, Event: e, Actor: "system"}
}

func TestAWatchThatBeginsInTheMiddleReadsTheTurnsBeginningAgain(t *testing.T) {
	log, all := book(t,
		draft("t1", "t1/0", schemas.TurnRequested{Text: "a"}), draft("t2", "t2/0", schemas.TurnRequested{Text: "b"}),
		draft("t1", "t1/1", schemas.TurnStarted{}), draft("t1", "t1/2", schemas.TurnEnded{Status: schemas.TurnCompleted}),
	)
	var lines []string
	w := New(log, func(schemas.Record) Turn { return noted{&lines} })
	for _, r := range []schemas.Record{all[2], all[2], all[3]} { // one is offered twice
		if err := w.Take(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"t1/0 again", "t1/1", "t1/2"}, lines); diff != "" {
		t.Error(diff)
	}
	if len(w.kept) != 0 {
		t.Errorf("%d turns are kept that have ended", len(w.kept))
	}
}

func TestATurnThatWasLetGoIsMadeAgain(t *testing.T) {
	log, all := book(t,
		draft("t1", "t1/0", schemas.TurnRequested{Text: "a"}), draft("t2", "t2/0", schemas.TurnRequested{Text: "b"}), draft("t1", "t1/1", schemas.TurnStarted{}),
	)
	var lines []string
	w := New(log, func(schemas.Record) Turn { return noted{&lines} })
	w.most = 1
	for _, r := range all {
		if err := w.Take(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"t1/0", "t2/0", "t1/0 again", "t1/1"}, lines); diff != "" {
		t.Error(diff)
	}
}
