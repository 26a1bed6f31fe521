package schemas

import (
	"encoding/hex"
	"encoding/json"
	"strconv"

	"turnbook/schemas/canon"
)

// render writes the message. Members stand in canonical order.
func (b *batch) render(prev string) ([]byte, []Record) {
	msg := append(make([]byte, 0, b.room()), '[')
	records := make([]Record, len(b.drafts))
	ends := make([]int, len(b.drafts))
	for i, d := range b.drafts {
		if i > 0 {
			msg = append(msg, ',')
		}
		var own string
		msg, own = b.appendEvent(msg, i, prev)
		ends[i] = len(msg)
		records[i] = Record{
			Position: Position{Index: i}, Entity: b.entity, Draft: d, Last: i == len(b.drafts)-1,
			Time: b.at, Prev: prev, Hash: own, Type: b.parts[i].entry.name,
		}
		prev = own
	}
	msg = append(msg, ']')
	start := 1
	for i, end := range ends {
		records[i].Stored = json.RawMessage(msg[start:end:end])
		start = end + 1
	}
	return msg, records
}

// room guesses the size of the message, so that it is allocated once.
func (b *batch) room() int {
	const fixed = 400 // names, two hashes, time
	n := 2
	for i, d := range b.drafts {
		n += fixed + len(b.source) + len(d.ID) + len(d.Cause) + len(d.Actor) + len(d.Turn) + len(d.TraceParent) +
			len(d.Subject.Playbook) + len(d.Subject.Task) + len(b.parts[i].entry.name)
		if p := b.parts[i]; p.digest == "" {
			n += p.end - p.start
		} else {
			n += 2 * len(p.digest)
		}
	}
	return n
}

const (
	hashName = `"hash":"`
	hashSlot = hashName + GenesisHash + `",`
)

// appendEvent writes one event and returns its hash, over its bytes without the
// hash member: the member's place is kept free while the rest is hashed.
func (b *batch) appendEvent(msg []byte, i int, prev string) ([]byte, string) {
	d, p, start := &b.drafts[i], &b.parts[i], len(msg)
	msg = append(msg, '{')
	msg = appendMember(msg, `"actor":`, d.Actor)
	msg = appendMember(msg, `"causationid":`, d.Cause)
	msg = appendMember(msg, `"correlationid":`, string(d.Turn))
	if p.digest == "" {
		msg = append(msg, `"data":`...)
		msg = append(msg, b.dataOf(i)...)
		msg = append(msg, `,"datacontenttype":"application/json",`...)
	} else {
		msg = append(msg, `"datacontenttype":"application/json","dataref":"blob:`...)
		msg = append(msg, p.digest...)
		msg = append(msg, `","datasize":"`...)
		msg = strconv.AppendInt(msg, int64(p.end-p.start), 10)
		msg = append(msg, `",`...)
	}
	slot := len(msg)
	msg = append(msg, hashSlot...)
	msg = appendMember(msg, `"id":`, d.ID)
	msg = appendMember(msg, `"prevhash":`, prev)
	msg = appendMember(msg, `"source":`, b.source)
	msg = append(msg, `"specversion":"1.0",`...)
	if d.Subject != (Subject{}) {
		msg = appendMember(msg, `"subject":`, d.Subject.String())
	}
	msg = appendMember(msg, `"time":`, b.stamp)
	msg = appendMember(msg, `"traceparent":`, d.TraceParent)
	msg = append(msg, `"type":`...)
	msg = canon.AppendText(msg, p.entry.name)
	msg = append(msg, '}')

	b.sum.Reset()
	b.sum.Write(msg[start:slot])
	b.sum.Write(msg[slot+len(hashSlot):])
	var room [32]byte
	own := msg[slot+len(hashName):][:len(GenesisHash)]
	hex.Encode(own, b.sum.Sum(room[:0]))
	return msg, string(own)
}

// appendMember writes a member and the comma after it; nothing for an empty text.
func appendMember(msg []byte, name, text string) []byte {
	if text == "" {
		return msg
	}
	msg = append(msg, name...)
	msg = canon.AppendText(msg, text)
	return append(msg, ',')
}
