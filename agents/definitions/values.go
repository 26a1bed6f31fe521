package definitions

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
)

// words reads a text of 1 to most characters.
func (r *reading) words(v ast.Node, path string, most int) string {
	text, ok := textIn(v)
	if !ok {
		r.fail(v, path+" is no text", "put the value in quotes; anchors, aliases and tags are not taken here")
		return ""
	}
	text = strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		r.fail(v, path+" is empty", "give it a text, or leave the key out")
	case n > most:
		r.fail(v, fmt.Sprintf("%s has %d characters; the limit is %d", path, n, most), "shorten it")
	}
	return text
}

// textIn is the text of a node: a string, or a number as it is written.
func textIn(v ast.Node) (string, bool) {
	switch v := v.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.IntegerNode:
		return v.Token.Value, true
	case *ast.FloatNode:
		return v.Token.Value, true
	}
	return "", false
}

func (r *reading) flag(v ast.Node, path string) *bool {
	b, ok := v.(*ast.BoolNode)
	if !ok {
		r.fail(v, path+" is neither true nor false", "write true or false, without quotes")
		return nil
	}
	return &b.Value
}

func (r *reading) id(v ast.Node, path string) ID {
	text, ok := textIn(v)
	if !ok {
		r.fail(v, path+" is no agent id", "give the id of an agent")
		return ""
	}
	id, err := ParseID(text)
	if err != nil {
		r.fail(v, path+": "+err.Error(), "give the id of an agent")
	}
	return id
}

func (r *reading) thinking(v ast.Node, path string) string {
	text, _ := textIn(v)
	level, ok := ReadLevel(text)
	if !ok {
		r.fail(v, path+" is no level", "give "+Levels()+", or a number from 0")
		return ""
	}
	return level
}

// list reads a list of texts.
func (r *reading) list(v ast.Node, path string, each func(ast.Node, string)) {
	seq, ok := v.(*ast.SequenceNode)
	if !ok {
		r.fail(v, path+" is no list", "write it as ["+"a, b]")
		return
	}
	for _, n := range seq.Values {
		text, ok := textIn(n)
		if text = strings.TrimSpace(text); !ok || text == "" {
			r.fail(n, "an entry of "+path+" is no text", "put it in quotes")
			return
		}
		each(n, text)
	}
}
