package agui

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

func requested() *translator {
	return newTranslator("s", "turn", schemas.TurnRequested{Text: "Hello"})
}

func record(e schemas.Event) schemas.Record {
	return schemas.Record{Draft: schemas.Draft{Event: e, Turn: "turn"}, Type: e.EventType()}
}

func TestARowThatIsFinalStaysSo(t *testing.T) {
	tr := requested()
	tr.take(record(schemas.RowChanged{Row: "r", Title: "A", Status: schemas.RowFailed}))
	if got := tr.take(record(schemas.RowChanged{Row: "r", Title: "A", Status: schemas.RowRunning})); len(got) != 0 {
		t.Errorf("late progress is told: %+v", got)
	}
	if want := []Row{{ID: "r", Title: "A", Status: schemas.RowFailed}}; !cmp.Equal(want, tr.state.Rows) {
		t.Errorf("the state's rows are %+v", tr.state.Rows)
	}
}

func TestUsageIsThatOfTheRunModelByModel(t *testing.T) {
	tr := requested()
	answered := func(model string, in, out int) {
		tr.take(record(schemas.ModelAnswered{Lane: "t0_0", Model: model, Usage: schemas.Usage{Input: in, Output: out}}))
	}
	answered("before the run", 100, 100)
	tr.begin()
	answered("a", 10, 1)
	answered("b", 0, 0)
	answered("a", 20, 2)
	if diff := cmp.Diff([]Usage{{Model: "a", Input: 30, Output: 3, Total: 33}, {Model: "b"}}, tr.usage); diff != "" {
		t.Errorf("usage (-want +got):\n%s", diff)
	}
}

// The log holds a reference in place of what is large; a client is told the whole.
func TestALargeEventIsToldWhole(t *testing.T) {
	r := record(schemas.ProgressTitled{Title: "Large"})
	r.Stored = []byte(`{"dataref":"blob:1","datasize":"400000","id":"turn/1","type":"turn.progress-titled"}`)
	got, ok := custom(r).(Custom)
	if want := `{"data":{"title":"Large"},"id":"turn/1","type":"turn.progress-titled"}`; !ok || string(got.Value) != want {
		t.Errorf("told %s", got.Value)
	}
}

func TestWhatFrontEndsMayNotSeeIsNotTold(t *testing.T) {
	tr := requested()
	for _, e := range []schemas.Event{
		schemas.TurnClassified{}, schemas.RedirectConsidered{}, schemas.Narrated{}, schemas.ModelCalled{}, schemas.BucketComputed{},
		schemas.ToolCalled{Lane: "t0_0", Call: "c"}, schemas.ToolReturned{Lane: "t0_0", Call: "c"},
	} {
		if got := tr.take(record(e)); len(got) != 0 {
			t.Errorf("%s is told: %+v", e.EventType(), got)
		}
	}
	unread := schemas.Record{Draft: schemas.Draft{Turn: "turn"}, Type: "turn.sung", Err: &schemas.UnknownTypeError{Type: "turn.sung"}}
	if got := tr.take(unread); len(got) != 0 {
		t.Errorf("an unknown event is told: %+v", got)
	}
}
