package audit_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// harm is something that is done to a copy of a book: see [written] for what stands where.
type harm struct {
	name string
	do   func(t *testing.T, m []message) []message
	want []proof.Finding
}

// harms are all that is done to a book, by what it is told as.
func harms() []harm {
	return slices.Concat(edits(), insertions(), reorderings(), splices(), removals())
}

// edits change what an event says, or when, or of what.
func edits() []harm {
	return []harm{{
		name: "an edited text",
		do: func(_ *testing.T, m []message) []message {
			m[6] = replaced(m[6], `"text":"a5"`, `"text":"no"`)
			return m
		},
		want: []proof.Finding{at(proof.Edit, "session/s1", 7, 1, "a5")},
	}, {
		name: "an edited time",
		do: func(_ *testing.T, m []message) []message {
			m[4] = replaced(m[4], `"time":"2026-11-05`, `"time":"2026-11-04`)
			return m
		},
		want: []proof.Finding{at(proof.Edit, "session/s1", 5, 0, "a3")},
	}, {
		name: "an edited source",
		do: func(_ *testing.T, m []message) []message {
			m[4] = replaced(m[4], `/session/s1"`, `/session/s9"`)
			return m
		},
		want: []proof.Finding{at(proof.Edit, "session/s1", 5, 0, "a3")},
	}, {
		name: "an edited event that was hashed anew",
		do: func(t *testing.T, m []message) []message {
			m[4] = anew(t, session, hashOf(m[0]), "no")
			return m
		},
		want: []proof.Finding{at(proof.Edit, "session/s1", 5, 0, "no")},
	}, {
		name: "a boundary written anew from there on",
		do: func(t *testing.T, m []message) []message {
			m[7] = anew(t, session, hashOf(m[6]), "no")
			m[9] = anew(t, session, hashOf(m[7]), "a7")
			return m
		},
		want: []proof.Finding{at(proof.Edit, "session/s1", 10, 0, "")},
	}}
}

// insertions put in what was never written, or was written elsewhere in the boundary.
func insertions() []harm {
	return []harm{{
		name: "an event that was put in between",
		do: func(t *testing.T, m []message) []message {
			return append(m[:7:7], append([]message{anew(t, session, hashOf(m[6]), "no")}, m[7:]...)...)
		},
		want: []proof.Finding{at(proof.Insertion, "session/s1", 8, 0, "no")},
	}, {
		name: "an event put in with any hashes",
		do: func(t *testing.T, m []message) []message {
			forged := replaced(anew(t, session, hashOf(m[0]), "no"), `"text":"no"`, `"text":"yes"`)
			return append(m[:7:7], append([]message{forged}, m[7:]...)...)
		},
		want: []proof.Finding{at(proof.Insertion, "session/s1", 8, 0, "no")},
	}, {
		name: "a copy of an event",
		do: func(_ *testing.T, m []message) []message {
			return append(m[:8:8], append([]message{m[4]}, m[8:]...)...)
		},
		want: []proof.Finding{at(proof.Insertion, "session/s1", 9, 0, "a3")},
	}}
}

// reorderings leave all that was written, in another order.
func reorderings() []harm {
	return []harm{{
		name: "two messages that changed places",
		do: func(_ *testing.T, m []message) []message {
			m[4], m[7] = m[7], m[4]
			return m
		},
		want: []proof.Finding{
			at(proof.Reordering, "session/s1", 5, 0, "a6"), at(proof.Reordering, "session/s1", 7, 0, "a4"),
		},
	}, {
		name: "two events of a message that changed places",
		do: func(_ *testing.T, m []message) []message {
			var events []json.RawMessage
			_ = json.Unmarshal(m[6].Data, &events)
			m[6].Data = []byte("[" + string(events[1]) + "," + string(events[0]) + "]")
			return m
		},
		want: []proof.Finding{at(proof.Reordering, "session/s1", 7, 0, "a5")},
	}}
}

// splices put in what was written elsewhere.
func splices() []harm {
	return []harm{{
		name: "an event of another boundary",
		do: func(_ *testing.T, m []message) []message {
			moved := m[5]
			moved.Subject = m[4].Subject
			return append(m[:7:7], append([]message{moved}, m[7:]...)...)
		},
		want: []proof.Finding{at(proof.Splice, "session/s1", 8, 0, "b2")},
	}, {
		name: "an event of another book",
		do: func(t *testing.T, m []message) []message {
			elsewhere := anew(t, session, hashOf(anew(t, session, "", "x1")), "x2")
			return append(m[:7:7], append([]message{elsewhere}, m[7:]...)...)
		},
		want: []proof.Finding{at(proof.Splice, "session/s1", 8, 0, "x2")},
	}}
}

// removals take away what was written.
func removals() []harm {
	return []harm{{
		name: "a message that is gone from the middle",
		do: func(_ *testing.T, m []message) []message {
			m[4].Gone = true
			return m
		},
		want: []proof.Finding{at(proof.Removal, "session/s1", 7, 0, "a4")},
	}, {
		name: "the last message of a boundary that is gone",
		do: func(_ *testing.T, m []message) []message {
			m[9].Gone = true
			return m
		},
		want: []proof.Finding{at(proof.CutTail, "session/s1", 10, 0, "")},
	}, {
		name: "a boundary that is gone as a whole",
		do: func(_ *testing.T, m []message) []message {
			m[1].Gone, m[5].Gone, m[8].Gone = true, true, true
			return m
		},
		want: []proof.Finding{
			at(proof.CutTail, "session/s2", 2, 0, ""),
			{Kind: proof.Removal, Seq: 6},
			{Kind: proof.Removal, Seq: 9},
		},
	}}
}

func replaced(m message, old, with string) message {
	m.Data = bytes.Replace(m.Data, []byte(old), []byte(with), 1)
	return m
}

// anew is a message of a boundary, hashed as if it were written after prev.
func anew(t *testing.T, e schemas.Entity, prev string, texts ...string) message {
	var drafts []schemas.Draft
	for _, text := range texts {
		drafts = append(drafts, schemas.Draft{ID: text + "/0", Event: schemas.Narrated{Text: text}, Turn: "t1", Actor: "agent/guide"})
	}
	data, _, _, err := schemas.EncodeBatch(e, prev, someTime, drafts, schemas.BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	return message{Subject: "turnbook" + strings.ReplaceAll(e.Source(), "/", "."), Data: data}
}

// hashOf is the hash of a message's last event.
func hashOf(m message) string {
	records := schemas.DecodeBatch(session, 1, m.Data, nil)
	return records[len(records)-1].Hash
}
