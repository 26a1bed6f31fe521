package web_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/schemas"
)

// traced are the events that stand in a trace of a caller's, by type.
func (h *house) traced() map[string]string {
	h.t.Helper()
	found := make(map[string]string)
	for _, r := range h.records(bus.Query{Vendor: vendor}) {
		if r.TraceParent != "" {
			found[r.Type] = r.TraceParent
		}
	}
	return found
}

func TestTheTraceOfACommandStandsInItsEvent(t *testing.T) {
	const asked, answered = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01"
	h := open(t, setting{model: builderSays(remove("fork"), agentstest.Answer{Text: "Gone."})})
	session := h.session()
	h.must(h.rt.ImportPlaybook(h.t.Context(), vendor, "local", "p2", forked, "import2"))
	status, _, text := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", fmt.Sprintf(`{"text":"Delete the fork","ui_context":%s}`, onFork), "Traceparent", asked)
	var accepted struct{ Turn schemas.TurnID }
	if err := json.Unmarshal([]byte(text), &accepted); err != nil || status != 202 {
		t.Fatalf("%d %s", status, text)
	}
	card := h.raised(accepted.Turn, 1)
	status, _, text = h.raw("POST", "/v1/cards/"+string(card.ID)+"/answer", fmt.Sprintf(`{"decision":"confirm","fingerprint":%q}`, card.Fingerprint), "Traceparent", answered)
	if status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	h.ended(accepted.Turn)
	if diff := cmp.Diff(map[string]string{"turn.requested": asked, "turn.interrupt-answered": answered}, h.traced()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAHeaderThatIsNoTraceIsPassedOver(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	status, _, text := h.raw("POST", "/v1/sessions/"+string(session)+"/messages", `{"text":"How many tasks are there?","ui_context":{"page":"playbooks"}}`, "Traceparent", "00-nonsense-01")
	var accepted struct{ Turn schemas.TurnID }
	if err := json.Unmarshal([]byte(text), &accepted); err != nil || status != 202 {
		t.Fatalf("%d %s", status, text)
	}
	h.ended(accepted.Turn)
	if got := h.traced(); len(got) != 0 {
		t.Errorf("events stand in traces: %v", got)
	}
}
