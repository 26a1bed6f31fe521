package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"turnbook/schemas"
)

// An event is a CloudEvent of the log, as far as the command line reads it.
type event struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	Source  string          `json:"source"`
	About   string          `json:"subject"`
	Time    time.Time       `json:"time"`
	Actor   string          `json:"actor"`
	Turn    schemas.TurnID  `json:"correlationid"`
	Data    json.RawMessage `json:"data"`
	subject schemas.Subject
	fact    schemas.Event // nil where it can't be read; err says why
	err     error
}

// readEvent reads a stored event. data is its data where that is kept elsewhere. What
// can't be read is an event with a nil fact.
func readEvent(stored, data json.RawMessage) event {
	var e event
	if err := json.Unmarshal(stored, &e); err != nil {
		return event{err: err}
	}
	if e.Data == nil {
		e.Data = data
	}
	e.subject, e.err = schemas.ParseSubject(e.About)
	if e.Data == nil {
		e.err = fmt.Errorf("its data is kept apart from it")
		return e
	}
	e.fact, e.err = schemas.Decode(e.Type, e.Data)
	return e
}

// who is the event's actor, short: "local", "router", "system".
func (e event) who() string {
	if _, name, ok := strings.Cut(e.Actor, "/"); ok {
		return name
	}
	return e.Actor
}

// summary is the event in one sentence that is safe to print.
func (e event) summary() string {
	if e.fact == nil {
		return "can't be read: " + visible(fmt.Sprint(e.err))
	}
	for _, say := range []func(event) string{sayTurn, sayWork, sayStep, sayBoundary, sayCard, sayDocument, saySession, sayWorkspace, sayHandle} {
		if s := say(e); s != "" {
			return s
		}
	}
	return "no words for it: " + shorten(visible(string(e.Data)), 100)
}
