package web

import (
	"context"
	"net/http"
	"strconv"

	"turnbook/projections"
	"turnbook/schemas"
)

// pastView is the screen as of an event of a turn.
type pastView struct {
	scene
	Stops        projections.Stops
	What, Detail string // the last event, in words
}

// readPast reads the screen that the address asks for; none where it asks for none.
func (p *pages) readPast(ctx context.Context, v *turnView, r *http.Request) error {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err == nil { // the slider, moved without a script
		at, err := p.store.NthEvent(ctx, p.vendor, v.Turn.ID, n)
		if err != nil {
			return err
		}
		v.Ask.At = positionText(at)
	}
	if v.Ask.At == "" {
		return nil
	}
	at, err := p.scenes.position(ctx, v.Turn, v.Ask.At)
	if err != nil {
		return err
	}
	view, err := parseID[schemas.ViewID]("view", string(v.Ask.View))
	if err != nil {
		return err
	}
	out := &pastView{}
	if out.scene, err = p.scenes.at(ctx, v.Turn, at, view); err != nil {
		return err
	}
	if out.Last.Event != nil {
		out.What, out.Detail = inWords(out.Last.Event)
		out.Detail = shown(out.Detail)
	}
	if out.What == "" {
		out.What = spoken(out.Last.Type)
	}
	v.Past = out
	out.Stops, _, err = p.store.Stops(ctx, p.vendor, v.Turn.ID, at)
	return err
}

// stopWords are the kinds of stops as buttons name them.
var stopWords = map[projections.StopKind]string{
	projections.StopEvent: "event", projections.StopDecision: "decision", projections.StopRefusal: "refusal",
	projections.StopDrop: "drop", projections.StopCard: "question",
}

// touched says whether a module holds something of the turn: such ones stand open.
func touched(m projections.ModuleTree) bool {
	for _, t := range m.Tasks {
		if unsavedIn(t.Steps) {
			return true
		}
	}
	return false
}

func unsavedIn(steps []projections.StepTree) bool {
	for _, s := range steps {
		if !s.Saved || s.Changed {
			return true
		}
		for _, b := range s.Branches {
			if unsavedIn(b.Steps) {
				return true
			}
		}
	}
	return false
}

// shownOn are the facts of a context that people ask for; the whole stands below them.
func shownOn(ui schemas.UIContext) [][2]string {
	playbook, _ := ui.PlaybookID()
	open, _ := ui.OpenTaskID()
	out := [][2]string{{"Page", ui.Page()}, {"Playbook on the canvas", string(playbook)}, {"Open task", string(open)}}
	if ui.BuilderMounted() {
		return append(out, [2]string{"Builder", "open"})
	}
	return append(out, [2]string{"Builder", "closed"})
}

// speaker is who said a message.
func speaker(m projections.Message) string {
	if m.Role == "user" {
		return "The user"
	}
	return agentName(m.Domain)
}
