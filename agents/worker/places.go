package worker

import (
	"reflect"
	"sort"

	"turnbook/schemas"
)

// places says which position of a history stands for which of the log that it is of.
type places struct {
	last uint64
	of   map[string][]place // by boundary, in order
}

type place struct{ was, is uint64 }

func newPlaces() *places { return &places{of: make(map[string][]place)} }

// next gives the next message of the history its position.
func (p *places) next(e schemas.Entity, was uint64) uint64 {
	p.last++
	p.of[e.String()] = append(p.of[e.String()], place{was, p.last})
	return p.last
}

// at is what a boundary's position is now: that of its last message up to there, 0 where
// the history has none.
func (p *places) at(boundary string, was uint64) uint64 {
	list := p.of[boundary]
	n := sort.Search(len(list), func(i int) bool { return list[i].was > was })
	if n == 0 {
		return 0
	}
	return list[n-1].is
}

// in moves the positions in an event of a boundary. The event is nobody else's.
func (p *places) in(of schemas.Entity, e schemas.Event) schemas.Event {
	own := of.String()
	switch x := e.(type) {
	case schemas.DocumentEdited:
		x.Seq = p.at(x.Entity, x.Seq)
		e = x
	case schemas.FlushApplied:
		x.Seq = p.at(x.Entity, x.Seq)
		e = x
	case schemas.DropsApplied:
		x.Seq = p.at(x.Entity, x.Seq)
		e = x
	case schemas.PlaybookPublished:
		for i := range x.Activity {
			x.Activity[i].Seq = p.at(own, x.Activity[i].Seq)
		}
	case schemas.StepsEdited:
		p.touched(own, x.Touched)
	case schemas.LibraryStepsEdited:
		p.touched(own, x.Touched)
	}
	v := reflect.New(reflect.TypeOf(e)).Elem()
	v.Set(reflect.ValueOf(e))
	p.bases(v)
	return v.Interface().(schemas.Event)
}

func (p *places) touched(own string, list []schemas.TouchedStep) {
	for i := range list {
		list[i].Was, list[i].Now = p.at(own, list[i].Was), p.at(own, list[i].Now)
	}
}

// bases moves the positions of every basis in a value.
func (p *places) bases(v reflect.Value) {
	if b, ok := v.Interface().(schemas.Basis); ok {
		for name, was := range b {
			b[name] = p.at(name, was)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			p.bases(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			p.bases(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				p.bases(v.Field(i))
			}
		}
	}
}

// readIn is what an event says was read or written elsewhere, by boundary.
func readIn(e schemas.Event) map[string]uint64 {
	to := make(map[string]uint64)
	switch x := e.(type) {
	case schemas.DocumentEdited:
		to[x.Entity] = x.Seq
	case schemas.FlushApplied:
		to[x.Entity] = x.Seq
	case schemas.DropsApplied:
		to[x.Entity] = x.Seq
	}
	if field := reflect.ValueOf(e).FieldByName("Basis"); field.IsValid() {
		basis, _ := field.Interface().(schemas.Basis)
		for name, seq := range basis {
			to[name] = max(to[name], seq)
		}
	}
	return to
}
