package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"turnbook/schemas"
)

// operated begins an operation as the page's form does, and waits for what the page says
// when it has ended.
func (h *house) operated(what string, form url.Values, said string) string {
	h.t.Helper()
	answer, err := http.PostForm(h.url+"/operations/"+what, form)
	h.must(err)
	answer.Body.Close()
	if answer.Request.URL.Path != "/operations" || answer.StatusCode != http.StatusOK {
		h.t.Fatalf("%s leads to %s, %d", what, answer.Request.URL, answer.StatusCode)
	}
	for ctx := h.context(); ; {
		if p := h.page("/operations"); strings.Contains(p.body, said) {
			return p.body
		}
		if ctx.Err() != nil {
			h.t.Fatalf("the page never says %q", said)
		}
	}
}

func TestTheTablesAreComparedAndDrawnAnewFromThePage(t *testing.T) {
	h := open(t, setting{})
	h.operated("compare", nil, "Comparing the tables with the log: nothing differs in")
	h.operated("rebuild", nil, "Drawing the tables anew: nothing differs in")
	h.operated("retry", url.Values{"boundary": {"playbook/p1"}}, "came to no end")
	if status, _, body := h.raw("POST", "/operations/nonsense", ""); status != 404 {
		t.Errorf("nonsense is answered with %d %s", status, body)
	}
	if status, _, body := h.raw("POST", "/operations/retry", ""); status != 400 {
		t.Errorf("a retry of nothing is answered with %d %s", status, body)
	}
	if status, _, body := h.raw("POST", "/operations/rebuild", "", "Origin", "http://elsewhere.example"); status != 403 {
		t.Errorf("another origin's form is answered with %d %s", status, body)
	}
	if status, _, body := h.raw("POST", "/v1/retry", `{"boundary":"playbook/p1"}`); status != 404 || !strings.Contains(body, string(schemas.Code("NOT_FOUND"))) {
		t.Errorf("a retry where nothing is parked is answered with %d %s", status, body)
	}
}
