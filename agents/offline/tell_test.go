package offline_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnbook/agents/turn"
	"turnbook/schemas"
)

// tell says what a turn came to, as the cells of the page do.
func tell(id schemas.TurnID, records []schemas.Record, notes []string) happens {
	s := story{id: id, cards: map[schemas.CardID]int{}, briefed: map[schemas.LaneID]bool{}, refused: map[schemas.CallID]bool{}}
	for _, r := range records {
		s.hear(r.Event)
	}
	return happens{
		who:   strings.Join(s.who, " → "),
		calls: orNone(strings.Join(append(s.own, s.laneCalls()...), ", ")),
		comes: orNone(strings.Join(slices.Concat(s.noes(), s.comes, s.said(), notes, s.end), " · ")),
	}
}

func orNone(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// A story collects what a turn's events say.
type story struct {
	id      schemas.TurnID
	who     []string
	own     []string // calls of the turn's own lane
	lanes   []schemas.ToolCalled
	briefed map[schemas.LaneID]bool
	order   []schemas.LaneID
	target  []string
	codes   []string
	refused map[schemas.CallID]bool
	told    []string
	comes   []string // cards, replies, titles, drops
	cards   map[schemas.CardID]int
	text    []string
	end     []string
}

func (s *story) hear(e schemas.Event) {
	switch e := e.(type) {
	case schemas.DomainDispatched:
		who := string(e.Domain)
		if e.By != "router" {
			who += " (" + e.By + ")"
		}
		s.who = append(s.who, who)
	case schemas.TargetResolved:
		if !e.OK() {
			s.target = append(s.target, "target `"+e.Ladder.Outcome+"`")
		}
	case schemas.LaneQueued:
		s.order = append(s.order, e.Lane)
		s.briefed[e.Lane] = e.Brief != "" || e.Agent != "step-writer"
	case schemas.ToolCalled:
		if e.Lane == schemas.MainLane {
			said := e.Tool + " " + string(e.Args)
			if e.Tool == "emit_suggest_replies" {
				said = e.Tool // the last cell tells what was offered
			}
			s.own = append(s.own, s.code(said))
			return
		}
		s.lanes = append(s.lanes, e)
	case schemas.WriteRefused:
		s.refused[e.Call] = true
		s.codes = append(s.codes, string(e.Code))
	case schemas.ToolReturned:
		if e.Code != "" && !s.refused[e.Call] {
			s.told = append(s.told, "told `"+string(e.Code)+"`")
		}
	case schemas.ProgressTitled:
		s.comes = append(s.comes, "progress "+s.code(e.Title))
	case schemas.RepliesSuggested:
		var quoted []string
		for _, r := range e.Replies {
			quoted = append(quoted, s.code(r))
		}
		s.comes = append(s.comes, "offers "+strings.Join(quoted, ", "))
	case schemas.FlushPlanned:
		for _, d := range e.Drops {
			s.comes = append(s.comes, "drops `"+string(d.Reason)+"`")
		}
	case schemas.MessageWritten:
		s.text = append(s.text, e.Text)
	case schemas.TurnEnded:
		s.ended(e)
	default:
		s.card(e)
	}
}

func (s *story) ended(e schemas.TurnEnded) {
	if e.Status != schemas.TurnCompleted {
		s.end = append(s.end, string(e.Status))
	}
	if e.Stop != schemas.StopEnd {
		s.end = append(s.end, "stops `"+string(e.Stop)+"`")
	}
	if e.Closing != "" {
		s.end = append(s.end, "closes "+s.code(e.Closing))
	}
}

// card tells a card once, with what became of it.
func (s *story) card(e schemas.Event) {
	settle := func(id schemas.CardID, how string) { s.comes[s.cards[id]] += ", " + how }
	switch e := e.(type) {
	case schemas.InterruptRaised:
		var titles []string
		for _, t := range e.Targets {
			titles = append(titles, "“"+t.Title+"”")
		}
		said := "card: " + strings.Join(titles, ", ")
		if n := len(e.Cascade); n > 0 {
			said += fmt.Sprintf(" with %d that they hold", n)
		}
		s.cards[e.Card] = len(s.comes)
		s.comes = append(s.comes, said)
	case schemas.InterruptAnswered:
		settle(e.Card, map[schemas.CardDecision]string{schemas.Confirm: "confirmed", schemas.Decline: "declined"}[e.Decision])
	case schemas.InterruptStale:
		settle(e.Card, "stale")
	case schemas.InterruptSuperseded:
		settle(e.Card, "superseded")
	}
}

// laneCalls are the calls of sub-agents with a brief, lane by lane.
func (s *story) laneCalls() []string {
	var out []string
	for _, lane := range s.order {
		for _, c := range s.lanes {
			if c.Lane == lane && s.briefed[lane] {
				out = append(out, string(lane)+": "+s.code(c.Tool+" "+string(c.Args)))
			}
		}
	}
	return out
}

func (s *story) noes() []string {
	out := slices.Clone(s.target)
	slices.Sort(s.codes) // sub-agents work side by side
	for _, c := range slices.Compact(slices.Clone(s.codes)) {
		n := 0
		for _, other := range s.codes {
			if other == c {
				n++
			}
		}
		said := "refused `" + c + "`"
		if n > 1 {
			said += fmt.Sprintf(" %d times", n)
		}
		out = append(out, said)
	}
	return append(out, s.told...)
}

func (s *story) said() []string {
	if len(s.text) == 0 {
		return nil
	}
	return []string{"says " + s.code(strings.Join(s.text, " … "))}
}

// code puts a text on one line of a table. A turn's id is T there.
func (s *story) code(text string) string {
	text = strings.ReplaceAll(text, string(s.id), "T")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }), " / ")
	return "`" + strings.ReplaceAll(text, "|", "¦") + "`"
}

func codeOf(err error) string {
	var no *turn.Refused
	if errors.As(err, &no) {
		return string(no.Code)
	}
	return err.Error()
}
