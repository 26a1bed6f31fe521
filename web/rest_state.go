package web

import (
	"context"

	"turnbook/projections"
	"turnbook/schemas"
)

type stateOf struct {
	ID   string `path:"id" doc:"the turn"`
	At   string `query:"at" doc:"after which event: <seq>.<index>, or <seq> for the whole message; absent for the turn as it stands"`
	View string `query:"view" doc:"whose screen; absent for that of the view that the turn came from"`
}

// turnState is a snapshot of the past: its members are named as those of a snapshot frame.
type turnState struct {
	At       string                    `json:"at" doc:"the position that was asked for"`
	AsOf     projections.AsOf          `json:"as_of" doc:"the turn's last event up to there"`
	Type     string                    `json:"type" doc:"the type of that event"`
	Time     projections.Stamp         `json:"time" doc:"and its time"`
	Turn     projections.Turn          `json:"turn" doc:"how far the turn was; what models and tools it had used is in none of its counts"`
	View     schemas.ViewID            `json:"view_id" doc:"whose screen it is; empty where the turn came without a view"`
	Context  schemas.UIContext         `json:"context" doc:"what that screen showed"`
	Tree     *projections.PlaybookTree `json:"playbook" doc:"the playbook on the canvas with the turn's unsaved steps; null for none"`
	Task     *projections.TaskTree     `json:"task" doc:"the task of the library that was open; null for none"`
	Messages []projections.Message     `json:"messages" doc:"what the turn had said"`
	Rows     []projections.Row         `json:"rows"`
	Cards    []projections.Interrupt   `json:"cards" doc:"those that waited for an answer"`
	Replies  []string                  `json:"replies"`
}

func (r *rest) turnState(ctx context.Context, in *stateOf, _ none) (turnState, error) {
	view, err := parseID[schemas.ViewID]("view", in.View)
	if err != nil {
		return turnState{}, err
	}
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return turnState{}, err
	}
	at, err := r.scenes.position(ctx, t, in.At)
	if err != nil {
		return turnState{}, err
	}
	m, err := r.scenes.at(ctx, t, at, view)
	if err != nil {
		return turnState{}, err
	}
	return turnState{
		At: positionText(at), AsOf: projections.AsOf{Seq: m.Last.Seq, Index: m.Last.Index, Epoch: r.o.Log.Epoch()},
		Type: m.Last.Type, Time: projections.StampOf(m.Last.Time), Turn: m.Turn, View: m.View, Context: m.Context,
		Tree: m.Tree, Task: m.Task, Messages: all(m.Messages), Rows: all(m.Rows), Cards: all(m.Cards), Replies: all(m.Replies),
	}, nil
}
