package web_test

import (
	"net/http"
	"strings"
	"testing"

	"turnbook/agents"
	"turnbook/web"
)

// A model call of a turn names the prompt that was sent, and what chose its model; the
// prompt is read by that name, as long as the book is there.
func TestAModelCallLeadsToWhatTheModelWasTold(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	id := h.ask(session, "How many tasks are there?", onEditor)
	h.ended(id)
	var dossier struct {
		Calls []struct{ Agent, Status, Model, ModelFrom, Thinking, Definition, Prompt string } `json:"model_calls"`
	}
	h.call("GET", "/v1/turns/"+string(id)+"/dossier", nil, &dossier)
	if len(dossier.Calls) != 2 || dossier.Calls[0].Agent != "router" || dossier.Calls[1].Agent != "guide" {
		t.Fatalf("the model calls are %+v", dossier.Calls)
	}
	timeline := h.page("/turns/" + string(id)).body
	for _, c := range dossier.Calls {
		if c.Model != "offline" || c.Thinking != "off" || c.Definition != "built-in/"+c.Agent+".md" {
			t.Errorf("the call tells %+v", c)
		}
		var told agents.Prompt
		h.call("GET", "/v1/prompts/"+c.Prompt, nil, &told)
		if told.Agent != c.Agent || !strings.Contains(told.System, "orders") && c.Agent == "guide" {
			t.Errorf("%s was told %+v", c.Agent, told)
		}
		if !strings.Contains(timeline, `href="/prompts/`+c.Prompt+`"`) {
			t.Errorf("the turn's page does not lead to the prompt of %s", c.Agent)
		}
		if p := h.page("/prompts/" + c.Prompt); p.status != http.StatusOK || !strings.Contains(p.body, "What "+c.Agent+" was told") {
			t.Errorf("the page of the prompt answers %d", p.status)
		}
	}
	h.refused("GET", "/v1/prompts/00", nil, http.StatusNotFound, web.CodeNotFound)
	if p := h.page("/prompts/00"); p.status != http.StatusNotFound {
		t.Errorf("the page of a prompt that nobody sent answers %d", p.status)
	}
}
