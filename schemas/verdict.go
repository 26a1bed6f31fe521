package schemas

// A Verdict is one ladder of an event, with what it was about.
type Verdict struct {
	Ladder Ladder
	About  string // tells the verdicts of one event apart: a step event's id; else ""
}

// Verdicts are the decisions that an event of a turn records: its ladder where it has
// one; of the plan of a flush, one for each step event that the screen dropped.
func Verdicts(e Event) []Verdict {
	switch e := e.(type) {
	case BucketComputed:
		return []Verdict{{Ladder: e.Ladder}}
	case TurnClassified:
		return []Verdict{{Ladder: e.Ladder}}
	case RedirectConsidered:
		return []Verdict{{Ladder: e.Ladder}}
	case TargetResolved:
		return []Verdict{{Ladder: e.Ladder}}
	case WriteRefused:
		return []Verdict{{Ladder: e.Ladder}}
	case AgentResolved:
		return []Verdict{{Ladder: e.Ladder}}
	case InterruptStale:
		return []Verdict{{Ladder: e.Ladder}}
	case FlushRefused:
		return []Verdict{{Ladder: e.Ladder}}
	case FlushPlanned:
		var dropped []Verdict
		for _, d := range e.Drops {
			outcome := string(TargetDrop) + " " + string(d.Reason)
			dropped = append(dropped, Verdict{About: d.Event, Ladder: Ladder{Rule: TargetRule, Rungs: []Rung{}, Outcome: outcome}})
		}
		return dropped
	}
	return nil
}
