package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"turnbook/schemas"
	"turnbook/web/client"
)

// errCutOff is an answer that ends before its end.
var errCutOff = errors.New("the server's answer broke off before its end; ask again")

// An otherwiseError says that decisions do not come out as they stand in the book.
type otherwiseError struct{ decisions int }

func (e *otherwiseError) Error() string {
	return counted(e.decisions, "event") + " of the book are decided otherwise by today's rules"
}

// A whatIfLine is a line of the server's answer.
type whatIfLine struct {
	Type      string          `json:"type"`
	Turn      schemas.TurnID  `json:"turn"`
	Changed   []changed       `json:"changed"`
	Unknown   *unknownFrom    `json:"unknown"`
	Done      uint64          `json:"done"`
	Of        uint64          `json:"of"`
	Turns     int             `json:"turns"`
	Decisions int             `json:"decisions"`
	Named     int             `json:"named"`
	Differing int             `json:"differing"`
	Left      int             `json:"left"`
	Problem   json.RawMessage `json:"problem"`
}

func (l whatIfLine) problem() error {
	p := &client.Problem{Raw: l.Problem}
	if err := json.Unmarshal(l.Problem, p); err != nil {
		return fmt.Errorf("read a problem of redecide: %w", err)
	}
	return p
}

// changed is a decision that would differ.
type changed struct {
	Turn     schemas.TurnID `json:"turn"`
	Seq      uint64         `json:"seq"`
	Index    int            `json:"idx"`
	Rule     string         `json:"rule"`
	Question string         `json:"question"`
	About    string         `json:"about"`
	Before   *toldLadder    `json:"before"`
	After    *toldLadder    `json:"after"`
	Recorded string         `json:"recorded"`
	Decided  string         `json:"decided"`
	Link     string         `json:"link"`
}

type toldLadder struct {
	Rule    string `json:"rule"`
	Outcome string `json:"outcome"`
	Answer  string `json:"answer"`
}

func (l *toldLadder) String() string {
	if l == nil {
		return "not decided"
	}
	return visible(l.Answer) + " (" + visible(l.Rule) + ")"
}

type unknownFrom struct {
	Seq     uint64 `json:"seq"`
	Because string `json:"because"`
}

// whatIfTold gathers what differs by rule: the first of each, and how many there are.
type whatIfTold struct {
	groups map[string][]changed
	counts map[string]int
	left   map[string]*leftBook // by why
	sum    whatIfLine
}

// leftBook counts turns that would have gone where nothing is recorded.
type leftBook struct {
	turns int
	first schemas.TurnID
	seq   uint64
}

// mostTold is how many decisions of a rule are told to a person.
const mostTold = 100

func newWhatIfTold() *whatIfTold {
	return &whatIfTold{groups: make(map[string][]changed), counts: make(map[string]int), left: make(map[string]*leftBook)}
}

func (t *whatIfTold) add(l whatIfLine) {
	for _, c := range l.Changed {
		t.counts[c.Rule]++
		if len(t.groups[c.Rule]) < mostTold {
			t.groups[c.Rule] = append(t.groups[c.Rule], c)
		}
	}
	if l.Unknown == nil {
		return
	}
	b, ok := t.left[l.Unknown.Because]
	if !ok {
		b = &leftBook{first: l.Turn, seq: l.Unknown.Seq}
		t.left[l.Unknown.Because] = b
	}
	b.turns++
}

func (t *whatIfTold) print(w io.Writer, changes bool) {
	for _, rule := range slices.Sorted(maps.Keys(t.groups)) {
		group := t.groups[rule]
		fmt.Fprintf(w, "%s: %s (%s)\n", visible(rule), visible(group[0].Question), counted(t.counts[rule], "decision"))
		for _, c := range group {
			c.print(w)
		}
		if more := t.counts[rule] - len(group); more > 0 {
			fmt.Fprintf(w, "  and %d more; --json tells them all\n", more)
		}
		fmt.Fprintln(w)
	}
	for _, why := range slices.Sorted(maps.Keys(t.left)) {
		b := t.left[why]
		fmt.Fprintf(w, "Turn %s: from event %d on nothing is recorded, since %s", visible(string(b.first)), b.seq, visible(why))
		if b.turns > 1 {
			fmt.Fprintf(w, "; so in %s more", counted(b.turns-1, "turn"))
		}
		fmt.Fprintln(w, ".")
	}
	t.printSum(w, changes)
}

func (t *whatIfTold) printSum(w io.Writer, changes bool) {
	if t.sum.Named > t.sum.Turns && t.sum.Turns > 0 {
		fmt.Fprintf(w, "The first %s of %d: narrow it, or raise --limit.\n", counted(t.sum.Turns, "turn"), t.sum.Named)
	}
	again := counted(t.sum.Decisions, "decision") + " taken again"
	if t.sum.Turns > 0 {
		again += " in " + counted(t.sum.Turns, "turn")
	}
	switch {
	case t.sum.Differing == 0 && changes:
		fmt.Fprintf(w, "%s; none would differ.\n", again)
	case t.sum.Differing == 0:
		fmt.Fprintf(w, "%s; all come out as they stand in the book.\n", again)
	default:
		fmt.Fprintf(w, "%s; %d differ.\n", again, t.sum.Differing)
	}
}

func (c changed) print(w io.Writer) {
	fmt.Fprintf(w, "  turn %s at %d.%d", visible(string(c.Turn)), c.Seq, c.Index)
	if c.About != "" {
		fmt.Fprintf(w, ", step of event %s", visible(c.About))
	}
	fmt.Fprintln(w)
	if c.Recorded != "" || c.Decided != "" {
		fmt.Fprintf(w, "    the book has  %s\n    it comes out  %s\n", shorten(visible(c.Recorded), 400), shorten(visible(c.Decided), 400))
		return
	}
	fmt.Fprintf(w, "    it was       %s\n    it would be  %s\n", c.Before, c.After)
}
