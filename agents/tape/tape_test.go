package tape

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const two = `Two calls.

-- POST /v1/messages --
{"a": 1, "b": [2]}
-- 200 text/event-stream --
data: one

-- POST /v1/messages --
-- 429 application/json retry-after=7 cut --
{"error": "slow down"}
`

func TestATapeIsReadAndWrittenTheSame(t *testing.T) {
	want := []Exchange{
		{Method: "POST", Path: "/v1/messages", Body: []byte(`{"a": 1, "b": [2]}`), Status: 200, Type: "text/event-stream", Answer: []byte("data: one\n\n")},
		{Method: "POST", Path: "/v1/messages", Status: 429, Type: "application/json", After: "7", Cut: true, Answer: []byte("{\"error\": \"slow down\"}\n")},
	}
	got, err := Parse([]byte(two))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	again, err := Parse(append(got[0].Bytes(), got[1].Bytes()...))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("written and read (-want +got):\n%s", diff)
	}
}

func TestABodyMayHoldWhatLooksLikeATape(t *testing.T) {
	for _, body := range []string{"-- POST /a --\n", "\\-- 200 x --\nmore\n", "\\\\\n", "--\n"} {
		want := []Exchange{{Method: "POST", Path: "/x", Body: bytes.TrimSpace([]byte(body)), Status: 502, Type: "text/html", Answer: []byte(body)}}
		got, err := Parse(want[0].Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", body, diff)
		}
	}
}

func TestALineThatMeansNothingIsNamed(t *testing.T) {
	for text, line := range map[string]int{
		"-- 200 text/plain --\n":                        1,
		"-- POST /a --\n":                               1,
		"-- POST /a --\n\n-- POST /b --\n":              3,
		"-- POST /a --\n-- maybe text/plain --\n":       2,
		"-- POST /a --\n-- 200 text/plain later --\n":   2,
		"-- POST --\n":                                  1,
		"-- POST /a --\n-- 200 x --\nok\n-- 200 x --\n": 4,
	} {
		var wrong *SyntaxError
		_, err := Parse([]byte(text))
		if !errors.As(err, &wrong) || wrong.Line != line {
			t.Errorf("%q: got %v, want line %d", text, err, line)
		}
	}
}

func ask(t *testing.T, over http.RoundTripper, url, body string) (status int, header http.Header, answer string, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer planted")
	response, err := over.RoundTrip(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	return response.StatusCode, response.Header, string(raw), err
}

func TestAPlayerAnswersWhatIsOnTheTapeOnceAndNothingElse(t *testing.T) {
	exchanges, err := Parse([]byte(two))
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayer(exchanges)
	const url = "https://vendor.example/v1/messages?key=planted"
	if status, _, answer, err := ask(t, p, url, `{"b":[2],"a":1}`); status != 200 || answer != "data: one\n\n" || err != nil {
		t.Errorf("the first: %d %q %v", status, answer, err)
	}
	status, header, answer, err := ask(t, p, url, `{"anything": true}`)
	if status != 429 || header.Get("Retry-After") != "7" || answer != "{\"error\": \"slow down\"}\n" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the second: %d %v %q %v", status, header, answer, err)
	}
	var missing *MissingError
	if _, _, _, err := ask(t, p, url, `{"a":1,"b":[2]}`); !errors.As(err, &missing) || p.Left() != 0 {
		t.Errorf("the third: %v, %d left", err, p.Left())
	}
}

func TestARecordedTapePlaysTheSameAndHoldsNoKey(t *testing.T) {
	vendor := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		w.Header().Set("Set-Cookie", "planted")
		if strings.Contains(string(body), "slow") {
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(http.StatusTooManyRequests)
		}
		w.Write([]byte("data: you said " + string(body) + "\n\n"))
	}))
	defer vendor.Close()
	var recorded bytes.Buffer
	rec := NewRecorder(http.DefaultTransport, &recorded)
	type answer struct {
		status int
		after  string
		body   string
	}
	all := func(over http.RoundTripper) (out []answer) {
		for _, body := range []string{`{"n":1}`, `{"slow":2}`, `{"n":1}`} {
			status, header, text, err := ask(t, over, vendor.URL+"/v1/x?key=planted", body)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, answer{status, header.Get("Retry-After"), text})
		}
		return out
	}
	want := all(rec)
	if strings.Contains(recorded.String(), "planted") {
		t.Errorf("the key is on the tape:\n%s", recorded.String())
	}
	exchanges, err := Parse(recorded.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, all(NewPlayer(exchanges)), cmp.AllowUnexported(answer{})); diff != "" {
		t.Errorf("played (-recorded +played):\n%s", diff)
	}
}

func TestABreakIsRecordedAsOne(t *testing.T) {
	p := NewPlayer([]Exchange{{Method: "POST", Path: "/x", Status: 200, Type: "text/event-stream", Answer: []byte("data: half\n"), Cut: true}})
	var recorded bytes.Buffer
	if _, _, _, err := ask(t, NewRecorder(p, &recorded), "https://vendor.example/x", "{}"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
	if want := "-- POST /x --\n{}\n-- 200 text/event-stream cut --\ndata: half\n"; recorded.String() != want {
		t.Errorf("the tape is %q, want %q", recorded.String(), want)
	}
}
