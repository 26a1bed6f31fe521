package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

func word(call string, offset int, text string) bus.Delta {
	return bus.Delta{Vendor: "acme", Session: "s1", Turn: "t1", Call: schemas.CallID(call), Domain: schemas.Guide, Offset: offset, Text: text}
}

// overheard is a server's ear without a server, and one feed of session s1.
func overheard() (*deltas, *deltaFeed) {
	s := &Server{deltas: newDeltas(nil, nil, "acme")}
	return s.deltas, s.joinDeltas(filter{session: "s1"})
}

func tookOut(t *testing.T, when string, feed *deltaFeed, want ...bus.Delta) {
	t.Helper()
	if diff := cmp.Diff(want, feed.take()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func TestPiecesThatWaitBecomeOneWhereTheyGoOn(t *testing.T) {
	d, feed := overheard()
	for _, piece := range []bus.Delta{word("c1", 0, "One"), word("c1", 3, " two"), word("c1", 9, "gap"), word("c2", 12, "other"), word("c1", 12, "!")} {
		d.hand(piece)
	}
	<-feed.news
	tookOut(t, "pieces", feed, word("c1", 0, "One two"), word("c1", 9, "gap"), word("c2", 12, "other"), word("c1", 12, "!"))
	tookOut(t, "taken twice", feed)
}

func TestAReaderWhoIsTooSlowForPiecesLosesThem(t *testing.T) {
	d, feed := overheard()
	most := strings.Repeat("x", deltaRoom)
	d.hand(word("c1", 0, most))
	d.hand(word("c1", deltaRoom, "more"))
	tookOut(t, "full", feed, word("c1", 0, most))
	d.hand(word("c2", 0, "next"))
	tookOut(t, "empty again", feed, word("c2", 0, "next"))
	feed.leave()
	d.hand(word("c2", 4, "late"))
	tookOut(t, "who has left", feed)
}

func TestNothingOfAMessageThatIsOverIsHandedOut(t *testing.T) {
	for name, end := range map[string]schemas.Event{
		"written": schemas.MessageWritten{Call: "c1"}, "failed": schemas.ModelFailed{Call: "c1"}, "turn ended": schemas.TurnEnded{},
	} {
		t.Run(name, func(t *testing.T) {
			d, feed := overheard()
			d.hand(word("c1", 0, "waits"))
			d.settle([]schemas.Record{{Draft: schemas.Draft{Turn: "t1", Event: end}}})
			d.hand(word("c1", 5, "late"))
			other := word("c2", 0, "another turn")
			other.Turn = "t2"
			d.hand(other)
			tookOut(t, "after the end", feed, other)
		})
	}
}

func TestTheLastEndsAreRemembered(t *testing.T) {
	r := recent{has: map[string]bool{}}
	for n := range recentKeys + 2 {
		r.add(strings.Repeat("x", n))
	}
	r.add("x") // it was forgotten, and is remembered again
	var known []bool
	for _, n := range []int{0, 1, 2, 3, recentKeys, recentKeys + 1} {
		known = append(known, r.has[strings.Repeat("x", n)])
	}
	if diff := cmp.Diff([]bool{false, true, false, true, true, true}, known); diff != "" || len(r.has) != recentKeys || len(r.keys) != recentKeys {
		t.Errorf("%d and %d are remembered (-want +got):\n%s", len(r.has), len(r.keys), diff)
	}
}

func TestWhoGetsTheMessageOfOneConversationGetsItsPieces(t *testing.T) {
	for _, c := range []struct {
		filter filter
		want   bool
	}{
		{filter{session: "s1"}, true},
		{filter{session: "s1", playbook: "p1"}, true},
		{filter{session: "s1", turn: "t1"}, true},
		{filter{turn: "t1"}, true},
		{filter{session: "s1", types: []string{"turn.message-written"}}, true},
		{filter{session: "s1", types: []string{"turn.ended"}}, false},
		{filter{session: "s1", types: []string{}}, false},
		{filter{session: "s1", task: "t"}, false},
		{filter{session: "s1", turn: "t2"}, false},
		{filter{session: "s2"}, false},
		{filter{session: "s2", turn: "t1"}, false},
		{filter{turn: "t2"}, false},
		{filter{playbook: "p1"}, false},
		{filter{playbook: "p1", turn: "t1"}, false}, // its message names no playbook
		{filter{}, false},
	} {
		if got := c.filter.hears(word("c1", 0, "x")); got != c.want {
			t.Errorf("%+v hears: %v, want %v", c.filter, got, c.want)
		}
	}
}
