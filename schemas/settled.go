package schemas

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnbook/schemas/canon"
)

// A plan says whether a value comes back from the log exactly as it is. Most do;
// those that do not are read back by the writer, so that a writer folds what every
// later reader folds. nil is the plan of types whose values all come back.
type plan struct{ settled func(v reflect.Value) bool }

func (p *plan) holds(v reflect.Value) bool { return p == nil || p.settled(v) }

// settled says whether event is as [Decode] would give it.
func (e *entry) settled(event Event) bool {
	v := reflect.ValueOf(event)
	return v.Type() == e.goType && e.plan.holds(v)
}

// planner makes plans; types that hold themselves need its memory.
type planner map[reflect.Type]*plan

func (m planner) of(t reflect.Type) *plan {
	if p, ok := m[t]; ok {
		return p
	}
	switch t {
	case reflect.TypeFor[UIContext]():
		return nil // its only door is canonical
	case reflect.TypeFor[time.Time]():
		return &plan{settledTime}
	case reflect.TypeFor[json.RawMessage]():
		return &plan{settledRaw}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Uint64:
		return nil
	case reflect.String:
		return &plan{func(v reflect.Value) bool { return utf8.ValidString(v.String()) }}
	case reflect.Pointer:
		elem := m.of(t.Elem())
		return &plan{func(v reflect.Value) bool { return v.IsNil() || elem.holds(v.Elem()) }}
	case reflect.Slice:
		return m.ofSlice(t)
	case reflect.Map: // only Basis: text to number
		return &plan{settledMap}
	case reflect.Struct:
		return m.ofStruct(t)
	}
	panic("schemas: events can't hold a " + t.String())
}

func (m planner) ofSlice(t reflect.Type) *plan {
	p := &plan{}
	m[t] = p
	elem := m.of(t.Elem())
	p.settled = func(v reflect.Value) bool {
		for i := range v.Len() {
			if !elem.holds(v.Index(i)) {
				return false
			}
		}
		return true
	}
	return p
}

func (m planner) ofStruct(t reflect.Type) *plan {
	p := &plan{}
	m[t] = p
	type check struct {
		field int
		empty bool // whether an empty list is not written
		plan  *plan
	}
	var checks []check
	for i := range t.NumField() {
		f := t.Field(i)
		kind := f.Type.Kind()
		empty := slices.Contains(strings.Split(f.Tag.Get("json"), ","), "omitempty") && (kind == reflect.Slice || kind == reflect.Map)
		if own := m.of(f.Type); own != nil || empty {
			checks = append(checks, check{i, empty, own})
		}
	}
	p.settled = func(v reflect.Value) bool {
		for _, c := range checks {
			f := v.Field(c.field)
			if c.empty && f.Len() == 0 {
				if !f.IsNil() {
					return false
				}
				continue
			}
			if !c.plan.holds(f) {
				return false
			}
		}
		return true
	}
	return p
}

// settledTime wants UTC and no monotonic clock reading.
func settledTime(v reflect.Value) bool {
	t := v.Interface().(time.Time)
	return t == t.Round(0).UTC()
}

// settledRaw wants canonical JSON. nil is written as null, and null comes back.
func settledRaw(v reflect.Value) bool {
	raw := v.Bytes()
	if len(raw) == 0 {
		return false
	}
	c, err := canon.AppendWrapped(make([]byte, 0, len(raw)), raw)
	return err == nil && string(c) == string(raw)
}

func settledMap(v reflect.Value) bool {
	for _, key := range v.MapKeys() {
		if !utf8.ValidString(key.String()) {
			return false
		}
	}
	return true
}
