package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"turnbook/web"
)

// from makes a request as a page of an origin would, and returns what its browser
// looks at: the status, and the headers that let the page read the answer.
func (h *house) from(origin, method, path, body string, header ...string) map[string]string {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.context(), method, h.url+path, strings.NewReader(body))
	h.must(err)
	req.Header.Set("Origin", origin)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	h.must(err)
	res.Body.Close()
	seen := map[string]string{"status": res.Status}
	for name, values := range res.Header {
		if name == "Vary" || strings.HasPrefix(name, "Access-Control-") || name == "Cross-Origin-Resource-Policy" {
			seen[name] = strings.Join(values, ", ")
		}
	}
	return seen
}

func (h *house) dialFrom(origin string) error {
	conn, _, err := websocket.Dial(h.context(), h.url+"/v1/stream", &websocket.DialOptions{
		Subprotocols: []string{web.Protocol}, HTTPHeader: http.Header{"Origin": {origin}},
	})
	if err == nil {
		err = conn.Close(websocket.StatusNormalClosure, "")
	}
	return err
}

const (
	letIn    = "http://127.0.0.1:8080"
	stranger = "http://127.0.0.1:8081"
)

func TestAPageThatWasLetInUsesTheInterfaceAndTheModuleAndNothingElse(t *testing.T) {
	h := open(t, setting{guests: []string{"HTTP://127.0.0.1:8080/", "https://intranet.example:443"}})
	read := map[string]string{"Vary": "Origin", "Access-Control-Allow-Origin": letIn, "Cross-Origin-Resource-Policy": "same-origin"}
	with := func(base map[string]string, more ...string) map[string]string {
		out := make(map[string]string)
		for name, value := range base {
			out[name] = value
		}
		for i := 0; i+1 < len(more); i += 2 {
			out[more[i]] = more[i+1]
		}
		return out
	}
	preflight := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "content-type"}
	none := map[string]string{"Cross-Origin-Resource-Policy": "same-origin"}
	for name, c := range map[string]struct {
		got, want map[string]string
	}{
		"a preflight": {h.from(letIn, "OPTIONS", "/v1/sessions", "", preflight...), with(read, "status", "204 No Content",
			"Access-Control-Allow-Methods", "GET, POST, PUT, DELETE", "Access-Control-Allow-Headers", "Content-Type, Last-Event-ID, Traceparent", "Access-Control-Max-Age", "600")},
		"a write":            {h.from(letIn, "POST", "/v1/sessions", `{}`, "Content-Type", "application/json"), with(read, "status", "201 Created")},
		"a read":             {h.from(letIn, "GET", "/v1/playbooks", ""), with(read, "status", "200 OK")},
		"a refusal":          {h.from(letIn, "POST", "/v1/sessions", `{`), with(read, "status", "400 Bad Request")},
		"another let in":     {h.from("https://intranet.example", "GET", "/v1/playbooks", ""), with(read, "status", "200 OK", "Access-Control-Allow-Origin", "https://intranet.example")},
		"the module":         {h.from(letIn, "GET", "/assets/turnbook.js", ""), with(read, "status", "200 OK", "Cross-Origin-Resource-Policy", "cross-origin")},
		"another asset":      {h.from(letIn, "GET", "/assets/page.js", ""), with(none, "status", "200 OK")},
		"a page":             {h.from(letIn, "GET", "/", ""), with(none, "status", "200 OK")},
		"a write elsewhere":  {h.from(letIn, "POST", "/playbooks", ""), with(none, "status", "403 Forbidden")},
		"a stranger's write": {h.from(stranger, "POST", "/v1/sessions", `{}`), with(none, "status", "403 Forbidden", "Vary", "Origin")},
		"a stranger asks":    {h.from(stranger, "OPTIONS", "/v1/sessions", "", preflight...), with(none, "status", "404 Not Found", "Vary", "Origin")},
		"a stranger's read":  {h.from(stranger, "GET", "/v1/playbooks", ""), with(none, "status", "200 OK", "Vary", "Origin")},
		"no origin at all":   {h.from("null", "POST", "/v1/sessions", `{}`), with(none, "status", "403 Forbidden", "Vary", "Origin")},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if err := h.dialFrom(letIn); err != nil {
		t.Errorf("a stream for the guest: %v", err)
	}
	if err := h.dialFrom(stranger); err == nil {
		t.Error("a stranger has a stream")
	}
}

func TestWithoutGuestsNoPageOfAnotherOriginIsLetIn(t *testing.T) {
	h := open(t, setting{})
	want := map[string]string{"status": "403 Forbidden", "Cross-Origin-Resource-Policy": "same-origin"}
	if diff := cmp.Diff(want, h.from(letIn, "POST", "/v1/sessions", `{}`)); diff != "" {
		t.Errorf("a write (-want +got):\n%s", diff)
	}
	want["status"] = "200 OK"
	if diff := cmp.Diff(want, h.from(letIn, "GET", "/assets/turnbook.js", "")); diff != "" {
		t.Errorf("the module (-want +got):\n%s", diff)
	}
	if err := h.dialFrom(letIn); err == nil {
		t.Error("a page of another origin has a stream")
	}
}

func TestWhatIsNoOriginIsRefused(t *testing.T) {
	for _, text := range []string{"", "*", "null", "http://*", "127.0.0.1:8080", "http://", "http://a/b", "http://u@a", "http://a?b", "ftp://a", "http://a b"} {
		if got, err := web.ParseOrigin(text); err == nil {
			t.Errorf("%q is the origin %q", text, got)
		}
	}
}
