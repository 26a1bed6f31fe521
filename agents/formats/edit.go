package formats

import (
	"encoding/json"
	"slices"
)

// made is a new node with the JSON of a value of our own.
func made(v any) *node {
	raw, err := json.Marshal(v)
	if err != nil {
		raw = []byte("null")
	}
	n, err := parse(raw)
	if err != nil {
		return &node{text: "null", offset: -1}
	}
	n.forget()
	return n
}

// forget takes the places in the file off a node that came from elsewhere.
func (n *node) forget() {
	n.pointer, n.offset = "", -1
	for _, c := range n.children {
		c.forget()
	}
}

// set gives an object a member, on a way through objects that are made where they
// are missing.
func (n *node) set(v any, path ...string) {
	for _, key := range path[:len(path)-1] {
		next := n.member(key)
		if next == nil || next.kind != '{' {
			n.drop(key)
			next = n.add(key, &node{kind: '{', offset: -1})
		}
		n = next
	}
	key := path[len(path)-1]
	value, ok := v.(*node)
	if !ok {
		value = made(v)
	}
	if i := slices.IndexFunc(n.children, func(c *node) bool { return c.key == key }); i >= 0 {
		value.parent, value.key = n, key
		n.children[i] = value
		return
	}
	n.add(key, value)
}

func (n *node) add(key string, value *node) *node {
	value.parent, value.key = n, key
	n.children = append(n.children, value)
	return value
}

// drop takes a member away.
func (n *node) drop(path ...string) {
	last := len(path) - 1
	if n = n.member(path[:last]...); n != nil {
		n.children = slices.DeleteFunc(n.children, func(c *node) bool { return n.kind == '{' && c.key == path[last] })
	}
}

// detach takes an item out of its list.
func (n *node) detach() {
	if n.parent != nil {
		n.parent.children = slices.DeleteFunc(n.parent.children, func(c *node) bool { return c == n })
		n.parent = nil
	}
}

// insert puts items into a list, behind one of its items; in front for nil.
func (n *node) insert(after *node, items ...*node) {
	for _, item := range items {
		item.parent, item.key = n, ""
	}
	n.children = slices.Insert(n.children, slices.Index(n.children, after)+1, items...)
}

// within tells whether a node stands in another, or is it.
func (n *node) within(outer *node) bool {
	for ; n != nil; n = n.parent {
		if n == outer {
			return true
		}
	}
	return false
}
