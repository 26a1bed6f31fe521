package audit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/bus/jetstream/jetstreamtest"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

func asError[E error](err error, target *E) bool { return errors.As(err, target) }

func verify(t testing.TB, log bus.Log, asked audit.Asked) proof.Report {
	t.Helper()
	r, err := audit.Verify(t.Context(), log, asked)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantHolds(t testing.TB, log bus.Log, asked audit.Asked) {
	t.Helper()
	if r := verify(t, log, asked); !r.Holds {
		t.Errorf("an untouched book does not hold: %v", r.Findings)
	}
}

type message = jetstreamtest.Message

// written is a real book: s1 has events at 1, 5, 7 (two), 8 and 10, s2 at 2, 6 and 9. The
// key stands at 3, the first anchor at 4, and the last, which covers all, at 11.
func written(t testing.TB) (*jetstream.Store, *proof.Key) {
	b, key := newBook(t, openStore(t, t.TempDir())), newKey(t)
	a := anchorer(b.log, key, nil)
	b.say(session, "a1", "a2")
	b.say(other, "b1")
	anchor(t, a)
	b.say(session, "a3")
	b.say(other, "b2")
	b.say(session, "a4", "a5")
	b.say(session, "a6")
	b.say(other, "b3")
	b.say(session, "a7")
	anchor(t, a)
	return b.log.(*jetstream.Store), key
}

const narrated = "turn.narrated"

func at(k proof.Kind, boundary string, seq uint64, index int, event string) proof.Finding {
	f := proof.Finding{Kind: k, Vendor: vendor, Boundary: boundary, Seq: seq, Index: index, Event: event}
	if event != "" {
		f.Event, f.Type = event+"/0", narrated
	}
	return f
}

func TestWhatWasDoneToABookIsTold(t *testing.T) {
	store, _ := written(t)
	untouched := jetstreamtest.Messages(t, store)
	wantHolds(t, store, audit.Asked{Vendor: vendor})
	for _, h := range harms() {
		t.Run(h.name, func(t *testing.T) {
			touched := h.do(t, append([]message(nil), untouched...))
			log := jetstreamtest.Copy(t, t.TempDir(), touched)
			r := verify(t, log, audit.Asked{Vendor: vendor})
			if diff := cmp.Diff(h.want, r.Findings, cmpopts.IgnoreFields(proof.Finding{}, "Why")); diff != "" {
				t.Errorf("findings (-want +got):\n%s\n%v", diff, r.Findings)
			}
		})
	}
}

func TestTheSameJSONWrittenAnotherWayIsNoFinding(t *testing.T) {
	store, _ := written(t)
	messages := jetstreamtest.Messages(t, store)
	for i, m := range messages {
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, m.Data, " ", "\t"); err != nil {
			t.Fatal(err)
		}
		messages[i].Data = bytes.ReplaceAll(pretty.Bytes(), []byte(`"agent/`), []byte(`"\u0061gent\/`))
	}
	log := jetstreamtest.Copy(t, t.TempDir(), messages)
	r := verify(t, log, audit.Asked{Vendor: vendor})
	if !r.Holds || r.Anchors != 2 {
		t.Errorf("%d anchors, %v", r.Anchors, r.Findings)
	}
}

func TestAReportSaysWhatWasLookedAt(t *testing.T) {
	store, key := written(t)
	want := proof.Report{Holds: true, Head: 11, Boundaries: 3, Events: 13, Anchors: 2, Anchored: 10, Key: key.Public(), Findings: []proof.Finding{}}
	if diff := cmp.Diff(want, verify(t, store, audit.Asked{Vendor: vendor})); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestAForeignKeyIsTold(t *testing.T) {
	store, key := written(t)
	messages := jetstreamtest.Messages(t, store)
	audits := schemas.AuditOf(vendor)
	sign := func(signer *proof.Key, named string) message {
		e := schemas.HeadAnchored{Seq: 11, At: someTime, Before: hashOf(messages[10]), Key: named}
		text, err := e.Statement(audits)
		if err != nil {
			t.Fatal(err)
		}
		if e.Signature, err = signer.Sign(text); err != nil {
			t.Fatal(err)
		}
		data, _, _, err := schemas.EncodeBatch(audits, hashOf(messages[10]), someTime, []schemas.Draft{{ID: "forged/0", Event: e}}, schemas.BatchLimits{})
		if err != nil {
			t.Fatal(err)
		}
		return message{Subject: messages[10].Subject, Data: data}
	}
	want := []proof.Finding{{
		Kind: proof.ForeignKey, Vendor: vendor, Boundary: "audit/acme", Seq: 12, Event: "forged/0", Type: "audit.head-anchored",
	}}
	foreign := newKey(t)
	for name, forged := range map[string]message{
		"which is named": sign(foreign, foreign.Public()), "under the vendor's name": sign(foreign, key.Public()),
	} {
		t.Run(name, func(t *testing.T) {
			log := jetstreamtest.Copy(t, t.TempDir(), append(messages[:11:11], forged))
			r := verify(t, log, audit.Asked{Vendor: vendor})
			if diff := cmp.Diff(want, r.Findings, cmpopts.IgnoreFields(proof.Finding{}, "Why")); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
	r := verify(t, store, audit.Asked{Vendor: vendor, Key: foreign.Public()})
	if len(r.Findings) != 3 || r.Findings[0].Kind != proof.ForeignKey {
		t.Errorf("a book whose key is not the one that the auditor knows: %v", r.Findings)
	}
}

func TestABookThatWasCutWithItsAnchorsIsFoundByWhatWasKeptOutside(t *testing.T) {
	store, _ := written(t)
	messages := jetstreamtest.Messages(t, store)
	kept := schemas.DecodeBatch(schemas.AuditOf(vendor), 11, messages[10].Data, nil)
	log := jetstreamtest.Copy(t, t.TempDir(), messages[:6])
	wantHolds(t, log, audit.Asked{Vendor: vendor}) // the book alone can't tell
	want := []proof.Finding{{
		Kind: proof.CutTail, Vendor: vendor, Boundary: "audit/acme", Seq: 10, Event: "anchor-10/0", Type: "audit.head-anchored",
	}}
	r := verify(t, log, audit.Asked{Vendor: vendor, Outside: kept})
	if diff := cmp.Diff(want, r.Findings, cmpopts.IgnoreFields(proof.Finding{}, "Why")); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}
