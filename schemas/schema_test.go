package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas/goldentest"
)

// descriptions reads the comments of the package's types, without the type's own
// name: "Records that …".
func descriptions(t testing.TB) map[string]string {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	var comments comment.Parser
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE || len(g.Specs) != 1 {
				continue
			}
			name := g.Specs[0].(*ast.TypeSpec).Name.Name
			printer := comment.Printer{TextWidth: -1}
			text := strings.TrimSpace(string(printer.Text(comments.Parse(g.Doc.Text()))))
			if rest, ok := strings.CutPrefix(text, name+" "); ok {
				text = strings.ToUpper(rest[:1]) + rest[1:]
			}
			found[name] = text
		}
	}
	return found
}

// stepDefs are the types that hold each other; they stand in $defs.
var stepDefs = map[reflect.Type]string{reflect.TypeFor[Step](): "step", reflect.TypeFor[Branch](): "branch"}

// schemaOf is the schema of a struct. Further members are allowed, since shapes
// grow by adding.
func schemaOf(t testing.TB, typ reflect.Type) *jsonschema.Schema {
	overrides := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[UIContext]():       uiContextSchema(),
	}
	for def, name := range stepDefs {
		if def != typ {
			overrides[def] = &jsonschema.Schema{Ref: "#/$defs/" + name}
		}
	}
	s, err := jsonschema.ForType(typ, &jsonschema.ForOptions{TypeSchemas: overrides})
	if err != nil {
		t.Fatal(err)
	}
	finish(typ, s)
	return s
}

// uiContextSchema describes the members that have a meaning (authoring.md section 2);
// all others are kept as they come.
func uiContextSchema() *jsonschema.Schema {
	about := func(text string, types ...string) *jsonschema.Schema {
		return &jsonschema.Schema{Types: types, Description: text}
	}
	task := about("the task in the builder's store, or null", "object", "null")
	task.Properties = map[string]*jsonschema.Schema{
		"id":          about("a text or a number"),
		"context":     about("where it lives: PLAYBOOK, LIBRARY_MODULE or LIBRARY_TASK", "string", "null"),
		"playbook_id": about("its playbook; absent in the library"),
	}
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
		"page":                     about("playbook_editor, task, library_module, library, playbooks, or the host's own word", "string", "null"),
		"is_playbook_editor_route": about("whether the playbook editor is on screen", "boolean", "null"),
		"playbook_id":              about("the playbook on the canvas"),
		"is_draft_active":          about("whether the canvas holds a draft", "boolean", "null"),
		"current_task_id":          about("the task in the open builder; absent while none is mounted or none is loaded"),
		"builder_mounts":           about("how many builder surfaces are on screen", "integer", "null"),
		"loaded_task":              task,
		"contribution":             about("the page contribution that is registered, or null", "string", "null"),
	}}
}

// finish walks a schema along the type that it was made of: it says whose words a
// field can hold, and opens the closed objects.
func finish(typ reflect.Type, s *jsonschema.Schema) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case s.Items != nil && typ.Kind() == reflect.Slice:
		finish(typ.Elem(), s.Items)
	case typ.Kind() == reflect.Struct && s.AdditionalProperties != nil:
		s.AdditionalProperties = nil
		for _, f := range reflect.VisibleFields(typ) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := s.Properties[name]
			if f.Anonymous || p == nil {
				continue
			}
			finish(f.Type, p)
			if whose := f.Tag.Get("words"); whose != "" {
				p.Extra = map[string]any{"x-words-of": whose}
			}
		}
	}
}

// eventSchema is the whole schema of one event's data.
func eventSchema(t testing.TB, e *entry, about map[string]string) *jsonschema.Schema {
	s := schemaOf(t, e.goType)
	s.Schema, s.ID, s.Title = "https://json-schema.org/draft/2020-12/schema", "/schemas/"+e.name+".json", e.name
	s.Description = about[e.goType.Name()]
	if s.Description == "" {
		t.Errorf("%s has no comment", e.goType.Name())
	}
	if text, _ := json.Marshal(s); bytes.Contains(text, []byte("#/$defs/")) {
		s.Defs = make(map[string]*jsonschema.Schema)
		for def, name := range stepDefs {
			s.Defs[name] = schemaOf(t, def)
			s.Defs[name].Description = about[def.Name()]
		}
	}
	return s
}

func TestSchemaFiles(t *testing.T) {
	about := descriptions(t)
	want := make(map[string]string)
	for _, typ := range Types() {
		raw, err := json.Marshal(eventSchema(t, byType[typ], about))
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := json.Indent(&text, raw, "", "  "); err != nil {
			t.Fatal(err)
		}
		readable := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
		want[typ+".json"] = readable.Replace(text.String()) + "\n"
	}
	if goldentest.Updating() {
		old, _ := filepath.Glob("json/*.json")
		for _, name := range old {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range want {
			goldentest.Write(t, filepath.Join("json", name), text)
		}
		return // what is embedded is what stood there before
	}
	got := make(map[string]string)
	names, err := fs.Glob(SchemaFiles(), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(SchemaFiles(), name)
		if err != nil {
			t.Fatal(err)
		}
		got[name] = string(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("json/ is not what the structs say; run with -update:\n%s", diff)
	}
}

func TestEventTable(t *testing.T) {
	about := descriptions(t)
	var table strings.Builder
	table.WriteString("# Events\n\nWritten by `go test ./schemas -run TestEventTable -update` from the structs. A field with `?` may be\nabsent. Visibility: `wire` events reach front ends, `internal` ones auditors only.\n")
	family := ""
	for _, typ := range Types() {
		if f, _, _ := strings.Cut(typ, "."); f != family {
			family = f
			fmt.Fprintf(&table, "\n## %s\n\n| type | visibility | what it says | fields |\n| --- | --- | --- | --- |\n", family)
		}
		s := eventSchema(t, byType[typ], about)
		var fields []string
		for _, name := range s.PropertyOrder {
			if !slices.Contains(s.Required, name) {
				name += "?"
			}
			fields = append(fields, "`"+name+"`")
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", typ, VisibilityOf(typ), strings.ReplaceAll(s.Description, "|", `\|`), strings.Join(fields, " "))
	}
	goldentest.Compare(t, "EVENTS.md", table.String())
}
