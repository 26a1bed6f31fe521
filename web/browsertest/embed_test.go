package browsertest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// elsewhere serves the example from a port of its own.
func elsewhere(t *testing.T) string {
	t.Helper()
	front := httptest.NewServer(http.FileServer(http.Dir("../../examples/embed")))
	t.Cleanup(front.Close)
	return front.URL
}

func TestAPageOfAnotherOriginBuildsTheStepsThatAreItsOwn(t *testing.T) {
	h := open(t)
	page := elsewhere(t)
	front := h.door("local", page)
	address := page + "/?" + url.Values{"book": {front.URL}, "playbook": {"onboarding"}, "task": {"accounts"}}.Encode()
	live := func(v *visitor, address string) {
		t.Helper()
		v.do(chromedp.Navigate(address))
		v.is("document.querySelector('#status').textContent === 'live'")
	}
	builder, editor := visit(t, 1100, 800), visit(t, 1100, 800)
	live(builder, address)
	live(editor, get[string](builder, "location.href")) // of the same conversation
	// The other tab says that it is the editor, with no builder on screen.
	for _, box := range []string{"#mounted", "#registered", "#editor"} {
		editor.click(box)
	}
	wants(t, "what the other says it shows", get[string](editor, "document.querySelector('#context').textContent.replace(/\\s+/g, '')"),
		`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"onboarding","is_draft_active":true,"contribution":null,"builder_mounts":0}`)

	builder.click("#ask button")
	builder.is("document.querySelectorAll('#steps li').length === 1 && document.querySelector('#answer').textContent.length > 1")
	editor.is("document.querySelectorAll('#log li').length === 1")
	wants(t, "its steps", builder.texts("#steps li"), []string{"Call the new colleague instruction"})
	wants(t, "its log", builder.texts("#log li"), []string{"CONTRIBUTION task.step-added: applied to this list"})
	wants(t, "the other's log", editor.texts("#log li"), []string{"DROP task.step-added: dropped: not_mounted"})
	wants(t, "the other's steps", editor.texts("#steps li"), []string{})
	builder.see("embed")
}

func TestAPageThatWasNotLetInSeesNothing(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.do(chromedp.Navigate(elsewhere(t) + "/embed.css")) // any place of that origin
	for what, attempt := range map[string]string{
		"loading the module": "import('" + h.url + "/assets/turnbook.js')",
		"a read":             "fetch('" + h.url + "/v1/playbooks')",
		"a write":            "fetch('" + h.url + "/v1/sessions', {method: 'POST', body: '{}'})",
		"a stream": "new Promise((open, refused) => { const s = new WebSocket('" + h.url +
			"/v1/stream'.replace('http', 'ws'), 'turnbook.v1'); s.onopen = open; s.onerror = refused; })",
	} {
		came, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](attempt+".then(() => 'something', () => 'nothing')", chromedp.EvalAwaitPromise))
		if err != nil || came != "nothing" {
			t.Errorf("%s comes to %s, %v", what, came, err)
		}
	}
}
