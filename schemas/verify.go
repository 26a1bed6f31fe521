package schemas

import (
	"crypto/sha256"
	"encoding/hex"

	"turnbook/schemas/canon"
)

// VerifyHash says whether an event, as it stands in the log, has the hash that it
// carries. It cuts the hash member out and hashes the bytes as they are; only where
// that fails is the event parsed and put into canonical form again, since a store
// that wrote the same JSON another way has altered nothing.
func VerifyHash(stored []byte) bool {
	if hashHolds(stored) {
		return true
	}
	c, err := canon.AppendWrapped(nil, stored)
	return err == nil && hashHolds(c)
}

func hashHolds(event []byte) bool {
	var start, end int
	var claimed []byte
	s := scanner{in: event}
	ok := s.members(func(name, value []byte, at int) bool {
		if string(name) == "hash" {
			if claimed != nil {
				return false // two hashes
			}
			start, end, claimed = at, at+len(`"hash":`)+len(value), value
		}
		return true
	})
	if !ok || s.at != len(event) || len(claimed) != len(GenesisHash)+2 {
		return false
	}
	if event[end] == ',' {
		end++
	} else if event[start-1] == ',' { // it is the last member
		start--
	}
	h := sha256.New()
	h.Write(event[:start])
	h.Write(event[end:])
	var room [sha256.Size]byte
	var digits [2 * sha256.Size]byte
	hex.Encode(digits[:], h.Sum(room[:0]))
	return claimed[0] == '"' && claimed[len(claimed)-1] == '"' && string(claimed[1:len(claimed)-1]) == string(digits[:])
}
