package web

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// A constant is a value of a closed list with what its comment says.
type constant struct{ value, meaning string }

// constants are those of a type in a file, in their order. Each must say what it means.
func constants(t *testing.T, file, of string) (all []constant) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		s, ok := n.(*ast.ValueSpec)
		if !ok || s.Type == nil || len(s.Values) != 1 {
			return true
		}
		name := s.Type
		if qualified, ok := name.(*ast.SelectorExpr); ok {
			name = qualified.Sel
		}
		literal, isText := s.Values[0].(*ast.BasicLit)
		if id, ok := name.(*ast.Ident); !ok || !isText || id.Name != of {
			return true
		}
		value, err := strconv.Unquote(literal.Value)
		meaning := strings.TrimSpace(s.Comment.Text())
		if err != nil || meaning == "" {
			t.Errorf("%s: %s has no comment that says what it means", file, literal.Value)
		}
		all = append(all, constant{value, meaning})
		return true
	})
	return all
}

type codeEntry struct {
	Code    string   `json:"code"`
	Meaning string   `json:"meaning"`
	Status  int      `json:"status,omitempty"`
	In      []string `json:"in"`
}

// codes are all codes. Those of [Codes] come in problems: answers of REST, refused and
// error frames; those of the package schemas stand in events.
func codes(t *testing.T) (all []codeEntry) {
	t.Helper()
	add := func(file string, inEvents bool) {
		for _, c := range constants(t, file, "Code") {
			e := codeEntry{Code: c.value, Meaning: c.meaning}
			if slices.Contains(Codes(), schemas.Code(c.value)) {
				e.Status, e.In = statusOf(schemas.Code(c.value)), append(e.In, "problem")
			}
			if inEvents {
				e.In = append(e.In, "event")
			}
			all = append(all, e)
		}
	}
	add("codes.go", false)
	add("../schemas/codes.go", true)
	return all
}

type typeEntry struct {
	Type    string `json:"type"`
	Wire    bool   `json:"wire"`
	Meaning string `json:"meaning"`
	Schema  string `json:"schema"`
}

func types(t *testing.T) (all []typeEntry) {
	t.Helper()
	for _, typ := range schemas.Types() {
		raw, err := fs.ReadFile(schemas.SchemaFiles(), typ+".json")
		if err != nil {
			t.Fatal(err)
		}
		var schema struct{ Description string }
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(err)
		}
		all = append(all, typeEntry{typ, schemas.VisibilityOf(typ) == schemas.Wire, schema.Description, "/schemas/" + typ + ".json"})
	}
	return all
}

type reasonEntry struct {
	Reason  string `json:"reason"`
	Outcome string `json:"outcome"`
	Meaning string `json:"meaning"`
}

type outcomeEntry struct {
	Outcome string `json:"outcome"`
	Meaning string `json:"meaning"`
}

func targets(t *testing.T) (outcomes []outcomeEntry, reasons []reasonEntry) {
	t.Helper()
	const file = "../schemas/target.go"
	for _, c := range constants(t, file, "TargetOutcome") {
		outcomes = append(outcomes, outcomeEntry{c.value, c.meaning})
	}
	for _, c := range constants(t, file, "TargetReason") {
		of := schemas.TargetDrop
		if schemas.TargetReason(c.value) == schemas.ReasonUnclaimed {
			of = schemas.TargetContribution
		}
		reasons = append(reasons, reasonEntry{c.value, string(of), c.meaning})
	}
	return outcomes, reasons
}

// The lists under /schemas/ are written from the declarations: -update rewrites them.
func TestListFiles(t *testing.T) {
	outcomes, reasons := targets(t)
	for name, list := range map[string]any{
		"codes.json":   map[string]any{"codes": codes(t)},
		"types.json":   map[string]any{"types": types(t)},
		"targets.json": map[string]any{"outcomes": outcomes, "reasons": reasons},
	} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(list); err != nil {
			t.Fatal(err)
		}
		if goldentest.Updating() {
			goldentest.Write(t, "lists/"+name, want.String())
			continue
		}
		got, err := fs.ReadFile(listFiles(), name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), string(got)); diff != "" {
			t.Errorf("lists/%s is not what is declared; run with -update (-want +got):\n%s", name, diff)
		}
	}
}

func TestEveryCodeOfAProblemIsListedOnceAndHasAStatusOfItsOwn(t *testing.T) {
	seen := make(map[string]codeEntry)
	for _, c := range codes(t) {
		if _, twice := seen[c.Code]; twice {
			t.Errorf("%s is declared twice", c.Code)
		}
		seen[c.Code] = c
		if len(c.In) == 0 {
			t.Errorf("%s comes nowhere: add it to Codes", c.Code)
		}
		if c.Status == 500 && c.Code != string(CodeInternal) {
			t.Errorf("%s has the status of a breakdown: add it to statusOf", c.Code)
		}
	}
	for _, c := range Codes() {
		if seen[string(c)].Code == "" {
			t.Errorf("%s is listed and not declared", c)
		}
	}
}
