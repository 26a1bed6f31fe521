package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/web/client"
)

func pieceOf(call string, offset int, text string) client.Frame {
	return client.Frame{Type: "delta", Call: schemas.CallID(call), Offset: offset, Text: text}
}

func TestAMessageOnATerminalGrowsAndStandsOnce(t *testing.T) {
	const whole = "One two.\r\nThree\x1b[2J four.\n"
	m := schemas.MessageWritten{Call: "m1", Text: whole}
	const standing = "\nOne two.\nThree␛[2J four.\n\n"
	for _, c := range []struct {
		name   string
		pieces []client.Frame
		before string // what is seen before the message is finished
		after  string // and then
		stands bool
	}{
		{"in pieces", []client.Frame{pieceOf("m1", 0, "One "), pieceOf("m1", 4, "two.\r\n"), pieceOf("m1", 10, "Three\x1b")}, "\nOne two.\nThree␛", standing, true},
		{"all of it", []client.Frame{pieceOf("m1", 0, whole)}, "\nOne two.\nThree␛[2J four.", standing, true},
		{"a gap", []client.Frame{pieceOf("m1", 0, "One "), pieceOf("m1", 6, "o.")}, "\nOne ", standing, true},
		{"its beginning was missed", []client.Frame{pieceOf("m1", 4, "two.")}, "", "", false},
		{"nothing heard", nil, "", "", false},
		{"an attempt that failed before", []client.Frame{pieceOf("m0", 0, "Wel"), pieceOf("m1", 0, "One")}, "\nWel…\n\nOne", "\nWel…" + "\n" + standing, true},
		{"only an attempt that failed", []client.Frame{pieceOf("m0", 0, "Wel")}, "\nWel", "\nWel", false},
		{"words that were not kept", []client.Frame{pieceOf("m1", 0, "Two")}, "\nTwo", "\nTwo…\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			l := writing{w: &out}
			for _, d := range c.pieces {
				l.hear(d)
			}
			before := out.String()
			stands := l.finish(m)
			if diff := cmp.Diff([]any{c.before, c.after, c.stands}, []any{before, out.String(), stands}); diff != "" {
				t.Errorf("seen (-want +got):\n%s", diff)
			}
		})
	}
}

// What else happens stands on lines of its own, and the message goes on behind it.
func TestALineBesideAMessageStandsAlone(t *testing.T) {
	var out bytes.Buffer
	a := &asking{out: &out, live: writing{w: &out}}
	event := func(e schemas.Event) client.Frame {
		data, err := json.Marshal(map[string]any{"type": e.EventType(), "data": e})
		if err != nil {
			t.Fatal(err)
		}
		return client.Frame{Type: "event", Event: data}
	}
	for _, f := range []client.Frame{
		pieceOf("m1", 0, "Four"), event(schemas.ProgressTitled{Title: "Counting"}), event(schemas.ModelFailed{Call: "m9"}),
		pieceOf("m1", 4, " steps"), event(schemas.MessageWritten{Call: "m1", Text: "Four steps."}),
	} {
		if f.Type == "delta" {
			a.live.hear(f)
		} else {
			a.tell(readEvent(f.Event, f.Data), f)
		}
	}
	if want := "\nFour\n  “Counting”\n steps.\n\n"; out.String() != want {
		t.Errorf("seen\n%q\nwant\n%q", out.String(), want)
	}
}

func TestWhoeverDoesNotWatchSeesFinishedMessagesOnly(t *testing.T) {
	var out bytes.Buffer
	a := &asking{out: &out}
	a.live.hear(pieceOf("m1", 0, "Four"))
	a.tell(event{fact: schemas.MessageWritten{Call: "m1", Text: "Four steps."}}, client.Frame{})
	if want := "\nFour steps.\n\n"; out.String() != want || strings.Count(out.String(), "Four") != 1 {
		t.Errorf("seen %q", out.String())
	}
}
