package schemas

import (
	"errors"

	"turnbook/schemas/canon"
)

// errNoEvent says that bytes are no stored event.
var errNoEvent = errors.New("it is no event with an id and a hash")

// SplitHashed cuts the bytes that an event's hash is over in two, before the id: words
// are the event's data and who caused it, rest says where it stands. Together, in this
// order, they have the hash.
func SplitHashed(stored []byte) (words, rest []byte, err error) {
	c, err := canon.AppendWrapped(nil, stored)
	if err != nil {
		return nil, nil, err
	}
	id, from, to := -1, -1, -1
	s := scanner{in: c}
	ok := s.members(func(name, value []byte, at int) bool {
		switch string(name) {
		case "id":
			id = at
		case "hash":
			from, to = at, at+len(`"hash":`)+len(value)+len(",")
		}
		return true
	})
	if !ok || id < 0 || from < 0 || to > id { // hash stands before id in canonical order
		return nil, nil, errNoEvent
	}
	words = append(c[:from:from], c[to:id]...)
	return words, c[id:], nil
}
