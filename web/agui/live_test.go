package agui

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// overhearing is a stream of one turn, which begins with its request.
func overhearing(t *testing.T) (s *stream, takes func(...schemas.Event), hears func(...bus.Delta), told func() string) {
	t.Helper()
	w := httptest.NewRecorder()
	waiting := []bus.Delta(nil)
	s = &stream{
		h: &Handler{lg: slog.New(slog.DiscardHandler), o: Options{Log: bus.Mem()}}, in: &Input{Thread: "thread", Run: "run"},
		out: newEncoder(w), th: newThread("s"), runID: "run", turn: "turn",
		pieces: Pieces{Take: func() []bus.Delta { defer func() { waiting = nil }(); return waiting }},
	}
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	takes = func(events ...schemas.Event) {
		t.Helper()
		for _, e := range events {
			_, err := s.take(record(e))
			must(err)
		}
	}
	must(s.out.send(moment{}, RunStarted{Thread: "thread", Run: "run", Protocol: Protocol}))
	takes(schemas.TurnRequested{Text: "Hello", MessageID: "user"}, schemas.TurnStarted{}, schemas.DomainDispatched{Domain: schemas.Guide})
	w.Body.Reset()
	hears = func(pieces ...bus.Delta) {
		t.Helper()
		waiting = pieces
		must(s.hear())
	}
	told = func() string {
		var lines []string
		for _, e := range framesOf(t, w.Body.String()) {
			line := text(e["type"]) + " " + text(e["messageId"]) + " " + text(e["delta"])
			if messages := e["messages"]; messages != nil {
				line = string(messages)
			}
			lines = append(lines, strings.TrimSpace(strings.TrimPrefix(line, "TEXT_MESSAGE_")))
		}
		return strings.Join(lines, "\n")
	}
	return s, takes, hears, told
}

func piece(call string, offset int, text string) bus.Delta {
	return bus.Delta{Session: "s", Turn: "turn", Call: schemas.CallID(call), Domain: schemas.Guide, Offset: offset, Text: text}
}

func called(id string) schemas.Event {
	return schemas.ModelCalled{Call: schemas.CallID(id), Lane: schemas.MainLane, Agent: "guide"}
}

func written(id, text string) schemas.Event {
	return schemas.MessageWritten{Call: schemas.CallID(id), Domain: schemas.Guide, Text: text}
}

// heard is a step of a test: a piece in place of an event of the log.
type heard struct {
	bus.Delta
	schemas.Event
}

func TestAMessageIsToldWhileItIsWritten(t *testing.T) {
	log := func(e schemas.Event) heard { return heard{Event: e} }
	hear := func(call string, offset int, text string) heard { return heard{Delta: piece(call, offset, text)} }
	const user = `[{"id":"user","role":"user","content":"Hello"}`
	for _, c := range []struct {
		name  string
		steps []heard
		want  string
	}{
		{"pieces that fit", []heard{log(called("m1")), hear("m1", 0, "One"), hear("m1", 3, " two"), log(written("m1", "One two three"))},
			"START m1\nCONTENT m1 One\nCONTENT m1  two\nCONTENT m1  three\nEND m1"},
		{"all of it in pieces", []heard{log(called("m1")), hear("m1", 0, "One"), log(written("m1", "One"))},
			"START m1\nCONTENT m1 One\nEND m1"},
		{"a gap", []heard{log(called("m1")), hear("m1", 0, "One"), hear("m1", 7, " three"), log(written("m1", "One two three"))},
			"START m1\nCONTENT m1 One\nCONTENT m1  two three\nEND m1"},
		{"its beginning was missed", []heard{log(called("m1")), hear("m1", 3, " two"), log(written("m1", "One two"))},
			"START m1\nCONTENT m1 One two\nEND m1"},
		{"a piece again", []heard{log(called("m1")), hear("m1", 0, "One"), hear("m1", 0, "One"), log(written("m1", "One"))},
			"START m1\nCONTENT m1 One\nEND m1"},
		{"a piece that is late", []heard{log(called("m1")), log(written("m1", "One")), hear("m1", 0, "One"), log(called("m2")), hear("m1", 0, "One")},
			"START m1\nCONTENT m1 One\nEND m1"},
		{"pieces ahead of the log", []heard{hear("m1", 0, "One"), hear("m1", 3, " two"), log(called("m1")), hear("m1", 7, "!"), log(written("m1", "One two!"))},
			"START m1\nCONTENT m1 One\nCONTENT m1  two\nCONTENT m1 !\nEND m1"},
		{"an attempt that fails, and the next", []heard{
			log(called("m1")), hear("m1", 0, "Wel"), log(schemas.ModelFailed{Call: "m1", Lane: schemas.MainLane}), hear("m1", 3, "l"),
			log(called("m2")), hear("m2", 0, "He"), log(written("m2", "Here"))},
			"START m1\nCONTENT m1 Wel\nEND m1\n" + user + "]\nSTART m2\nCONTENT m2 He\nCONTENT m2 re\nEND m2"},
		{"a call made again that says something else", []heard{log(called("m1")), hear("m1", 0, "Hel"), hear("m1", 0, "Good "), hear("m1", 5, "day"), log(written("m1", "Good day"))},
			"START m1\nCONTENT m1 Hel\nEND m1\n" + user + `,{"id":"m1","role":"assistant","content":"Good day"}]`},
		{"a call of which nothing was recorded", []heard{log(called("m1")), hear("m1", 0, "Hel"), log(called("m2"))},
			"START m1\nCONTENT m1 Hel\nEND m1\n" + user + "]"},
		{"another turn's, and a sub-agent's call", []heard{
			log(called("m1")), {Delta: bus.Delta{Turn: "other", Call: "m1", Text: "No"}}, log(schemas.ModelCalled{Call: "t0_0.1", Lane: "t0_0"}), hear("m1", 0, "Yes")},
			"START m1\nCONTENT m1 Yes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, takes, hears, told := overhearing(t)
			for _, s := range c.steps {
				if s.Event != nil {
					takes(s.Event)
				} else {
					hears(s.Delta)
				}
			}
			if diff := cmp.Diff(c.want, told()); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// A turn that is stopped in mid-message has no such message; its closing line shows once.
func TestATurnThatEndsInMidMessageTakesItBack(t *testing.T) {
	_, takes, hears, told := overhearing(t)
	takes(called("m1"))
	hears(piece("m1", 0, "Hel"))
	takes(schemas.TurnEnded{Status: schemas.TurnCancelled, Stop: schemas.StopCancelled, Closing: "Stopped."})
	want := `START m1
CONTENT m1 Hel
START turn.closing
CONTENT turn.closing Stopped.
END turn.closing
STATE_DELTA
END m1
[{"id":"user","role":"user","content":"Hello"},{"id":"turn.closing","role":"assistant","content":"Stopped."}]
STEP_FINISHED
RUN_FINISHED`
	if diff := cmp.Diff(want, told()); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// A run that breaks off ends what is open; the turn goes on, and is told again whole.
func TestARunThatBreaksOffEndsTheMessageThatIsOpen(t *testing.T) {
	s, takes, hears, told := overhearing(t)
	takes(called("m1"))
	hears(piece("m1", 0, "Hel"))
	s.fail(t.Context(), errStopping)
	if want := "START m1\nCONTENT m1 Hel\nEND m1\nSTEP_FINISHED\nRUN_ERROR"; told() != want {
		t.Errorf("told\n%s\nwant\n%s", told(), want)
	}
}

func TestWhatIsKeptAheadOfTheLogIsBounded(t *testing.T) {
	_, takes, hears, told := overhearing(t)
	most := strings.Repeat("x", earlyBytes)
	hears(piece("m1", 0, most), piece("m1", earlyBytes, "more"))
	takes(called("m1"), written("m1", most+"more"))
	if want := "START m1\nCONTENT m1 " + most + "\nCONTENT m1 more\nEND m1"; told() != want {
		t.Errorf("told %.200q", told())
	}
}
