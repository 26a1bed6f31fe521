package form

import (
	"bytes"
	"reflect"
	"slices"
)

// Plan is a list of edits that leads from one document to another:
// Apply(from, Plan(from, to)) is to. Equal documents need none. Elements that can
// stay where they are do: as few as possible are moved.
func Plan(from, to Document) []Op {
	var ops []Op
	stays := map[ElementID]bool{} // the same element in both
	for _, id := range from.Order {
		if after, ok := to.Elements[id]; ok && sameOrigin(from.Elements[id], after) {
			stays[id] = true
			continue
		}
		ops = append(ops, Op{Op: RemoveElement, ID: id})
	}
	for _, id := range to.Order {
		if stays[id] {
			ops = append(ops, changes(id, from.Elements[id], to.Elements[id])...)
		}
	}
	rests := resting(from.Order, to.Order, stays)
	before := ElementID("")
	for _, id := range to.Order {
		switch {
		case !stays[id]:
			e := to.Elements[id]
			ops = append(ops, Op{Op: AddElement, ID: id, After: before, Element: &e})
		case !rests[id]:
			ops = append(ops, Op{Op: MoveElement, ID: id, After: before})
		}
		before = id
	}
	return ops
}

// sameOrigin tells whether edits lead from one to the other: what an import kept
// can't be edited, only replaced.
func sameOrigin(a, b Element) bool {
	return a.Key == b.Key && a.ForeignType == b.ForeignType && bytes.Equal(a.Source, b.Source)
}

func changes(id ElementID, from, to Element) []Op {
	var ops []Op
	var c Change
	if from.Type != to.Type {
		c.Type = to.Type
	}
	if from.Label != to.Label {
		c.Label = &to.Label
	}
	if from.Required != to.Required {
		c.Required = &to.Required
	}
	if from.Help != to.Help {
		c.Help = &to.Help
	}
	if c != (Change{}) {
		ops = append(ops, Op{Op: UpdateElement, ID: id, Change: &c})
	}
	if !slices.Equal(from.Options, to.Options) {
		ops = append(ops, Op{Op: SetOptions, ID: id, Options: to.Options})
	}
	if !reflect.DeepEqual(from.ShowWhen, to.ShowWhen) {
		ops = append(ops, Op{Op: SetRule, ID: id, Rule: to.ShowWhen})
	}
	return ops
}

// resting are the elements that need no move: a longest run of those that stay whose
// order is the same before and after.
func resting(from, to []ElementID, stays map[ElementID]bool) map[ElementID]bool {
	was := map[ElementID]int{}
	for i, id := range from {
		was[id] = i
	}
	var (
		tails []ElementID                 // the last of the best run of each length
		prev  = map[ElementID]ElementID{} // the one before it in its run
	)
	for _, id := range to {
		if !stays[id] {
			continue
		}
		at, _ := slices.BinarySearchFunc(tails, was[id], func(t ElementID, i int) int { return was[t] - i })
		if at > 0 {
			prev[id] = tails[at-1]
		}
		tails = append(tails[:at], append([]ElementID{id}, tails[min(at+1, len(tails)):]...)...)
	}
	rests := map[ElementID]bool{}
	if len(tails) > 0 {
		for id, ok := tails[len(tails)-1], true; ok; id, ok = prev[id] {
			rests[id] = true
		}
	}
	return rests
}
