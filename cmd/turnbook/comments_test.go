package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/projections/comments"
)

// handedOn is what is handed on of a turn: evidence, exports, the words of a test.
func (s *server) handedOn(turn string) map[string][]byte {
	s.t.Helper()
	out := make(map[string][]byte)
	for _, path := range []string{"bundle", "export", "golden"} {
		var raw []byte
		if err := s.client().Call(s.t.Context(), http.MethodGet, "/v1/turns/"+turn+"/"+path, nil, &raw); err != nil {
			s.t.Fatal(err)
		}
		out[path] = raw
	}
	return out
}

func (s *server) remark(turn, body string) (c comments.Comment) {
	s.t.Helper()
	if err := s.client().Call(s.t.Context(), http.MethodPost, "/v1/turns/"+turn+"/comments", json.RawMessage(body), &c); err != nil {
		s.t.Fatal(err)
	}
	return c
}

func TestCommentsAreListedAndNothingThatIsHandedOnHoldsThem(t *testing.T) {
	data := t.TempDir()
	s := serveIn(t, data, "--model", "offline:0s", "--anchor-every", "1h")
	s.call("ask", "Build subtasks for task 1 of module 1")
	turn := firstID(t, s.call("turns", "--json", "--limit", "1"))
	before := s.handedOn(turn)
	var tr transcript
	note := func(args ...string) { tr.note(args, s.call(args...)) }
	note("comments", turn)
	s.remark(turn, `{"text":"Why <b>here</b>?\n\u001b[31mred \u202eevil","idempotency_key":"k1"}`)
	done := s.remark(turn, `{"text":"Settled","idempotency_key":"k2"}`)
	if err := s.client().Call(t.Context(), http.MethodPost, "/v1/comments/"+string(done.ID)+"/resolve", nil, nil); err != nil {
		t.Fatal(err)
	}
	for what, raw := range s.handedOn(turn) {
		if !bytes.Equal(raw, before[what]) {
			t.Errorf("the %s has %d bytes, and not the same %d as before the comments", what, len(raw), len(before[what]))
		}
	}
	note("comments", turn)
	note("comments", turn, "--open", "--json")
	note("comments", "nobody")
	note("comments")
	for _, args := range [][]string{{"check"}, {"rebuild", "--diff"}, {"verify"}} {
		if r := s.call(args...); r.Status != exitDone {
			t.Errorf("%s beside comments: %+v", args, r)
		}
	}
	note("comments", turn, "--open")
	s.stop()
	for _, args := range [][]string{{"check", "--data", data}, {"rebuild", "--data", data}, {"verify", "--data", data}} {
		if r := call(t, "", args...); r.Status != exitDone {
			t.Errorf("%s of the folder: %+v", args, r)
		}
	}
	s = serveIn(t, data)
	note("comments", turn, "--open")
	s.stop()
	tr.compare(t, "comments.txt")
}

func TestDamagedCommentsAreSetAsideAndTheServiceStarts(t *testing.T) {
	data := t.TempDir()
	serveIn(t, data).stop()
	if err := os.WriteFile(filepath.Join(data, "comments.db"), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveIn(t, data)
	var health struct {
		CommentsDamaged []struct{ File string } `json:"comments_damaged"`
	}
	if err := s.client().Call(t.Context(), http.MethodGet, "/healthz", nil, &health); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(data, "comments.db.damaged-1")
	if len(health.CommentsDamaged) != 1 || health.CommentsDamaged[0].File != want {
		t.Errorf("told: %+v", health)
	}
	if _, err := os.Stat(want); err != nil {
		t.Error(err)
	}
	s.stop()
	if !strings.Contains(s.stderr.String(), "damaged comments set aside") {
		t.Errorf("the log does not say so:\n%s", s.stderr.String())
	}
}
