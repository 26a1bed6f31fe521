package form

import (
	"maps"
	"slices"
)

// checkWhole looks at what no element can tell alone: the order, the elements that
// rules name, circles, and how many there are.
func (r *reader) checkWhole(d Document) {
	if len(d.Elements) > MaxElements {
		r.wrong("/elements_map", "split it into several forms", "it has %d elements, the limit is %d", len(d.Elements), MaxElements)
	}
	places := map[ElementID]int{}
	for i, id := range d.Order {
		r.about = []ElementID{id}
		path := pointer("/order", i)
		if first, twice := places[id]; twice {
			r.wrong(path, "name each element once", "%q stands at %d already", id, first)
			continue
		}
		places[id] = i
		if _, ok := d.Elements[id]; !ok {
			r.wrong(path, "leave it out, or add the element", "there is no element %q", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.Elements)) {
		r.about = []ElementID{id}
		if _, ok := places[id]; !ok {
			r.wrong(pointer("/elements_map", id), "name it in the order, or leave it out", "the order does not name it")
		}
		r.checkRule(d, id)
	}
	r.about = nil
	r.checkCircles(d)
}

// rulePath is the place of an element's rule.
func rulePath(id ElementID) string { return pointer("/elements_map", id) + "/show_when" }

func (r *reader) checkRule(d Document, id ElementID) {
	d.Elements[id].ShowWhen.conditions(rulePath(id), func(path string, c *Rule) {
		if c.Element == "" {
			return // told already
		}
		r.about = []ElementID{id, c.Element}
		switch target, ok := d.Elements[c.Element]; {
		case c.Element == id:
			r.wrong(path+"/element", "name another element", "the rule looks at its own element")
		case !ok:
			r.wrong(path+"/element", "name an element of the form", "there is no element %q", c.Element)
		case target.Type == Heading || target.Type == Unknown:
			r.wrong(path+"/element", "name an element that is answered", "%q is a %s and has no answer", c.Element, target.Type)
		}
	})
}

// checkCircles finds rules that wait for each other. Each element is visited once.
func (r *reader) checkCircles(d Document) {
	const open, done = 1, 2
	state := map[ElementID]int{}
	var way []ElementID
	var visit func(ElementID)
	visit = func(id ElementID) {
		state[id], way = open, append(way, id)
		for _, next := range d.Elements[id].ShowWhen.Names() {
			if _, ok := d.Elements[next]; !ok || next == id {
				continue // told already
			}
			switch state[next] {
			case open:
				circle := slices.Clone(way[slices.Index(way, next):])
				r.about = append([]ElementID{id}, circle...)
				r.wrong(rulePath(id), "let one of them be shown without the others", "the rules run in a circle: %s", quoted(append(circle, next)))
			case done:
			default:
				visit(next)
			}
		}
		state[id], way = done, way[:len(way)-1]
	}
	for _, id := range slices.Sorted(maps.Keys(d.Elements)) {
		if state[id] == 0 {
			visit(id)
		}
	}
	r.about = nil
}
