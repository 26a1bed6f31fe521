package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"turnbook/agents"
	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// run does one effect and returns what came of it. An error is a breakdown: the
// turn is left to its wake.
func (rt *Runtime) run(ctx context.Context, s *session, e turn.Effect) (turn.Input, error) {
	switch e := e.(type) {
	case turn.CallModel:
		return rt.callModel(ctx, s, e)
	case turn.EditDocument:
		return rt.editForTurn(ctx, s, e)
	case turn.Watch:
		if !rt.waitUntil(ctx, e.At) {
			return nil, nil
		}
		return turn.Expired{Lane: e.Lane}, nil
	case turn.LookBack:
		return rt.lookBack(ctx, s, e)
	case turn.FlushInto:
		return rt.flush(ctx, s, e)
	case turn.ResolveAgent:
		return rt.resolveAgent(ctx, s, e)
	case turn.RunTool:
		return rt.runTool(ctx, s, e)
	default:
		return nil, fmt.Errorf("worker: no way to do %T", e)
	}
}

// waitUntil waits for a moment; false when ctx ended first.
func (rt *Runtime) waitUntil(ctx context.Context, at time.Time) bool {
	pause := at.Sub(rt.o.Clock())
	if pause <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// maxAnswer is the largest answer that is taken, in bytes of text and arguments.
const maxAnswer = 4 << 20

// callModel asks a model. Whatever goes wrong with the model is an input: the engine
// knows what to do about it.
func (rt *Runtime) callModel(ctx context.Context, s *session, e turn.CallModel) (turn.Input, error) {
	if !rt.waitUntil(ctx, e.NotBefore) {
		return nil, nil
	}
	bare, id, err := rt.request(ctx, s, e)
	if err != nil {
		return nil, err
	}
	part, err := rt.casting(ctx, s, e.Agent, &bare)
	if err != nil {
		return nil, err
	}
	req, asked := part.Dress(bare)
	if asked.Prompt, err = rt.texts.keep(ctx, rt.o.Texts, agents.PromptOf(req)); err != nil {
		return nil, err
	}
	timed, cancel := context.WithTimeout(ctx, e.Deadline.Sub(rt.o.Clock())) // by the clock that set it
	defer cancel()
	said := rt.speech(s.entity, id, e.ModelCalled)
	answer, err := hear(timed, part.Model, req, said.add)
	said.end(err == nil)
	if ctx.Err() != nil {
		return nil, nil
	}
	failed := turn.Failed{ModelFailed: schemas.ModelFailed{Call: e.Call, Lane: e.Lane, Code: schemas.CodeModelError, Asked: &asked}}
	var known *agents.Error
	switch {
	case err == nil:
		answer.Call, answer.Lane, answer.Asked = e.Call, e.Lane, &asked
		return turn.Answered{ModelAnswered: answer}, nil
	case timed.Err() != nil:
		failed.Code, failed.Message = schemas.CodeModelTimeout, fmt.Sprintf("no answer by %s", e.Deadline.Format(time.RFC3339))
	case errors.As(err, &known):
		failed.Code, failed.Message, failed.After = known.Code, known.Message, int(known.After.Milliseconds())
	default:
		failed.Message = err.Error()
	}
	failed.Message = plain(failed.Message)
	return failed, nil
}

// request builds what the model is given, from the session and the documents as they
// stand, and names the turn.
func (rt *Runtime) request(ctx context.Context, s *session, e turn.CallModel) (agents.Request, schemas.TurnID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return agents.Request{}, "", err
	}
	w, release, err := rt.books.world(ctx, s.entity.Vendor, turn.Documents(s.state, nil))
	if err != nil {
		return agents.Request{}, "", err
	}
	defer release()
	req, err := turn.Request(s.state, w, e)
	if err != nil {
		return agents.Request{}, "", err
	}
	return req, s.state.Running.ID, nil // there is one: it is what was asked for
}

// hear listens to a model to the end of its answer, and hands its text on as it comes.
// A model that panics has failed, and takes nobody with it.
func hear(ctx context.Context, m agents.Model, r agents.Request, said func(text string)) (a schemas.ModelAnswered, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the model's adapter panicked: %v", p)
		}
	}()
	a.Model = m.Name()
	var text strings.Builder
	size, done := 0, false
	for part, err := range m.Stream(ctx, r) {
		if err != nil {
			return a, err
		}
		switch part := part.(type) {
		case agents.Text:
			size += len(part)
			text.WriteString(string(part))
			said(string(part))
		case agents.Reasoning:
			size += len(part)
		case agents.Call:
			size += len(part.Args)
			a.ToolCalls = append(a.ToolCalls, cleanCall(schemas.ToolRequest(part)))
		case agents.Done:
			done = true
			a.Stop, a.Usage = part.Stop, part.Usage
			if part.Model != "" {
				a.Model = part.Model
			}
		default:
			return a, fmt.Errorf("the model's adapter sent a %T", part)
		}
		if size > maxAnswer {
			return a, &agents.Error{Code: schemas.CodeModelUnusable, Message: fmt.Sprintf("the answer exceeds %d bytes", maxAnswer)}
		}
	}
	if !done {
		return a, &agents.Error{Code: schemas.CodeModelCut, Message: "the answer broke off"}
	}
	a.Text = plain(text.String())
	return a, nil
}

// plain is text that the book can hold: UTF-8.
func plain(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// cleanCall makes a tool call one that the book can hold. Arguments that are no JSON
// are kept as text, so that the refusal can show them.
func cleanCall(c schemas.ToolRequest) schemas.ToolRequest {
	c.ID, c.Name = plain(c.ID), plain(c.Name)
	if len(c.Args) == 0 {
		c.Args = nil
		return c
	}
	if ok, err := canon.JSON(c.Args); err == nil {
		c.Args = ok
		return c
	}
	c.Args, _ = json.Marshal(plain(string(c.Args))) // text always marshals
	return c
}

// lookBack reads what the origin view showed. Without a view, it is what came with
// the message.
func (rt *Runtime) lookBack(ctx context.Context, s *session, e turn.LookBack) (turn.Input, error) {
	if e.View == "" {
		return turn.Seen{Timeline: turn.Timeline{{Context: e.Context}}}, nil
	}
	entity := viewEntity(s.entity.Vendor, e.View)
	timeline, seq, err := readTimeline(ctx, rt.o.Log, entity, 0, e.Context)
	if err != nil {
		return nil, err
	}
	return turn.Seen{Timeline: timeline, Basis: schemas.Basis{entity.String(): seq}}, nil
}

// readTimeline reads a view's contexts, up to a position if to is not 0, and how far
// it has read. Before the view's first context stands the message's.
func readTimeline(ctx context.Context, log bus.Log, view schemas.Entity, to uint64, first schemas.UIContext) (turn.Timeline, uint64, error) {
	timeline, seq := turn.Timeline{{Context: first}}, uint64(0)
	q := bus.Of(view)
	q.To = to
	for r, err := range log.Read(ctx, q) {
		if err != nil {
			return nil, 0, fmt.Errorf("read %s: %w", view, err)
		}
		seq = r.Seq
		if e, ok := r.Event.(schemas.ViewContextChanged); ok {
			timeline = append(timeline, turn.Sight{Seq: r.Seq, Context: e.UIContext})
		}
	}
	return timeline, seq, nil
}
