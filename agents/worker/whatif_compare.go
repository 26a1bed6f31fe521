package worker

import (
	"bytes"
	"encoding/json"

	"turnbook/schemas"
)

// compare holds what a message records of the turn against what was decided again.
func (t *Retaken) compare(recorded []schemas.Record, decided []schemas.Draft) {
	before, after := verdictsOf(recorded), draftVerdicts(decided)
	t.Decisions += len(before.order)
	for _, key := range before.order {
		b := before.by[key]
		a, taken := after.by[key]
		if taken && b.came == a.came {
			continue
		}
		o := b.Otherwise
		if taken {
			o.After = a.Before
		}
		t.Changed = append(t.Changed, o)
	}
	for _, key := range after.order {
		if _, taken := before.by[key]; taken {
			continue
		}
		o := after.by[key].Otherwise
		o.Before, o.After = nil, o.Before
		if len(recorded) > 0 {
			o.At = recorded[0].Position
		}
		t.Changed = append(t.Changed, o)
	}
	t.follow(recorded, decided)
}

// follow looks whether what follows from the decisions is what is recorded: what is
// asked, written, told. Where it is not, the book does not know how it would go on.
func (t *Retaken) follow(recorded []schemas.Record, decided []schemas.Draft) {
	var was, is []schemas.Event
	for _, r := range recorded {
		was = append(was, followers(r.Event)...)
	}
	for _, d := range decided {
		is = append(is, followers(d.Event)...)
	}
	for i := range max(len(was), len(is)) {
		u := Unknown{}
		if i < len(was) {
			u.Recorded = was[i]
		}
		if i < len(is) {
			u.Decided = is[i]
		}
		if u.Recorded != nil && u.Decided != nil && came(u.Recorded) == came(u.Decided) {
			continue
		}
		if len(recorded) > 0 {
			u.Seq = recorded[0].Seq
		}
		t.Unknown = &u
		return
	}
}

// followers is the event, if it follows from decisions and is neither one itself nor the
// change.
func followers(e schemas.Event) []schemas.Event {
	switch e.(type) {
	case schemas.BucketComputed, schemas.TurnClassified, schemas.RedirectConsidered, schemas.TargetResolved, schemas.TurnRequested:
		return nil
	}
	return []schemas.Event{e}
}

// A verdict is a decision with what it came to, as text: all that the event says but its
// rungs.
type verdict struct {
	Otherwise
	came string
}

// A verdictKey tells the decisions of one message apart: the nth of a rule, or the one
// about a step event.
type verdictKey struct {
	rule, about string
	n           int
}

type verdicts struct {
	order []verdictKey
	by    map[verdictKey]verdict
}

func (v *verdicts) add(at schemas.Position, e schemas.Event) {
	for _, found := range schemas.Verdicts(e) {
		l := found.Ladder
		key := verdictKey{rule: schemas.Rule(l.Rule).Name(), about: found.About}
		for _, taken := v.by[key]; taken; _, taken = v.by[key] {
			key.n++
		}
		text := l.Outcome
		if found.About == "" { // else the rest of the event is about others
			text += " " + came(e)
		}
		v.order = append(v.order, key)
		v.by[key] = verdict{Otherwise{At: at, Type: e.EventType(), Rule: key.rule, About: found.About, Before: &l}, text}
	}
}

func verdictsOf(records []schemas.Record) verdicts {
	v := verdicts{by: make(map[verdictKey]verdict)}
	for _, r := range records {
		v.add(r.Position, r.Event)
	}
	return v
}

func draftVerdicts(drafts []schemas.Draft) verdicts {
	v := verdicts{by: make(map[verdictKey]verdict)}
	for _, d := range drafts {
		v.add(schemas.Position{}, d.Event)
	}
	return v
}

// looks are the members of an event that say what a decision looked at, and not what it
// came to.
var looks = []string{"ladder", "basis", "bucket", "previous"}

// came is what an event came to: its data without what it looked at.
func came(e schemas.Event) string {
	raw, err := json.Marshal(e)
	if err != nil {
		return e.EventType() + " " + err.Error()
	}
	var data map[string]json.RawMessage
	if json.Unmarshal(raw, &data) != nil {
		return e.EventType() + " " + string(raw)
	}
	for _, name := range looks {
		delete(data, name)
	}
	raw, err = json.Marshal(data)
	if err != nil {
		return e.EventType() + " " + err.Error()
	}
	return e.EventType() + " " + string(bytes.TrimSpace(raw))
}

func recordsOf(message []schemas.Record, id schemas.TurnID) (of []schemas.Record) {
	for _, r := range message {
		if r.Turn == id {
			of = append(of, r)
		}
	}
	return of
}

func draftsOf(drafts []schemas.Draft, id schemas.TurnID) (of []schemas.Draft) {
	for _, d := range drafts {
		if d.Turn == id {
			of = append(of, d)
		}
	}
	return of
}
