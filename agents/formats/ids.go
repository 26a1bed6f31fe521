package formats

import (
	"fmt"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/form"
)

// name gives each element its id: its key where that is an id and stands once. What
// stands twice is numbered in the order of the file, and so is what has no key.
func (b *builder) name() {
	taken := map[form.ElementID]bool{}
	for key := range b.keys {
		taken[form.ElementID(key)] = true
	}
	for _, id := range b.ids {
		taken[id] = true
	}
	free := func(base string, n int) form.ElementID {
		for ; ; n++ {
			if id := form.ElementID(fmt.Sprintf("%s-%d", base, n)); !taken[id] {
				taken[id] = true
				return id
			}
		}
	}
	times := map[string]int{}
	for i, f := range b.found {
		_, err := schemas.ParseID[form.ElementID]("key", f.key)
		times[f.key]++
		given, known := b.ids[f.node]
		switch {
		case known:
			f.id = given
		case err == nil && len(b.keys[f.key]) == 1:
			f.id = form.ElementID(f.key)
		case err == nil && len(f.key) < schemas.MaxIDBytes-8:
			f.id = free(f.key, times[f.key])
		default:
			f.id = free("element", i+1)
			b.note(f.node, mapped, name(f.element.Label, f.key), "its key can't be an id; it is %s here", f.id)
		}
		if f.key != string(f.id) {
			f.element.Key = f.key
		}
	}
}

// noteTwice tells each place of a key that stands twice, with the others; of more
// than ten others the first ten.
func (b *builder) noteTwice() {
	became := map[*node]form.ElementID{}
	for _, f := range b.found {
		became[f.node] = f.id
	}
	for _, key := range b.order {
		nodes := b.keys[key]
		for _, n := range nodes {
			var others []string
			for _, o := range nodes[:min(len(nodes), 11)] {
				if o != n && len(others) < 10 {
					others = append(others, b.at(o))
				}
			}
			if len(others) == 0 {
				continue
			}
			here := "it is no element here"
			if id := became[n]; id != "" {
				here = "it is " + string(id) + " here"
			}
			b.note(n, broken, "key “"+short(key)+"”", "it stands %d times: at %s, and at %s; %s, nothing is renamed in the original",
				len(nodes), b.at(n), strings.Join(others, ", "), here)
		}
	}
}
