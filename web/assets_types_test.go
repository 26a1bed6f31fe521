package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

const typesFile = "assets/turnbook-events.d.ts"

// The types of assets/turnbook.js follow from the schemas of events: -update rewrites
// them.
func TestTypesOfTheModule(t *testing.T) {
	want := declarations(t)
	goldentest.Compare(t, typesFile, want)
}

// declarations is the file.
func declarations(t *testing.T) string {
	t.Helper()
	out := &typescript{held: make(map[string]*jsonschema.Schema)}
	out.line("// The events that front ends get, as TypeScript reads them.")
	out.line("// Written by `go test ./web -run TypesOfTheModule -update` from the schemas under /schemas/.")
	out.line("// Shapes grow by adding: a newer server may send more types and more members.")
	out.line("")
	out.union("Outcome", "what a view does with a step event", texts(schemas.TargetOutcomes()))
	out.union("Reason", "why a target is what it is, where the outcome does not say it", texts(schemas.TargetReasons()))
	out.union("Code", "why a request or a command came to nothing", texts(Codes()))
	var wire []string
	for _, typ := range schemas.Types() {
		if schemas.VisibilityOf(typ) == schemas.Wire {
			wire = append(wire, typ)
			out.event(t, typ)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(out.held)) {
		out.declare(typeName(name), out.held[name])
	}
	out.line("/** The data of each type of event. */")
	out.line("export interface EventData {")
	for _, typ := range wire {
		out.line("  %q: %s;", typ, typeName(typ))
	}
	out.line("}")
	out.line("")
	out.line("/** A CloudEvent of the book; its type says what its data holds. */")
	out.line("export type WireEvent = { [T in keyof EventData]: Envelope & { type: T; data: EventData[T] } }[keyof EventData];")
	out.line("")
	out.line("%s", envelope)
	return out.text.String()
}

const envelope = `/** What every event has. */
export interface Envelope {
  specversion: "1.0";
  /** <turn>/<n> inside a turn, <idempotency key>/<n> elsewhere */
  id: string;
  /** the boundary: /<vendor>/<kind>/<id> */
  source: string;
  /** what it is about: playbook/<id>/task/<id>, either part alone */
  subject?: string;
  /** of the append, UTC */
  time: string;
  /** who: user/<id>, agent/<name>, system */
  actor?: string;
  /** id of the event that caused it */
  causationid?: string;
  /** the turn */
  correlationid?: string;
  datacontenttype: string;
  /** where the data is that was too large for the log; the frame brings it */
  dataref?: string;
  hash: string;
  prevhash: string;
}`

func texts[T ~string](list []T) (all []string) {
	for _, v := range list {
		all = append(all, fmt.Sprintf("%q", string(v)))
	}
	return all
}

// typeName is as in TaskStepAdded.
func typeName(name string) string {
	var out strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' }) {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

// typescript writes declarations.
type typescript struct {
	text strings.Builder
	held map[string]*jsonschema.Schema // what schemas keep in $defs
}

func (ts *typescript) line(format string, args ...any) {
	fmt.Fprintf(&ts.text, format+"\n", args...)
}

func (ts *typescript) union(name, about string, values []string) {
	ts.line("/** %s */", about)
	ts.line("export type %s = %s;", name, strings.Join(values, " | "))
	ts.line("")
}

func (ts *typescript) event(t *testing.T, typ string) {
	raw, err := fs.ReadFile(schemas.SchemaFiles(), typ+".json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	maps.Copy(ts.held, s.Defs)
	ts.declare(typeName(typ), &s)
}

func (ts *typescript) declare(name string, s *jsonschema.Schema) {
	ts.line("/** %s */", strings.ReplaceAll(s.Description, "\n", " "))
	ts.line("export interface %s %s", name, ts.object(s, ""))
	ts.line("")
}

func (ts *typescript) object(s *jsonschema.Schema, indent string) string {
	var out strings.Builder
	out.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p, may := s.Properties[name], "?"
		if slices.Contains(s.Required, name) {
			may = ""
		}
		if p.Description != "" {
			fmt.Fprintf(&out, "%s  /** %s */\n", indent, p.Description)
		}
		fmt.Fprintf(&out, "%s  %s%s: %s;\n", indent, name, may, ts.of(p, indent+"  "))
	}
	return out.String() + indent + "}"
}

// of is the type of a schema. What a schema leaves open is any: a page knows best.
func (ts *typescript) of(s *jsonschema.Schema, indent string) string {
	if _, name, held := strings.Cut(s.Ref, "#/$defs/"); held {
		return typeName(name)
	}
	kinds := s.Types
	if s.Type != "" {
		kinds = []string{s.Type}
	}
	var all []string
	for _, kind := range slices.Sorted(slices.Values(kinds)) {
		all = append(all, ts.kind(kind, s, indent))
	}
	if len(all) == 0 {
		return "any"
	}
	return strings.Join(all, " | ")
}

func (ts *typescript) kind(kind string, s *jsonschema.Schema, indent string) string {
	switch {
	case kind == "integer":
		return "number"
	case kind == "array" && strings.ContainsAny(ts.of(s.Items, indent), "| "):
		return "(" + ts.of(s.Items, indent) + ")[]"
	case kind == "array":
		return ts.of(s.Items, indent) + "[]"
	case kind == "object" && s.Properties != nil:
		return ts.object(s, indent)
	case kind == "object" && s.AdditionalProperties != nil:
		return "Record<string, " + ts.of(s.AdditionalProperties, indent) + ">"
	case kind == "object":
		return "Record<string, any>"
	}
	return kind
}
