package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas"
	"turnbook/schemas/schematest"
	"turnbook/web/client"
)

// streams is the AsyncAPI document, as far as a test looks at it.
type streams struct {
	AsyncAPI   string
	Channels   map[string]struct{ Address string }
	Components struct {
		Messages map[string]struct {
			Payload struct {
				Ref string `json:"$ref"`
			}
		}
		Schemas map[string]json.RawMessage
	}
	Operations map[string]struct {
		Action   string
		Messages []struct {
			Ref string `json:"$ref"`
		}
	}
}

func (h *house) streams() (s streams) {
	h.t.Helper()
	h.call("GET", "/asyncapi.json", nil, &s)
	return s
}

// frame is the schema of a frame: its members, and those that must be there.
func (s streams) frame(t *testing.T, kind string) (f struct {
	Properties map[string]struct {
		Type string
		Enum []string
	}
	Required []string
}) {
	t.Helper()
	name := strings.TrimPrefix(s.Components.Messages[kind].Payload.Ref, "#/components/schemas/")
	if err := json.Unmarshal(s.Components.Schemas[name], &f); err != nil {
		t.Fatalf("the schema of %s: %v", kind, err)
	}
	return f
}

func TestEveryReferenceOfTheAsyncAPIDocumentPointsSomewhere(t *testing.T) {
	h := open(t, setting{})
	_, kind, body := h.raw("GET", "/asyncapi.json", "")
	var document any
	h.must(json.Unmarshal([]byte(body), &document))
	if kind != "application/json" || document.(map[string]any)["asyncapi"] != "3.0.0" {
		t.Errorf("the document is %s: %.200s", kind, body)
	}
	refs := make(map[string]bool)
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				refs[ref] = true
			}
			for _, part := range v {
				walk(part)
			}
		case []any:
			for _, part := range v {
				walk(part)
			}
		}
	}
	walk(document)
	for _, ref := range slices.Sorted(maps.Keys(refs)) {
		path, local := strings.CutPrefix(ref, "#/")
		if !local {
			if status, _, _ := h.raw("GET", ref, ""); status != 200 {
				t.Errorf("%s is answered with %d", ref, status)
			}
			continue
		}
		at := document
		for _, part := range strings.Split(path, "/") {
			at, _ = at.(map[string]any)[part]
		}
		if at == nil {
			t.Errorf("%s points nowhere", ref)
		}
	}
}

// Every event that was ever written is one of the events of the contract, as a frame
// carries it, and of one type alone.
func TestEverySampleIsAnEventOfTheContract(t *testing.T) {
	h := open(t, setting{})
	s := h.streams()
	read := func(text string) (v map[string]any) {
		h.must(json.Unmarshal([]byte(strings.ReplaceAll(text, "#/components/schemas/", "#/$defs/")), &v))
		return v
	}
	defs := make(map[string]any)
	for name, text := range s.Components.Schemas {
		defs[name] = read(string(text))
	}
	root := map[string]any{"$id": "https://turnbook.example/root", "$ref": "#/$defs/EventFrame", "$defs": defs}
	text, err := json.Marshal(root)
	h.must(err)
	var schema jsonschema.Schema
	h.must(json.Unmarshal(text, &schema))
	frame, err := schema.Resolve(&jsonschema.ResolveOptions{Loader: func(uri *url.URL) (*jsonschema.Schema, error) {
		raw, err := os.ReadFile("../schemas/json/" + filepath.Base(uri.Path))
		if err != nil {
			return nil, err
		}
		var s jsonschema.Schema
		return &s, json.Unmarshal(raw, &s)
	}})
	h.must(err)
	for _, typ := range schemas.Types() {
		data, err := os.ReadFile("../schemas/testdata/samples/" + typ + "@1.json")
		h.must(err)
		f := fmt.Sprintf(`{"type":"event","cursor":"e.1.0","event":{"specversion":"1.0","id":"t/1","source":"/acme/session/s","type":%q,
			"time":"2026-01-02T03:04:05Z","datacontenttype":"application/json","hash":"h","prevhash":"p","data":%s}}`, typ, data)
		err = schematest.Validate(frame, []byte(f))
		if wire := schemas.VisibilityOf(typ) == schemas.Wire; (err == nil) != wire {
			t.Errorf("%s, on the wire: %v: %v", typ, wire, err)
		}
	}
}

func TestTheBridgeWantsExactlyWhatTheContractRequires(t *testing.T) {
	h := open(t, setting{model: builderSays(remove("fork"))})
	s, session := h.streams(), h.session()
	card := h.card(h.session())
	fits := map[string]string{
		"session": fmt.Sprintf("%q", session), "text": `"What is here?"`, "turn": `"t9"`,
		"frames": "1000", "card": fmt.Sprintf("%q", card.ID), "decision": `"confirm"`, "fingerprint": `"of another plan"`,
	}
	b := h.tab("")
	for name, op := range s.Operations {
		kind, receives := strings.CutPrefix(name, "receive_")
		if !receives || kind == "hello" {
			continue
		}
		if op.Action != "receive" {
			t.Errorf("%s is a %s", name, op.Action)
		}
		frame := s.frame(t, kind)
		send := func(without string, with ...string) client.Frame {
			members := []string{fmt.Sprintf(`"type":%q`, kind), `"ref":"r"`}
			for _, m := range frame.Required {
				if m != "type" && m != without {
					members = append(members, fmt.Sprintf("%q:%s", m, fits[m]))
				}
			}
			b.raw("{" + strings.Join(append(members, with...), ",") + "}")
			return b.answer()
		}
		names := func(f client.Frame, member string) bool {
			return strings.Contains(string(f.Raw), fmt.Sprintf(`"field":%q`, member)) || member == "fingerprint" && f.Code == schemas.CodeWrongFingerprint
		}
		if f := send(""); strings.HasPrefix(string(f.Code), "INVALID") {
			t.Errorf("%s with all that is required is answered with %s", kind, f.Raw)
		}
		for _, m := range frame.Required {
			if f := send(m); m != "type" && !names(f, m) {
				t.Errorf("%s without %s is answered with %s", kind, m, f.Raw)
			}
		}
		for m, p := range frame.Properties {
			if m == "type" || m == "ref" || m == "ui_context" || slices.Contains(frame.Required, m) {
				continue
			}
			wrong := map[string]string{"string": "7", "boolean": `"yes"`, "integer": `"two"`, "array": `"one"`}[p.Type]
			if f := send("", fmt.Sprintf("%q:%s", m, wrong)); f.Code != "INVALID_REQUEST" || !names(f, m) {
				t.Errorf("%s with %s of the wrong kind is answered with %s", kind, m, f.Raw)
			}
		}
	}
}

// answer is the frame that answers the last one, whatever it is.
func (b *tab) answer() client.Frame {
	b.h.t.Helper()
	for {
		f, err := b.s.Next(b.h.context())
		b.h.must(err)
		if f.Ref == "r" && f.Type != "event" && f.Type != "caught_up" || f.Type == "error" {
			return f
		}
	}
}

func TestTheContractListsWhatTheBridgeTakes(t *testing.T) {
	h := open(t, setting{})
	b := h.tab("")
	b.raw(`{"type":"nothing","ref":"r"}`)
	said := b.answer().Detail
	_, list, _ := strings.Cut(said, "; give ")
	takes := strings.FieldsFunc(strings.ReplaceAll(list, " or ", ", "), func(r rune) bool { return r == ',' || r == ' ' })
	var described []string
	for name := range h.streams().Operations {
		if kind, receives := strings.CutPrefix(name, "receive_"); receives {
			described = append(described, kind)
		}
	}
	slices.Sort(takes)
	slices.Sort(described)
	if diff := cmp.Diff(takes, described); diff != "" {
		t.Errorf("frames (-the bridge says +the contract says):\n%s", diff)
	}
}
