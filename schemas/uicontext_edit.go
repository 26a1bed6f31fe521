package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A ContextEdit puts a value in a place of a context.
type ContextEdit struct {
	Pointer string          `json:"pointer" doc:"where, as a JSON pointer (RFC 6901): /current_task_id"`
	Value   json.RawMessage `json:"value" doc:"what stands there then"`
}

// Edit is the context with edits made to it, in their order. The context itself stays
// as it is. The error is a [*ContextError].
func (c UIContext) Edit(edits ...ContextEdit) (UIContext, error) {
	if len(edits) == 0 {
		return c, nil
	}
	whole, err := readNumbers(c.JSON())
	if err != nil {
		return c, &ContextError{Err: err}
	}
	for _, e := range edits {
		value, err := readNumbers(e.Value)
		if err == nil {
			err = putAt(whole, e.Pointer, value)
		}
		if err != nil {
			return c, &ContextError{Err: fmt.Errorf("put a value at %q: %w", e.Pointer, err)}
		}
	}
	raw, err := json.Marshal(whole)
	if err != nil {
		return c, &ContextError{Err: err}
	}
	return ParseUIContext(raw)
}

// readNumbers reads JSON with every digit of its numbers.
func readNumbers(raw []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return v, d.Decode(&v)
}

// errPointer is what a pointer into a context must be.
var errPointer = errors.New("give a JSON pointer to a member, as in /current_task_id")

// putAt puts a value where a JSON pointer points: a member, which may be new, of an
// object that is there, or an item of a list that is there.
func putAt(v any, pointer string, value any) error {
	if len(pointer) < 2 || pointer[0] != '/' {
		return errPointer
	}
	names := strings.Split(pointer[1:], "/")
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for i, name := range names {
		name, last := unescape.Replace(name), i == len(names)-1
		switch holder := v.(type) {
		case map[string]any:
			if last {
				holder[name] = value
			}
			v = holder[name]
		case []any:
			n, err := strconv.Atoi(name)
			if err != nil || n < 0 || n >= len(holder) {
				return fmt.Errorf("%q is no item of a list of %d", name, len(holder))
			}
			if last {
				holder[n] = value
			}
			v = holder[n]
		default:
			return fmt.Errorf("there is no object or list that could hold %q", name)
		}
	}
	return nil
}
