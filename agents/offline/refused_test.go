package offline

import (
	"encoding/json"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/schemas"
)

func TestTheTaskBuilderSaysWhyItCannotWrite(t *testing.T) {
	for code, want := range map[schemas.Code]string{
		schemas.CodeCapabilityOff:      "not switched on",
		schemas.CodeNoTarget:           "No task is open",
		schemas.CodeHydrationFailed:    "could not be loaded",
		schemas.CodeUnsupportedSurface: "only drafts and the library",
		schemas.CodeArchived:           "archived",
	} {
		for ask, handsBack := range map[string]bool{"add an approval step": false, "rename this task to X": true, "make it nice": false} {
			got := builderReply(t, string(code), "playbook", ask)
			if handsBack != (len(got.calls) == 1 && got.calls[0].Name == returnToRouter) || !handsBack && !strings.Contains(got.text, want) {
				t.Errorf("%s: %q: %s", code, ask, got.happens())
			}
		}
	}
}

func TestFromTheLibraryNothingIsHandedBack(t *testing.T) {
	for ask, want := range map[string]string{
		"rename this task to X":                          "settings page",
		"add another task to this module":                "settings page",
		"build subtasks for every task in this module":   "settings page",
		"How many modules are there?":                    "about the open task",
		"rename the module to X and publish the library": "settings page",
	} {
		got := builderReply(t, "OK", "library", ask)
		if len(got.calls) != 0 || !strings.Contains(got.text, want) {
			t.Errorf("%q: %s", ask, got.happens())
		}
	}
}

func builderReply(t *testing.T, outcome, from, ask string) reply {
	t.Helper()
	_, canvas, task := asksDocument(t)
	r := requestFor("task-builder", ask, canvas, task)
	r.Data = []agents.Data{{Name: "target", JSON: marshal(map[string]any{"outcome": outcome, "viewed_from": from, "task": task})}}
	return answerOf(t, r)
}

func TestADeclinedDomainIsNeverPicked(t *testing.T) {
	_, canvas, task := asksDocument(t)
	for _, c := range []struct {
		domains string
		want    string
	}{
		{`["playbook-editor","guide"]`, `{"domain":"playbook-editor","why":"task-builder is not to be had; the next is playbook-editor"}`},
		{`["guide"]`, `{"domain":"guide","why":"task-builder is not to be had; the next is guide"}`},
		{`[]`, `{"domain":"","why":"no domain is left"}`},
	} {
		r := requestFor("router, editor", "add a step", canvas, task)
		r.Data[1].JSON = json.RawMessage(c.domains)
		if got := answerOf(t, r).text; got != c.want {
			t.Errorf("%s: %s, want %s", c.domains, got, c.want)
		}
	}
}

// TestWhatIsNotUnderstoodIsNotDoneByHalves holds asks of which a part could be
// carried out, and must not be.
func TestWhatIsNotUnderstoodIsNotDoneByHalves(t *testing.T) {
	_, canvas, task := asksDocument(t)
	for _, c := range []struct{ where, ask, want string }{
		{"playbook-editor", "build subtasks for every task except Order laptop", "“except”"},
		{"playbook-editor", "build subtasks for every task but not for module 2", "“but”"},
		{"playbook-editor", "rename tasks 1 and 2 of module 1 to X", "One task at a time"},
		{"playbook-editor", "build subtasks for task 1 of module 1 and task 9 of module 2", "no task 9"},
		{"step-writer", "add a step unless one is there", "“unless”"},
		{"task-builder", "rename all steps to X", "One subtask at a time"},
		{"task-builder", "remove steps 2 and 9", "no subtask 9"},
		{"task-builder", "make the first step optional", "What kind"},
	} {
		if got := answerOf(t, requestFor(c.where, c.ask, canvas, task)); len(got.calls) != 0 || !strings.Contains(got.text, c.want) {
			t.Errorf("%s: %q: %s", c.where, c.ask, got.happens())
		}
	}
}

func TestWordsWithoutUseAreTold(t *testing.T) {
	_, canvas, task := asksDocument(t)
	got := answerOf(t, requestFor("task-builder", "add an approval step and a form step", canvas, task))
	if want := "I had no use for “a form step”."; len(got.calls) != 1 || got.text != want {
		t.Errorf("said %q, want %q", got.text, want)
	}
}

func TestARefusedHandBackIsTold(t *testing.T) {
	_, canvas, task := asksDocument(t)
	r := requestFor("task-builder", "rename this task to X", canvas, task)
	calls, text := play(t, r, says("nobody else owns the library's settings", schemas.CodeNobodyToHandTo))
	check(t, calls, []string{`return_to_router {"reason":"the ask is about the playbook around this task: Rename this task to X"}`},
		text, "There is nobody to hand this to (NOBODY_TO_HAND_TO). "+librarySettings)
}

func TestWithTwoOfATitleTheUserIsAskedWhich(t *testing.T) {
	_, _, task := asksDocument(t)
	canvas := json.RawMessage(`{"playbook":{"id":"p"},"modules":[{"title":"A","tasks":[{"title":"Call"},{"title":"call!"}]}]}`)
	got := answerOf(t, requestFor("playbook-editor", "rename \"Call\" to X", canvas, task))
	want := "says `There are 2 tasks called “Call”; say which, as in “task 1 of module 1”. I changed nothing.`"
	if got.happens() != want {
		t.Errorf("got %s, want %s", got.happens(), want)
	}
}
