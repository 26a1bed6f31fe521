package web_test

import (
	"net/http"
	"strings"
	"testing"

	"turnbook/schemas"
	"turnbook/web"
)

func TestTwoTurnsAreReadSideBySide(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	first := h.finished(session, "Change step 1 of task 1 of module 1 to Plug it in", onEditor)
	second := h.finished(session, "What is here?", onEditor)
	var out struct {
		First, Second struct{ ID schemas.TurnID }
		Pairs         []web.DecisionPair
		Cut           bool
	}
	h.call("GET", "/v1/turns/"+string(first)+"/compare?with="+string(second), nil, &out)
	refused := 0
	for _, p := range out.Pairs {
		if p.First != nil && p.First.Outcome == string(schemas.CodePersisted) && p.Second == nil && len(p.Differs) == 1 {
			refused++
		}
	}
	if out.First.ID != first || out.Second.ID != second || refused != 1 || out.Cut {
		t.Errorf("the comparison reads %+v", out)
	}
	h.call("GET", "/v1/turns/"+string(first)+"/compare?with="+string(first), nil, &out)
	for _, p := range out.Pairs {
		if len(p.Differs) > 0 {
			t.Errorf("a turn differs from itself: %q", p.Differs)
		}
	}
	page := h.page("/turns/" + string(first) + "/compare?with=" + string(second)).body
	for _, want := range []string{"Only the first turn decided this.", "/turns/" + string(first) + "?list=all#d", "/turns/" + string(second) + "?list=all#d"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if choice := h.page("/turns/" + string(first) + "/compare").body; !strings.Contains(choice, "?with="+string(second)+`"`) {
		t.Error("the second turn is not among those to compare with")
	}
	for path, want := range map[string]string{
		"/compare":             `{"status":422,"code":"INVALID_REQUEST","field":"with"}`,
		"/compare?with=nobody": `{"status":404,"code":"UNKNOWN_TURN","turn":"nobody"}`,
	} {
		status, _, body := h.raw(http.MethodGet, "/v1/turns/"+string(first)+path, "")
		if same(t, path, brief(t, body), want); status < 400 {
			t.Errorf("%s was answered with %d", path, status)
		}
	}
}
