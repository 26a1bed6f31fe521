package agui

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

func text(raw json.RawMessage) (s string) {
	_ = json.Unmarshal(raw, &s) // what is no text is none
	return s
}

func value(t *testing.T, raw json.RawMessage) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// patch applies a patch of RFC 6902, as far as it is used here. What does not apply is
// an error; a client would only warn.
func patch(t *testing.T, doc any, ops json.RawMessage) any {
	t.Helper()
	var list []Op
	if err := json.Unmarshal(ops, &list); err != nil || len(list) == 0 {
		t.Fatalf("a patch of %d operations: %v", len(list), err)
	}
	for _, op := range list {
		doc = apply(t, doc, strings.Split(op.Path, "/")[1:], op)
	}
	return doc
}

func apply(t *testing.T, at any, path []string, op Op) any {
	t.Helper()
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(path[0])
	last := len(path) == 1
	switch at := at.(type) {
	case map[string]any:
		if _, there := at[name]; !there && (op.Op != "add" || !last) {
			t.Fatalf("%s %s: there is no %q", op.Op, op.Path, name)
		}
		switch {
		case !last:
			at[name] = apply(t, at[name], path[1:], op)
		case op.Op == "remove":
			delete(at, name)
		default:
			at[name] = value(t, op.Value)
		}
		return at
	case []any:
		if name == "-" {
			return append(at, value(t, op.Value))
		}
		i, err := strconv.Atoi(name)
		if err != nil || i >= len(at) {
			t.Fatalf("%s %s: there is no %q", op.Op, op.Path, name)
		}
		switch {
		case !last:
			at[i] = apply(t, at[i], path[1:], op)
		case op.Op == "remove":
			return append(at[:i:i], at[i+1:]...)
		default:
			at[i] = value(t, op.Value)
		}
		return at
	}
	t.Fatalf("%s %s: nothing is there", op.Op, op.Path)
	return nil
}
