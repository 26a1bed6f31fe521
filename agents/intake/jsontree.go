package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"turnbook/schemas/canon"
)

// node is a JSON value with its place. Members keep the order of the file.
type node struct {
	key      string // in its object; "" elsewhere
	pointer  string // JSON Pointer (RFC 6901)
	offset   int    // of the value
	kind     byte   // '{', '[', '"', or 0 for numbers, true, false and null
	text     string // a string's value, or the token as written
	children []*node
	secret   bool // see secrets.go
}

// member finds a member; nil for none. A nil node has none.
func (n *node) member(key string) *node {
	if n == nil || n.kind != '{' {
		return nil
	}
	for _, c := range n.children {
		if c.key == key {
			return c
		}
	}
	return nil
}

func (n *node) isString() bool { return n != nil && n.kind == '"' }

// strings are a string, or the strings of an array.
func (n *node) strings() []*node {
	if n.isString() {
		return []*node{n}
	}
	var all []*node
	if n != nil && n.kind == '[' {
		for _, c := range n.children {
			if c.isString() {
				all = append(all, c)
			}
		}
	}
	return all
}

// parseJSON reads a text whole. It refuses what the log would refuse later: the
// canonical form is checked first, for keys that stand twice, lone surrogates and
// nesting bombs.
func parseJSON(src *source) (*node, error) {
	_, err := canon.JSON(src.text)
	var wrong *canon.Error
	if err != nil && errors.As(err, &wrong) && wrong.Key == "" {
		line, column := src.place(wrong.Offset)
		return nil, &Error{Name: src.name, Line: line, Column: column, Reason: "the JSON is broken: " + wrong.Reason, Fix: "correct it there"}
	}
	t := &treeReader{src: src, dec: json.NewDecoder(bytes.NewReader(src.text))}
	t.dec.UseNumber()
	root, twice := t.value("", "")
	if twice != nil {
		line, column := src.place(twice.offset)
		return nil, &Error{
			Name: src.name, Line: line, Column: column,
			Reason: "the key " + quote(twice.key) + " stands twice in one object", Fix: "rename or remove one of the two",
		}
	}
	if err != nil || root == nil {
		return nil, &Error{Name: src.name, Reason: "the JSON can't be read", Fix: "correct it"}
	}
	return root, nil
}

func quote(s string) string {
	s, _ = shorten(clean(oneLine(s)))
	return "“" + s + "”"
}

type treeReader struct {
	src *source
	dec *json.Decoder
}

// start is where the next token begins.
func (t *treeReader) start() int {
	at := int(t.dec.InputOffset())
	for at < len(t.src.text) && strings.IndexByte(" \t\r\n,:", t.src.text[at]) >= 0 {
		at++
	}
	return at
}

// value reads the next value; twice is a key that stands twice in one object.
func (t *treeReader) value(key, pointer string) (n, twice *node) {
	n = &node{key: key, pointer: pointer, offset: t.start()}
	token, err := t.dec.Token()
	if err != nil {
		return nil, nil
	}
	switch token := token.(type) {
	case json.Delim:
		n.kind = byte(token)
		twice = t.fill(n)
	case string:
		n.kind, n.text = '"', token
	case json.Number:
		n.text = token.String()
	case bool:
		n.text = map[bool]string{true: "true", false: "false"}[token]
	case nil:
		n.text = "null"
	}
	return n, twice
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

func (t *treeReader) fill(n *node) (twice *node) {
	seen := make(map[string]bool)
	for i := 0; t.dec.More(); i++ {
		key, name, at := "", strconv.Itoa(i), t.start()
		if n.kind == '{' {
			token, err := t.dec.Token()
			if err != nil {
				return nil
			}
			key, _ = token.(string)
			if seen[key] {
				return &node{key: key, offset: at}
			}
			seen[key], name = true, pointerEscape.Replace(key)
		}
		child, dup := t.value(key, n.pointer+"/"+name)
		if dup != nil {
			return dup
		}
		if child == nil {
			return nil
		}
		n.children = append(n.children, child)
	}
	_, _ = t.dec.Token() // the closing bracket; canon has seen it
	return nil
}
