package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// everything marks a room where all parts meet.
const everything = "*"

// rooms is the table of the house: what each room may import of ours. A new room is
// added here, with what it is allowed.
var rooms = map[string][]string{
	"schemas":            {"schemas/canon"},
	"schemas/canon":      {},
	"schemas/document":   {"schemas"},
	"schemas/schematest": {"schemas"},
	"schemas/goldentest": {},
	"schemas/form":       {"schemas", "schemas/canon"},
	"schemas/price":      {"schemas"},
	"schemas/proof":      {"schemas", "schemas/canon"},
	"schemas/words":      {"schemas", "schemas/canon"},

	"bus":                         {"schemas"},
	"bus/jetstream":               {"schemas", "bus"},
	"bus/jetstream/jetstreamtest": {"schemas", "bus", "bus/jetstream"},
	"bus/bustest":                 {"schemas", "bus"},
	"bus/turns":                   {"schemas", "bus"},
	"bus/audit":                   {"schemas", "schemas/canon", "schemas/proof", "bus"},

	"agents":                {"schemas", "schemas/document"},
	"agents/router":         {"schemas", "agents"},
	"agents/guide":          {"schemas", "agents"},
	"agents/steps":          {"schemas", "schemas/canon", "schemas/document", "schemas/form", "agents"},
	"agents/taskbuilder":    {"schemas", "schemas/document", "agents", "agents/steps"},
	"agents/playbookeditor": {"schemas", "schemas/document", "agents", "agents/steps"},
	"agents/documents":      {"schemas", "schemas/document", "agents", "agents/steps"},
	"agents/definitions":    {},
	"agents/launch":         {"schemas", "schemas/canon", "agents", "agents/definitions", "agents/settings"},
	"agents/handles":        {"schemas"},
	"agents/checkout":       {},
	"agents/filetools":      {"schemas", "agents", "agents/checkout"},
	"agents/workspaces":     {"schemas", "bus", "agents", "agents/steps", "agents/definitions", "agents/launch", "agents/settings", "agents/handles", "agents/checkout", "agents/filetools", "agents/turn", "agents/worker"},
	"agents/settings":       {"schemas", "agents/definitions"},
	"agents/authoring":      {"schemas", "agents", "agents/definitions", "agents/settings"},
	"agents/intake":         {"schemas", "schemas/canon"},
	"agents/formats":        {"schemas", "schemas/form", "schemas/canon"},
	"agents/offline":        {"schemas", "agents"},
	"agents/anthropic":      {"schemas", "agents"},
	"agents/openai":         {"schemas", "agents"},
	"agents/tape":           {"schemas/canon"},
	"agents/telemetry":      {"schemas", "bus", "bus/turns", "agents"},
	"agents/vendortest":     {"schemas", "agents"},
	"agents/turn": {
		"schemas", "schemas/canon", "schemas/document", "agents", "agents/steps",
		"agents/router", "agents/guide", "agents/taskbuilder", "agents/playbookeditor", "agents/handles",
	},
	"agents/worker":     {"schemas", "schemas/canon", "schemas/document", "schemas/words", "bus", "agents", "agents/authoring", "agents/documents", "agents/formats", "agents/turn"},
	"agents/agentstest": {"schemas", "schemas/document", "bus", "agents"},

	"agents/checkout/checkouttest": {},

	"projections":          {"schemas", "schemas/canon", "schemas/price", "schemas/document", "bus"},
	"projections/saved":    {"projections"},
	"projections/comments": {"schemas", "projections"},
	"projections/exports":  {"schemas", "projections", "agents/telemetry"},

	"web": {
		"schemas", "schemas/canon", "schemas/document", "schemas/form", "schemas/price", "bus",
		"agents", "agents/documents", "agents/formats", "agents/intake", "agents/turn", "agents/worker", "agents/workspaces", "agents/launch", "agents/handles", "agents/definitions", "agents/checkout", "projections", "projections/saved", "projections/comments", "projections/exports",
		"web/agui", "web/charts", "web/past", "web/client", "web/mcp", "bus/audit", "schemas/proof",
	},
	"web/mcp":             {"schemas", "projections", "web/client"},
	"web/mcp/clienttest":  {everything},
	"web/past":            {"schemas", "schemas/document", "bus", "agents/turn", "projections"},
	"web/charts":          {"projections"},
	"web/agui":            {"schemas", "bus", "agents/turn", "agents/worker"},
	"web/agui/clienttest": {everything},
	"web/client":          {"schemas"},
	"web/browsertest":     {everything},
	"web/metrics":         {"schemas", "schemas/price", "bus", "bus/turns"},
	"web/contracttest":    {"schemas/schematest"},

	"cmd/turnbook": {everything},
}

// strangers are modules that one room keeps from all others. Tests may use them: a
// benchmark measures what a room adds to the raw thing.
var strangers = map[string]string{
	"github.com/nats-io/nats":  "bus/jetstream",
	"github.com/nats-io/nkeys": "schemas/proof",
	"modernc.org/sqlite":       "projections",
	"database/sql":             "projections",
	"github.com/coder/":        "web",
	"github.com/danielgtaylor": "web",
	"github.com/anthropics/":   "agents/anthropic",
	"github.com/openai/":       "agents/openai",
	"github.com/pkg/sftp":      "agents/checkout",
	"go.opentelemetry.io/":     "agents/telemetry",
	"github.com/prometheus/":   "web/metrics",
	"github.com/go-analyze/":   "web/charts",
	"github.com/parquet-go/":   "projections/exports",

	"github.com/modelcontextprotocol/": "web/mcp",
}

// A listed package is what the Go command says of it.
type listed struct {
	ImportPath string
	Imports    []string
}

const module = "turnbook/"

func (l listed) room() string { return strings.TrimPrefix(l.ImportPath, module) }

func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	raw, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var out []listed
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		var l listed
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
}

func TestEachRoomImportsOnlyWhatTheTableAllows(t *testing.T) {
	for _, l := range listPackages(t) {
		may, known := rooms[l.room()]
		if !known {
			t.Errorf("%s stands in no row of the table: say what it may import", l.room())
			continue
		}
		for _, path := range l.Imports {
			if ours, ok := strings.CutPrefix(path, module); ok && !slices.Contains(may, ours) && !slices.Contains(may, everything) {
				t.Errorf("%s imports %s; it may import of ours: %s", l.room(), ours, strings.Join(may, ", "))
			}
		}
	}
}

func TestNATSAndSQLiteAreEachKnownToOneRoom(t *testing.T) {
	for _, l := range listPackages(t) {
		for _, path := range l.Imports {
			for stranger, owner := range strangers {
				if strings.HasPrefix(path, stranger) && l.room() != owner && !strings.HasPrefix(l.room(), owner+"/") {
					t.Errorf("%s imports %s, which only %s may know", l.room(), path, owner)
				}
			}
		}
	}
}
