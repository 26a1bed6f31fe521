package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/projections/comments"
	"turnbook/schemas"
	"turnbook/web"
	"turnbook/web/client"
)

// commented is a house with two turns that have ended, and their addresses.
func commented(t *testing.T) (h *house, one, other schemas.TurnID) {
	h = open(t, setting{})
	session := h.session()
	one = h.ask(session, "Build subtasks for task 1 of module 1", onEditor)
	h.ended(one)
	other = h.ask(session, "Build subtasks for task 2 of module 1", onEditor)
	h.ended(other)
	return h, one, other
}

// remarked keeps a comment over REST.
func (h *house) remarked(turn schemas.TurnID, body string) (c comments.Comment) {
	h.t.Helper()
	h.call("POST", "/v1/turns/"+string(turn)+"/comments", json.RawMessage(body), &c)
	return c
}

// commentTexts are those of a list of comments, page by page.
func (h *house) commentTexts(path, from string) (out []string) {
	h.t.Helper()
	for next := ""; ; {
		var page struct {
			Comments []comments.Comment
			Next     string
		}
		more := ""
		if next != "" {
			more = "&" + from + "=" + next
		}
		h.call("GET", path+more, nil, &page)
		for _, c := range page.Comments {
			out = append(out, c.Text)
		}
		if next = page.Next; next == "" {
			return out
		}
		out = append(out, "|")
	}
}

func TestACommentOnATurnOrAnEventIsKeptResolvedOpenedAgainAndDeleted(t *testing.T) {
	h, turn, other := commented(t)
	head := h.head()
	at := h.turnPositions(turn)[3]
	onTurn := h.remarked(turn, `{"text":"<b>Why</b> here?\n\u202eX","idempotency_key":"k1"}`)
	onEvent := h.remarked(turn, fmt.Sprintf(`{"text":"This one","seq":%d,"idx":%d}`, at.Seq, at.Index))
	same := h.remarked(turn, `{"text":"<b>Why</b> here?\n\u202eX","idempotency_key":"k1"}`)
	h.remarked(other, `{"text":"Elsewhere"}`)
	want := []comments.Comment{
		{Vendor: vendor, Turn: turn, Author: "user/local", Text: "<b>Why</b> here?\n\u202eX"},
		{Vendor: vendor, Turn: turn, Seq: at.Seq, Index: at.Index, Author: "user/local", Text: "This one"},
	}
	random := cmpopts.IgnoreFields(comments.Comment{}, "ID", "MadeAt", "Session")
	if diff := cmp.Diff(want, []comments.Comment{onTurn, onEvent}, random); diff != "" || onTurn != same {
		t.Errorf("kept (-want +got):\n%s, and with the same key %+v", diff, same)
	}
	if onTurn.Session == "" || onTurn.MadeAt.Time().IsZero() || onTurn.ID == onEvent.ID {
		t.Errorf("kept without its session, its time or its own id: %+v", onTurn)
	}

	var resolved, reopened, read comments.Comment
	h.call("POST", "/v1/comments/"+string(onEvent.ID)+"/resolve", nil, &resolved)
	h.call("GET", "/v1/comments/"+string(onEvent.ID), nil, &read)
	if read != resolved || read.ResolvedBy != "user/local" || read.Open() {
		t.Errorf("resolved: %+v, read: %+v", resolved, read)
	}
	list := "/v1/turns/" + string(turn) + "/comments?limit=1"
	for path, want := range map[string][]string{
		list:                     {onTurn.Text, "|", "This one"},
		list + "&state=open":     {onTurn.Text},
		list + "&state=resolved": {"This one"},
		"/v1/turns/" + string(other) + "/comments?": {"Elsewhere"},
	} {
		if diff := cmp.Diff(want, h.commentTexts(path, "after")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	if diff := cmp.Diff([]string{"Elsewhere", "|", onTurn.Text}, h.commentTexts("/v1/comments?limit=1", "before")); diff != "" {
		t.Errorf("all open ones (-want +got):\n%s", diff)
	}
	h.call("POST", "/v1/comments/"+string(onEvent.ID)+"/reopen", nil, &reopened)
	if reopened != onEvent {
		t.Errorf("opened again: %+v", reopened)
	}
	for range 2 {
		h.call("DELETE", "/v1/comments/"+string(onEvent.ID)+"?idempotency_key=d", nil, nil)
	}
	h.refused("GET", "/v1/comments/"+string(onEvent.ID), nil, 404, web.CodeNotFound)
	h.refused("DELETE", "/v1/comments/"+string(onEvent.ID), nil, 404, web.CodeNotFound)
	if h.head() != head {
		t.Errorf("the log went from %d to %d", head, h.head())
	}
}

func TestAKeyIsForOneCommentAndOnlyItsAuthorDeletesIt(t *testing.T) {
	h, turn, _ := commented(t)
	path := "/v1/turns/" + string(turn) + "/comments"
	c := h.remarked(turn, `{"text":"Mine","idempotency_key":"k"}`)
	h.refused("POST", path, map[string]any{"text": "Other", "idempotency_key": "k"}, 409, schemas.CodeKeyConflict)
	h.refused("POST", path, map[string]any{"text": "Other", "idempotency_key": " k"}, 400, web.CodeInvalidID)
	bea := h.doorOf("bea")
	wantProblem(t, bea.Call(h.context(), "DELETE", "/v1/comments/"+string(c.ID), nil, nil), client.Problem{Status: 403, Code: web.CodeForbidden})
	var resolved comments.Comment
	h.must(bea.Call(h.context(), "POST", "/v1/comments/"+string(c.ID)+"/resolve", nil, &resolved))
	if resolved.Author != "user/local" || resolved.ResolvedBy != "user/bea" {
		t.Errorf("resolved by another: %+v", resolved)
	}
}

func TestWhatIsNoCommentIsRefusedWithItsReason(t *testing.T) {
	h, turn, other := commented(t)
	path := "/v1/turns/" + string(turn) + "/comments"
	foreign := h.turnPositions(other)[0]
	quoted := func(text string) string { raw, _ := json.Marshal(map[string]string{"text": text}); return string(raw) }
	for _, c := range []struct {
		what, path, body, problem string
	}{
		{"nothing", path, ``, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"an empty text", path, `{"text":""}`, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"blanks", path, `{"text":" \t\n\u2003\u200b"}`, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"10,001 characters", path, quoted(strings.Repeat("é", 10_001)), `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"a megabyte", path, quoted(strings.Repeat("a", 1<<20)), `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"more than a body holds", path, quoted(strings.Repeat("a", 9<<20)), `{"status":413,"code":"TOO_LARGE","size":9437195,"limit":8388608}`},
		{"no UTF-8", path, "{\"text\":\"a\xff\"}", `{"status":400,"code":"INVALID_JSON"}`},
		{"half of a character", path, `{"text":"\ud83d"}`, `{"status":400,"code":"INVALID_JSON"}`},
		{"no text", path, `{"text":1}`, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		{"an unknown turn", "/v1/turns/nobody/comments", `{"text":"a"}`, `{"status":404,"code":"UNKNOWN_TURN","turn":"nobody"}`},
		{"position 0", path, `{"text":"a","seq":0}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"position 2^53+1", path, `{"text":"a","seq":9007199254740993}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"position 2^64", path, `{"text":"a","seq":18446744073709551616}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"position -1", path, `{"text":"a","seq":-1}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"position 1.5", path, `{"text":"a","seq":1.5}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"an index alone", path, `{"text":"a","idx":1}`, `{"status":422,"code":"INVALID_REQUEST","field":"seq"}`},
		{"index -1", path, fmt.Sprintf(`{"text":"a","seq":%d,"idx":-1}`, foreign.Seq), `{"status":422,"code":"INVALID_REQUEST","field":"idx"}`},
		{"2^53, where no event is", path, `{"text":"a","seq":9007199254740992}`, fmt.Sprintf(`{"status":404,"code":"NOT_FOUND","field":"seq","turn":%q}`, turn)},
		{"an event of another turn", path, fmt.Sprintf(`{"text":"a","seq":%d}`, foreign.Seq), fmt.Sprintf(`{"status":404,"code":"NOT_FOUND","field":"seq","turn":%q}`, turn)},
		{"no event of its message", path, fmt.Sprintf(`{"text":"a","seq":%d,"idx":999}`, h.turnPositions(turn)[0].Seq), fmt.Sprintf(`{"status":404,"code":"NOT_FOUND","field":"seq","turn":%q}`, turn)},
		{"nobody resolved", "/v1/comments/nobody/resolve", ``, `{"status":404,"code":"NOT_FOUND"}`},
		{"no id resolved", "/v1/comments/%20x/resolve", ``, `{"status":400,"code":"INVALID_ID","field":"comment"}`},
	} {
		_, kind, body := h.raw("POST", c.path, c.body)
		if kind != "application/problem+json" {
			t.Errorf("%s: answered with %s %.200s", c.what, kind, body)
			continue
		}
		same(t, c.what, brief(t, body), c.problem)
	}
	h.refused("GET", path+"?after=x", nil, 422, web.CodeInvalidRequest)
	h.refused("GET", "/v1/comments?before=0", nil, 422, web.CodeInvalidRequest)
	wantProblem(t, h.c.Call(h.context(), "GET", "/v1/turns/nobody/comments", nil, nil), client.Problem{Status: 404, Code: schemas.CodeUnknownTurn, Turn: "nobody"})
	if got := h.commentTexts("/v1/comments?", "before"); len(got) != 0 {
		t.Errorf("kept all the same: %q", got)
	}
	h.remarked(turn, quoted(strings.Repeat("👩", 10_000)))
}

func TestTheTablesAndTheLogKnowNothingOfComments(t *testing.T) {
	h, turn, _ := commented(t)
	const word = "a remark for a colleague"
	told := func() map[string]string {
		out := make(map[string]string)
		for _, path := range []string{
			"/v1/turns/" + string(turn), "/v1/turns/" + string(turn) + "/golden",
			"/v1/turns/" + string(turn) + "/events", "/v1/turns/" + string(turn) + "/dossier", "/v1/export?sql=SELECT+*+FROM+events&format=jsonl", "/v1/verify",
		} {
			_, _, out[path] = h.raw("GET", path, "")
		}
		_, _, out["query"] = h.raw("POST", "/v1/query", `{"sql":"SELECT name FROM sqlite_schema ORDER BY name"}`)
		return out
	}
	settle := cmpopts.IgnoreMapEntries(func(path, _ string) bool { return path == "query" }) // says what it took
	before := told()
	at := h.turnPositions(turn)[1]
	h.remarked(turn, fmt.Sprintf(`{"text":%q,"seq":%d}`, word, at.Seq))
	after := told()
	if diff := cmp.Diff(before, after, settle); diff != "" {
		t.Errorf("told before and after a comment (-before +after):\n%s", diff)
	}
	for path, text := range after {
		if strings.Contains(text, word) || len(text) < 40 || path == "query" && strings.Contains(text, "comments") {
			t.Errorf("%s tells of comments, or nothing: %.300s", path, text)
		}
	}
	var drawn struct{ Equal bool }
	if h.call("POST", "/v1/rebuild", nil, &drawn); !drawn.Equal {
		t.Error("the tables drawn anew are not what they were")
	}
	if got := h.commentTexts("/v1/comments?", "before"); len(got) != 1 || got[0] != word {
		t.Errorf("after a rebuild there are %q", got)
	}
}
