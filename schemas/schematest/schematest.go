// Package schematest holds events against the schemas that front ends and auditors
// read. The schemas let shapes grow; here they may not, so that a member which nobody
// declared is found.
package schematest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"io/fs"
	"math"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas"
)

// Record holds a record's data against the schema of its type, as it stands in the log;
// where only a reference stands there, as it was read.
func Record(r schemas.Record) error {
	if r.Err != nil {
		return r.Err
	}
	var stored struct{ Data json.RawMessage }
	if err := json.Unmarshal(r.Stored, &stored); err != nil {
		return err
	}
	if stored.Data == nil {
		raw, err := json.Marshal(r.Event)
		if err != nil {
			return err
		}
		stored.Data = raw
	}
	return Data(r.Type, stored.Data)
}

// ready keeps the schemas of events' data by type, and held the digests of what was
// found well: a suite writes the same events thousands of times.
var (
	ready sync.Map
	held  sync.Map
	seed  = maphash.MakeSeed()
)

// Data holds the data of an event against the schema of its type.
func Data(eventType string, data []byte) error {
	digest := maphash.String(seed, eventType) ^ maphash.Bytes(seed, data)
	if _, well := held.Load(digest); well {
		return nil
	}
	schema, ok := ready.Load(eventType)
	if !ok {
		read, err := schemaOf(eventType)
		if err != nil {
			return err
		}
		schema, _ = ready.LoadOrStore(eventType, read)
	}
	if err := Validate(schema.(*jsonschema.Resolved), data); err != nil {
		return fmt.Errorf("data of %s: %w", eventType, err)
	}
	held.Store(digest, true)
	return nil
}

func schemaOf(eventType string) (*jsonschema.Resolved, error) {
	raw, err := fs.ReadFile(schemas.SchemaFiles(), eventType+".json")
	if err != nil {
		return nil, err
	}
	var root any
	if err := json.Unmarshal(raw, &root); err != nil {
		return nil, err
	}
	Close(root)
	delete(root.(map[string]any), "$id") // it stands nowhere here
	return Resolve(root)
}

// Close forbids the members that a schema does not name, all the way down. Of what a
// view shows, members are kept as they come.
func Close(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		properties, is := s["properties"].(map[string]any)
		if is && s["additionalProperties"] == nil && properties["is_playbook_editor_route"] == nil {
			s["additionalProperties"] = false
		}
		for _, part := range s {
			Close(part)
		}
	case []any:
		for _, part := range s {
			Close(part)
		}
	}
}

// Resolve makes a schema, as JSON reads, ready to validate.
func Resolve(schema any) (*jsonschema.Resolved, error) {
	text, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// Validate holds a JSON text against a schema.
func Validate(schema *jsonschema.Resolved, text []byte) error {
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return err
	}
	return schema.Validate(counted(value))
}

// counted is a value whose numbers a validator takes: what is beyond all counting
// counts as the largest.
func counted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, part := range v {
			v[name] = counted(part)
		}
	case []any:
		for i, part := range v {
			v[i] = counted(part)
		}
	case json.Number:
		n, _ := v.Float64() // the error says only that it is large
		return min(max(n, -math.MaxFloat64), math.MaxFloat64)
	}
	return v
}
