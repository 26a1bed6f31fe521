package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"turnbook/schemas"
)

// Each problem stands in the order: what is asked, what is answered. Its detail is
// words for people and is not compared.
func TestWhatComesToNothingIsAProblemWithItsCode(t *testing.T) {
	h := open(t, setting{})
	session := string(h.session())
	done := h.ask(schemas.SessionID(session), "What is a playbook?", onEditor)
	h.ended(done)
	big := `{"text":"x","ui_context":{"note":"` + strings.Repeat("a", 9<<20) + `"}}`
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		method, path, body string
		header             []string
		want               string
	}{
		"a body that is no JSON":            {"POST", "/v1/sessions", `{`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a member that stands twice":        {"POST", "/v1/sessions", `{"playbook_id":"a","playbook_id":"b"}`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a lone surrogate":                  {"POST", "/v1/sessions/" + session + "/messages", `{"text":"\ud800"}`, nil, `{"status":400,"code":"INVALID_JSON"}`},
		"a member of the wrong kind":        {"POST", "/v1/sessions/" + session + "/messages", `{"text":7}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		"an empty message":                  {"POST", "/v1/sessions/" + session + "/messages", `{"text":" "}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"text"}`},
		"a message above its limit":         {"POST", "/v1/sessions/" + session + "/messages", `{"text":"` + strings.Repeat("a", 1<<20+1) + `"}`, nil, `{"status":413,"code":"TOO_LARGE","size":1048577,"limit":1048576}`},
		"a body above the limit":            {"POST", "/v1/sessions/" + session + "/messages", big, nil, fmt.Sprintf(`{"status":413,"code":"TOO_LARGE","size":%d,"limit":8388608}`, len(big))},
		"a context of the wrong type":       {"POST", "/v1/sessions/" + session + "/messages", `{"text":"x","ui_context":{"builder_mounts":"two"}}`, nil, `{"status":400,"code":"INVALID_CONTEXT","field":"ui_context.builder_mounts"}`},
		"a session that was never opened":   {"POST", "/v1/sessions/nobody/messages", `{"text":"x"}`, nil, `{"status":404,"code":"UNKNOWN_SESSION"}`},
		"a session that is not in the book": {"GET", "/v1/sessions/nobody", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"an id that is too long":            {"GET", "/v1/sessions/" + long, "", nil, `{"status":400,"code":"INVALID_ID","field":"session"}`},
		"an id with a control":              {"GET", "/v1/sessions/a%00b", "", nil, `{"status":400,"code":"INVALID_ID","field":"session"}`},
		"an id that ends in a blank":        {"POST", "/v1/sessions", `{"playbook_id":"p1 "}`, nil, `{"status":400,"code":"INVALID_ID","field":"playbook_id"}`},
		"a view that was never opened":      {"PUT", "/v1/views/v1/context", onEditor, nil, `{"status":404,"code":"UNKNOWN_VIEW"}`},
		"a message of no view":              {"POST", "/v1/sessions/" + session + "/messages", `{"text":"x","view_id":"v1"}`, nil, `{"status":404,"code":"UNKNOWN_VIEW"}`},
		"a turn that never was":             {"GET", "/v1/turns/t1", "", nil, `{"status":404,"code":"UNKNOWN_TURN","turn":"t1"}`},
		"the end of a turn that never was":  {"POST", "/v1/turns/t1/cancel", "", nil, `{"status":404,"code":"UNKNOWN_TURN","turn":"t1"}`},
		"events behind a cursor of old":     {"GET", "/v1/turns/" + string(done) + "/events?after=old.1.0", "", nil, `{"status":400,"code":"INVALID_CURSOR"}`},
		"events behind no cursor":           {"GET", "/v1/turns/" + string(done) + "/events?after=abc", "", nil, `{"status":400,"code":"INVALID_CURSOR"}`},
		"a limit that is no number":         {"GET", "/v1/turns?limit=many", "", nil, `{"status":422,"code":"INVALID_REQUEST","field":"limit"}`},
		"a status that is none":             {"GET", "/v1/turns?status=lost", "", nil, `{"status":422,"code":"INVALID_REQUEST","field":"status"}`},
		"a playbook that is not there":      {"GET", "/v1/playbooks/p9", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a playbook without a title":        {"POST", "/v1/playbooks", `{}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"title"}`},
		"a module after one that is gone":   {"POST", "/v1/playbooks/p1/edits", `{"op":"add_module","title":"x","after_module_id":"m9"}`, nil, `{"status":404,"code":"UNKNOWN_MODULE"}`},
		"a task in a linked module":         {"POST", "/v1/playbooks/p1/edits", `{"op":"add_task","title":"x","module_id":"lm"}`, nil, `{"status":409,"code":"LINKED_MODULE"}`},
		"an edit that there is not":         {"POST", "/v1/playbooks/p1/edits", `{"op":"explode","title":"x"}`, nil, `{"status":422,"code":"INVALID_ARGUMENTS"}`},
		"an edit of no playbook":            {"POST", "/v1/playbooks/p9/edits", `{"op":"rename_playbook","title":"x"}`, nil, `{"status":409,"code":"NOT_EDITABLE"}`},
		"an edit of two playbooks":          {"POST", "/v1/playbooks/p1/edits", `{"op":"rename_playbook","title":"x","playbook_id":"p2"}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"playbook_id"}`},
		"a task that is not there":          {"GET", "/v1/tasks/t9", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a file that is none of ours":       {"POST", "/v1/import?name=a.pdf", "%PDF-1.7", nil, `{"status":422,"code":"INVALID_FILE"}`},
		"a file that breaks off":            {"POST", "/v1/import?name=a.json", "{\n  \"type\": playbook\n}", nil, `{"status":422,"code":"INVALID_FILE","line":2}`},
		"SQL that writes":                   {"POST", "/v1/query", `{"sql":"DELETE FROM turns"}`, nil, `{"status":400,"code":"INVALID_QUERY","field":"sql"}`},
		"SQL and a name":                    {"POST", "/v1/query", `{"sql":"SELECT 1","saved":"cards"}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"saved"}`},
		"SQL for too long":                  {"POST", "/v1/query", `{"sql":"SELECT 1","seconds":121}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"seconds"}`},
		"SQL without a value":               {"POST", "/v1/query", `{"sql":"SELECT :a"}`, nil, `{"status":400,"code":"INVALID_QUERY","field":"sql"}`},
		"SQL of a time to come":             {"POST", "/v1/query", `{"sql":"SELECT 1","as_of":999999}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"as_of"}`},
		"a query that nobody saved":         {"POST", "/v1/query", `{"saved":"nobody"}`, nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a query under a bad name":          {"PUT", "/v1/queries/Bad", `{"title":"t","sql":"SELECT 1"}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"name"}`},
		"a query in place of a measure":     {"PUT", "/v1/queries/cards", `{"title":"t","sql":"SELECT 1"}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"name"}`},
		"a ready measure forgotten":         {"DELETE", "/v1/queries/cards", ``, nil, `{"status":422,"code":"INVALID_REQUEST","field":"name"}`},
		"SQL with a limit below nothing":    {"POST", "/v1/query", `{"sql":"SELECT 1","limit":-1}`, nil, `{"status":422,"code":"INVALID_REQUEST","field":"limit"}`},
		"a schema of nothing":               {"GET", "/schemas/nothing.json", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a route that is none":              {"GET", "/v1/nothing", "", nil, `{"status":404,"code":"NOT_FOUND"}`},
		"a stream without a handshake":      {"GET", "/v1/stream", "", nil, `{"status":422,"code":"INVALID_REQUEST"}`},
		"a write from a page elsewhere":     {"POST", "/v1/sessions", `{}`, []string{"Origin", "https://evil.example"}, `{"status":403,"code":"FORBIDDEN"}`},
		"a read by another name":            {"GET", "/v1/sessions", ``, []string{"Host", "evil.example"}, `{"status":403,"code":"FORBIDDEN"}`},
		"a stream from a page elsewhere":    {"GET", "/v1/stream", ``, []string{"Origin", "https://evil.example", "Connection", "Upgrade", "Upgrade", "websocket"}, `{"status":403,"code":"FORBIDDEN"}`},
	} {
		t.Run(name, func(t *testing.T) {
			h := &house{t: t, url: h.url}
			status, kind, body := h.raw(c.method, c.path, c.body, c.header...)
			var got map[string]any
			if err := json.Unmarshal([]byte(body), &got); err != nil {
				t.Fatalf("%d %s is no JSON: %v", status, body, err)
			}
			if kind != "application/problem+json" || got["detail"] == "" || got["title"] != http.StatusText(status) || got["status"] != float64(status) {
				t.Errorf("answered with %d, %s: %s", status, kind, body)
			}
			for _, words := range []string{"detail", "title", "ladder", "column"} {
				delete(got, words)
			}
			brief, _ := json.Marshal(got)
			same(t, "the problem", string(brief), c.want)
		})
	}
}
