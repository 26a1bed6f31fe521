package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/bus/jetstream/jetstreamtest"
	"turnbook/schemas/proof"
)

// contents are all files of a folder.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(dir, name))
		all.WriteString(name + "\n" + string(raw))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// verified is what a verification came to, of a command line.
func verified(t *testing.T, args ...string) proof.Report {
	t.Helper()
	var out, stderr bytes.Buffer
	root := newRoot()
	root.SetArgs(append([]string{"verify", "--json"}, args...))
	root.SetOut(&out)
	root.SetErr(&stderr)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("verify %v: %v", args, err)
	}
	var r proof.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestATurnIsProvedByServerFolderAndBundleAndTakenInElsewhere(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "anchors.jsonl")
	s := serveIn(t, dir, "--model", "offline:0s", "--anchor-file", outside)
	session, turn := askFanOut(t, s)
	outcome(t, s, session, turn)
	var pack, whole []byte
	for path, to := range map[string]*[]byte{"/bundle": &pack, "/export": &whole} {
		if err := s.client().Call(t.Context(), http.MethodGet, "/v1/turns/"+string(turn)+path, nil, to); err != nil {
			t.Fatal(err)
		}
	}
	var live proof.Report
	if err := s.client().Call(t.Context(), http.MethodGet, "/v1/verify", nil, &live); err != nil {
		t.Fatal(err)
	}
	s.stop()

	bundle := filepath.Join(t.TempDir(), "evidence.zip")
	if err := os.WriteFile(bundle, pack, 0o600); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	folder := verified(t, "--data", dir, "--key", live.Key, "--anchor-file", outside)
	if contents(t, dir) != before {
		t.Error("verifying a folder changed it")
	}
	evidence := verified(t, "--bundle", bundle, "--key", live.Key)
	for name, r := range map[string]proof.Report{"server": live, "folder": folder, "bundle": evidence} {
		if !r.Holds || r.Anchors == 0 || r.Key != live.Key || r.Key == "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	seed, err := os.ReadFile(filepath.Join(dir, audit.SeedFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"log": s.stderr.String(), "bundle": string(pack), "export": string(whole)} {
		if strings.Contains(text, string(seed)) {
			t.Errorf("the %s holds the seed", name)
		}
	}

	elsewhere := serveIn(t, t.TempDir(), "--demo=false", "--model", "offline:0s")
	for range 2 { // the second time it is there already
		if err := elsewhere.client().Call(t.Context(), http.MethodPost, "/v1/turns/import", whole, nil); err != nil {
			t.Fatal(err)
		}
	}
	var again []byte
	if err := elsewhere.client().Call(t.Context(), http.MethodGet, "/v1/turns/"+string(turn)+"/export", nil, &again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(whole, again) {
		t.Errorf("exported again, the turn is %d bytes and not the same %d", len(again), len(whole))
	}
	for _, hidden := range []string{"turn.lane-started", "turn.narrated", "turn.model-answered"} {
		if !bytes.Contains(whole, []byte(hidden)) {
			t.Errorf("the export has no %s", hidden)
		}
	}
}

func TestAnAlteredFolderIsToldByTheExitStatus(t *testing.T) {
	dir, altered := t.TempDir(), t.TempDir()
	serveIn(t, dir).stop()
	if r := call(t, "", "verify", "--data", dir); r.Status != 0 || !strings.HasPrefix(r.Out, "It holds: ") {
		t.Errorf("an untouched folder: %+v", r)
	}
	lg := slog.New(slog.DiscardHandler)
	log, err := jetstream.Open(t.Context(), lg, jetstream.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	messages := jetstreamtest.Messages(t, log)
	log.Close()
	for i := range messages {
		messages[i].Data = bytes.Replace(messages[i].Data, []byte(`"on":true`), []byte(`"on":null`), 1)
	}
	jetstreamtest.Copy(t, altered, messages).Close()
	r := call(t, "", "verify", "--data", altered)
	if r.Status != 1 || !strings.Contains(r.Out, "edit") || !strings.Contains(r.Out, "vendor/default") || !strings.Contains(r.Err, "it is not what was written, in 1 place") {
		t.Errorf("an altered folder: %+v", r)
	}
	if r := call(t, "", "verify", "--data", altered, "--bundle", "x"); r.Status != 2 {
		t.Errorf("wrong usage: %+v", r)
	}
}
