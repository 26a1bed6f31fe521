package telemetry

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"turnbook/schemas"
)

// wanted is a span as the events say that it is, by its name, beginning and end.
type wanted struct{ what, from, to string }

func moment(at time.Time) string { return at.UTC().Format("15:04:05.000000") }

// spansOf works out from the events which spans there must be: a second reading of the
// book, by other means than the one under test.
func spansOf(events []schemas.Record) []wanted {
	agents, turns := make(map[schemas.LaneID]string), make(map[schemas.TurnID]*reading)
	var all []wanted
	for _, record := range events {
		r := turns[record.Turn]
		if r == nil {
			r = &reading{open: make(map[string]begun), agents: agents, all: &all}
			turns[record.Turn] = r
		}
		r.at = record.Time
		r.turn(record.Event)
		r.lane(record.Turn, record.Event)
		r.model(record.Event)
		r.tool(record.Event)
	}
	return all
}

// A reading is what of a turn has begun: the turn, its lanes and its calls, by their ids.
type reading struct {
	at     time.Time // of the event that is read
	open   map[string]begun
	paused map[string]begun          // what was open when its card was raised
	agents map[schemas.LaneID]string // of every lane
	all    *[]wanted
}

type begun struct {
	what string
	at   time.Time
}

func (r *reading) begin(id, what string) { r.open[id] = begun{what, r.at} }

func (r *reading) end(id string) {
	if b, ok := r.open[id]; ok {
		*r.all = append(*r.all, wanted{b.what, moment(b.at), moment(later(b.at, r.at))})
		delete(r.open, id)
	}
}

func (r *reading) endAll() {
	for id := range r.open {
		r.end(id)
	}
}

func (r *reading) turn(e schemas.Event) {
	switch e.(type) {
	case schemas.TurnStarted, schemas.InterruptSuperseded:
		r.begin("turn", "invoke_workflow turnbook.turn")
	case schemas.InterruptRaised:
		r.paused = maps.Clone(r.open)
		r.endAll()
	case schemas.InterruptAnswered:
		for id, b := range r.paused {
			r.begin(id, b.what)
		}
	case schemas.TurnEnded:
		r.endAll()
	}
}

func (r *reading) lane(turn schemas.TurnID, e schemas.Event) {
	switch e := e.(type) {
	case schemas.DomainDispatched:
		r.begin("m", "invoke_agent "+string(e.Domain))
	case schemas.TurnHandedBack:
		r.end("m")
	case schemas.TurnClassified:
		r.end("r")
	case schemas.LaneQueued:
		r.agents[e.Lane] = e.Agent
	case schemas.LaneStarted:
		r.begin(string(e.Lane), "invoke_agent "+r.agents[e.Lane])
	case schemas.LaneEnded:
		for call := range r.open { // its time was up for them, too
			if strings.HasPrefix(call, fmt.Sprintf("%s.%s.", turn, e.Lane)) {
				r.end(call)
			}
		}
		r.end(string(e.Lane))
	}
}

func (r *reading) model(e schemas.Event) {
	switch e := e.(type) {
	case schemas.ModelCalled:
		if _, out := r.open["r"]; e.Agent == "router" && !out {
			r.begin("r", "invoke_agent router")
		}
		r.open[string(e.Call)] = begun{"chat", later(r.at, e.NotBefore)}
	case schemas.ModelAnswered:
		b := r.open[string(e.Call)]
		b.what = "chat " + e.Model
		r.open[string(e.Call)] = b
		r.end(string(e.Call))
	case schemas.ModelFailed:
		r.end(string(e.Call))
	}
}

func (r *reading) tool(e schemas.Event) {
	switch e := e.(type) {
	case schemas.ToolCalled:
		name := "execute_tool " + e.Tool
		if e.Tool == "return_to_router" {
			name += " router"
		}
		r.begin(string(e.Call), name)
	case schemas.ToolReturned:
		r.end(string(e.Call))
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
