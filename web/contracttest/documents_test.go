package contracttest_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"turnbook/agents/offline"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/web"
)

// server is a server with nothing in its book.
func server(t *testing.T) http.Handler {
	t.Helper()
	lg, log := slog.New(slog.DiscardHandler), bus.Mem()
	store, err := projections.Open(t.Context(), lg, projections.Options{Path: filepath.Join(t.TempDir(), "tables.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	rt := worker.New(lg, worker.Options{Log: log, Wakes: bus.MemWakes(), Model: offline.New(offline.Options{})})
	s, err := web.New(lg, web.Options{Runtime: rt, Log: log, Store: store, Vendor: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// node runs a script of this folder, whose packages `npm ci` installs.
func node(t *testing.T, args ...string) {
	t.Helper()
	if _, err := os.Stat("node_modules"); err != nil {
		t.Fatal("the packages of web/contracttest are not installed: run npm ci there")
	}
	if out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput(); err != nil {
		t.Errorf("node %v: %v\n%s", args, err, out)
	}
}

func TestTheContractsAreWhatTheirFormatsAskFor(t *testing.T) {
	s, folder := server(t), t.TempDir()
	for _, name := range []string{"openapi.json", "asyncapi.json"} {
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest(http.MethodGet, "http://localhost/"+name, nil))
		if err := os.WriteFile(filepath.Join(folder, name), r.Body.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node(t, "documents.mjs", folder)
}

// The browser module, our own pages and the example, read by the compiler of TypeScript.
func TestTheModuleAndWhoUsesItAreTyped(t *testing.T) {
	node(t, "node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json")
}
