package contracttest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas/schematest"
)

// shapes are the schemas of one document, closed.
type shapes struct {
	defs map[string]any

	mu    sync.Mutex
	ready map[string]*jsonschema.Resolved // by the schema's text
}

// refs is where a document keeps its schemas, and defs is where a JSON Schema does.
const (
	refs = "#/components/schemas/"
	defs = "#/$defs/"
)

func shapesOf(document string) (*shapes, error) {
	var d struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(document, refs, defs)), &d); err != nil {
		return nil, err
	}
	all := d.Components.Schemas
	for name, s := range all {
		if _, kind := s.(map[string]any)["allOf"]; kind || name == "Event" {
			all[name] = true // events are held against their schemas one by one
		}
		schematest.Close(s)
	}
	return &shapes{defs: all, ready: make(map[string]*jsonschema.Resolved)}, nil
}

// holds says what of a text is not as a schema of the document says.
func (s *shapes) holds(name string, text []byte) error {
	if s.defs[name] == nil {
		return fmt.Errorf("there is no schema %s", name)
	}
	return s.holdsSchema(json.RawMessage(`{"$ref":"`+refs+name+`"}`), text)
}

func (s *shapes) holdsSchema(schema json.RawMessage, text []byte) error {
	ready, err := s.resolve(strings.ReplaceAll(string(schema), refs, defs))
	if err != nil {
		return err
	}
	return schematest.Validate(ready, text)
}

func (s *shapes) resolve(schema string) (*jsonschema.Resolved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ready := s.ready[schema]; ready != nil {
		return ready, nil
	}
	var root map[string]any
	if err := json.Unmarshal([]byte(schema), &root); err != nil {
		return nil, err
	}
	root["$defs"] = s.defs
	ready, err := schematest.Resolve(root)
	if err == nil {
		s.ready[schema] = ready
	}
	return ready, err
}

// event holds an event against the envelope, and its data against its type's schema.
func (s *shapes) event(raw []byte) error {
	if err := s.holds("LoggedEvent", raw); err != nil {
		return err
	}
	var e struct {
		Type string
		Data json.RawMessage
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.Data == nil {
		return err
	}
	return schematest.Data(e.Type, e.Data)
}
