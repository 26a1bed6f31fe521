package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"errors"

	"turnbook/schemas"
)

// A Skip is what a chain needs of an event that is none of the evidence's: its hash can
// be computed from it, and shown to follow the event before; its words can't be read.
//
// SHA-256 works in blocks, and what it has made of the blocks so far is 32 bytes from
// which there is no way back. State is that, and Rest is what came after. To find another
// state and rest with the same hash is as hard as to find another event.
type Skip struct {
	State  string `json:"state"`  // of SHA-256 after the first bytes, in hex
	Length uint64 `json:"length"` // of those bytes, whole blocks
	Rest   string `json:"rest"`   // the bytes after them
}

// SkipOf takes the words out of an event. At the most the last 26 bytes of its data stay,
// and only where its id is shorter than 20 bytes.
func SkipOf(stored []byte) (Skip, error) {
	words, rest, err := schemas.SplitHashed(stored)
	if err != nil {
		return Skip{}, err
	}
	whole := append(words, rest...)
	data := len(words)
	if i := bytes.LastIndex(words, []byte(`"datacontenttype":`)); i >= 0 {
		data = i
	}
	cut := (data + sha256.BlockSize - 1) / sha256.BlockSize * sha256.BlockSize
	if at := bytes.LastIndex(whole, []byte(prevName)); cut > at {
		cut -= sha256.BlockSize
	}
	if cut < 0 {
		cut = 0
	}
	h := sha256.New()
	h.Write(whole[:cut])
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return Skip{}, err
	}
	return Skip{
		State:  hex.EncodeToString(state[len(stateMagic):][:sha256.Size]),
		Length: uint64(cut), Rest: string(whole[cut:]),
	}, nil
}

const (
	// stateMagic begins a state as the standard library writes it; after it come the
	// state, a block of what is not hashed yet, and the length in bits of a uint64.
	stateMagic = "sha\x03"

	prevName = `"prevhash":"`
)

var errSkip = errors.New("it is no remainder of an event")

// link computes the hash of the event and reads what it follows. The link holds: what
// was changed in it shows in what follows.
func (s Skip) link(e schemas.Entity) (link, error) {
	state, err := hex.DecodeString(s.State)
	if err != nil || len(state) != sha256.Size || s.Length%sha256.BlockSize != 0 {
		return link{}, errSkip
	}
	whole := append([]byte(stateMagic), state...)
	whole = append(whole, make([]byte, sha256.BlockSize)...)
	whole = binary.BigEndian.AppendUint64(whole, s.Length)
	h := sha256.New()
	if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(whole); err != nil {
		return link{}, err
	}
	h.Write([]byte(s.Rest))
	l := link{hash: hex.EncodeToString(h.Sum(nil)), holds: true}
	rest := []byte(s.Rest)
	at := bytes.LastIndex(rest, []byte(prevName))
	if at < 0 || len(rest) < at+len(prevName)+len(schemas.GenesisHash) {
		return link{}, errSkip
	}
	l.prev = string(rest[at+len(prevName):][:len(schemas.GenesisHash)])
	l.home = bytes.Contains(rest[at:], []byte(`"source":"`+e.Source()+`"`))
	return l, nil
}
