package formats

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"turnbook/schemas/canon"
)

// A node is a JSON value with its place. Nodes are read from a file, and edited where
// a form is written back.
type node struct {
	parent   *node
	key      string // in its object; "" elsewhere
	pointer  string // JSON Pointer (RFC 6901) in the file; "" for the root and for new nodes
	offset   int    // of the value in the file; -1 for new nodes
	kind     byte   // '{', '[', '"', or 0 for numbers, true, false and null
	text     string // a string's value, or the token as written
	children []*node
}

// member finds a member; nil for none. A nil node has none.
func (n *node) member(path ...string) *node {
	for _, key := range path {
		if n == nil || n.kind != '{' {
			return nil
		}
		i := slices.IndexFunc(n.children, func(c *node) bool { return c.key == key })
		if i < 0 {
			return nil
		}
		n = n.children[i]
	}
	return n
}

func (n *node) isText() bool { return n != nil && n.kind == '"' }
func (n *node) isList() bool { return n != nil && n.kind == '[' }

// str is the text of a member that is a string; "" otherwise.
func (n *node) str(path ...string) string {
	if m := n.member(path...); m.isText() {
		return m.text
	}
	return ""
}

// yes tells a member that is true, or the text "true".
func (n *node) yes(path ...string) bool {
	m := n.member(path...)
	return m != nil && (m.kind == 0 || m.kind == '"') && m.text == "true"
}

// scalar is a string's text, or the token of a number, true or false.
func (n *node) scalar() (string, bool) {
	if n == nil || n.kind == '{' || n.kind == '[' || n.kind == 0 && n.text == "null" {
		return "", false
	}
	return n.text, true
}

// empty tells values that say nothing: null, false, "", [] and {}.
func (n *node) empty() bool {
	switch n.kind {
	case '{', '[':
		return len(n.children) == 0
	case '"':
		return n.text == ""
	}
	return n.text == "null" || n.text == "false"
}

// append writes the value as JSON, without the members that skip names.
func (n *node) append(dst []byte, skip func(*node) bool) []byte {
	if n.kind == 0 {
		return append(dst, n.text...)
	}
	if n.kind == '"' {
		text, _ := json.Marshal(n.text) // a string always marshals
		return append(dst, text...)
	}
	dst = append(dst, n.kind)
	first := true
	for _, c := range n.children {
		if skip != nil && skip(c) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		if first = false; n.kind == '{' {
			key, _ := json.Marshal(c.key) // a string always marshals
			dst = append(append(dst, key...), ':')
		}
		dst = c.append(dst, skip)
	}
	return append(dst, n.kind+2) // } and ] are two behind { and [
}

// canonical is the value in canonical form.
func (n *node) canonical(skip func(*node) bool) (json.RawMessage, error) {
	return canon.AppendWrapped(nil, n.append(nil, skip))
}

// parse makes nodes of JSON that canon has accepted.
func parse(text []byte) (*node, error) {
	t := &treeReader{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
	t.dec.UseNumber()
	root := t.value(nil, "", "")
	return root, t.err
}

type treeReader struct {
	text []byte
	dec  *json.Decoder
	err  error
}

func (t *treeReader) token() json.Token {
	token, err := t.dec.Token()
	if t.err == nil {
		t.err = err
	}
	return token
}

func (t *treeReader) value(parent *node, key, pointer string) *node {
	at := int(t.dec.InputOffset())
	for at < len(t.text) && strings.IndexByte(" \t\r\n,:", t.text[at]) >= 0 {
		at++
	}
	n := &node{parent: parent, key: key, pointer: pointer, offset: at}
	switch token := t.token().(type) {
	case json.Delim:
		n.kind = byte(token)
		t.fill(n)
	case string:
		n.kind, n.text = '"', token
	case json.Number:
		n.text = token.String()
	case bool:
		n.text = strconv.FormatBool(token)
	default:
		n.text = "null"
	}
	return n
}

func (t *treeReader) fill(n *node) {
	for i := 0; t.err == nil && t.dec.More(); i++ {
		key, name := "", strconv.Itoa(i)
		if n.kind == '{' {
			key, _ = t.token().(string)
			name = strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		}
		n.children = append(n.children, t.value(n, key, n.pointer+"/"+name))
	}
	t.token() // the closing bracket
}
