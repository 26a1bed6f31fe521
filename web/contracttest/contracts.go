package contracttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// contracts are both documents, ready to be held against what went over the wire.
type contracts struct {
	calls  *http.ServeMux // finds the route of a call by its pattern
	routes map[string]operation
	rest   *shapes
	stream *shapes
}

// An operation is what the OpenAPI document says of one route.
type operation struct {
	RequestBody struct{ Content content }
	Responses   map[string]struct{ Content content }
}

type content map[string]struct{ Schema json.RawMessage }

// compiled keeps contracts by their text: all tests of a process have the same.
var compiled sync.Map

func contractsOf(openapi, asyncapi string) (*contracts, error) {
	key := openapi + asyncapi
	if c, ok := compiled.Load(key); ok {
		return c.(*contracts), nil
	}
	c, err := compile(openapi, asyncapi)
	if err == nil {
		compiled.Store(key, c)
	}
	return c, err
}

func compile(openapi, asyncapi string) (*contracts, error) {
	var api struct {
		Paths map[string]map[string]operation
	}
	if err := json.Unmarshal([]byte(openapi), &api); err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	c := &contracts{calls: http.NewServeMux(), routes: make(map[string]operation)}
	for path, methods := range api.Paths {
		for method, op := range methods {
			pattern := strings.ToUpper(method) + " " + path
			c.calls.HandleFunc(pattern, http.NotFound)
			c.routes[pattern] = op
		}
	}
	var err error
	if c.rest, err = shapesOf(openapi); err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	if c.stream, err = shapesOf(asyncapi); err != nil {
		return nil, fmt.Errorf("asyncapi.json: %w", err)
	}
	return c, nil
}

// answer holds an answer against the OpenAPI document: its type, its body, and where
// it is a success, the body that was taken.
func (c *contracts) answer(a answer) error {
	r, err := http.NewRequest(a.method, "http://localhost"+a.path, nil)
	if err != nil {
		return err
	}
	_, pattern := c.calls.Handler(r)
	op, known := c.routes[pattern]
	if !known {
		if a.status < http.StatusBadRequest {
			if strings.HasPrefix(a.path, "/v1/") {
				return fmt.Errorf("it describes no such route")
			}
			return nil // a document, not an answer
		}
		return c.rest.holds("Problem", a.body)
	}
	said, ok := op.Responses[strconv.Itoa(a.status)]
	if !ok {
		said = op.Responses["default"]
	}
	body, ok := said.Content[a.kind]
	if !ok {
		return fmt.Errorf("it describes no %s for this status", a.kind)
	}
	if err := c.rest.holdsSchema(body.Schema, a.body); err != nil {
		return err
	}
	if taken, ok := op.RequestBody.Content["application/json"]; ok && a.status < http.StatusBadRequest && len(a.request) > 0 {
		if err := c.rest.holdsSchema(taken.Schema, a.request); err != nil {
			return fmt.Errorf("the body that was taken: %w", err)
		}
	}
	return nil
}

// frame holds a frame against the AsyncAPI document. The event in it is held against
// the envelope and against the schema of its type, each on its own.
func (c *contracts) frame(raw []byte) error {
	var f struct {
		Type  string
		Event json.RawMessage
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return err
	}
	if err := c.stream.holds(schemaOfFrame(f.Type), raw); err != nil {
		return err
	}
	if f.Event == nil {
		return nil
	}
	return c.stream.event(f.Event)
}

// schemaOfFrame is as in CaughtUpFrame.
func schemaOfFrame(kind string) string {
	var name strings.Builder
	for _, word := range strings.Split(kind, "_") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String() + "Frame"
}
