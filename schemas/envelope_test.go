package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"turnbook/schemas/canon"
)

var (
	session  = Entity{Vendor: "acme", Kind: SessionBoundary, ID: "s7"}
	someTime = time.Date(2026, 2, 3, 4, 5, 6, 123456789, time.FixedZone("CET", 3600))
)

// exact compares without mercy: unexported fields, nil against empty.
var exact = cmp.Exporter(func(reflect.Type) bool { return true })

// inMemory is a blob store.
func inMemory(blobs []Blob) func(string) ([]byte, error) {
	return func(digest string) ([]byte, error) {
		for _, b := range blobs {
			if b.Digest == digest {
				return b.Data, nil
			}
		}
		return nil, errors.New("no such blob")
	}
}

func withSeq(records []Record, seq uint64) []Record {
	out := append([]Record(nil), records...)
	for i := range out {
		out[i].Seq = seq
	}
	return out
}

func TestWriterSeesWhatEveryReaderSees(t *testing.T) {
	for _, typ := range Types() {
		t.Run(typ, rapid.MakeCheck(func(t *rapid.T) {
			text := rapid.SampledFrom([]string{"", "a", "ä/b %2F \"<>\\ 日本"})
			drafts := []Draft{
				{ID: "t1/1", Event: anyEventOf(t, typ), Subject: Subject{PlaybookID(text.Draw(t, "playbook")), TaskID(text.Draw(t, "task"))},
					Turn: TurnID(text.Draw(t, "turn")), Cause: text.Draw(t, "cause"), Actor: text.Draw(t, "actor")},
				{ID: "t1/2", Event: anyEventOf(t, typ), TraceParent: text.Draw(t, "trace")},
			}
			lim := BatchLimits{Spill: rapid.SampledFrom([]int{0, 1, 200}).Draw(t, "spill")}
			message, records, blobs, err := EncodeBatch(session, "", someTime, drafts, lim)
			if err != nil {
				if p := (*PayloadError)(nil); errors.As(err, &p) && strings.Contains(err.Error(), "unexpected end") {
					return // the draw left out raw JSON that must be there, and was told so
				}
				t.Fatal(err)
			}
			if c, err := canon.JSON(message); err != nil || !bytes.Equal(c, message) {
				t.Fatalf("not canonical: %v\n%s", err, message)
			}
			same(t, "writer against reader", withSeq(records, 9), DecodeBatch(session, 9, message, inMemory(blobs)))
			d := &decoder{entity: session, source: session.Source(), seq: 9, blob: inMemory(blobs)}
			same(t, "writer against any form", withSeq(records, 9), d.anyForm(message))
			for _, r := range records {
				if !VerifyHash(r.Stored) {
					t.Errorf("hash does not hold: %s", r.Stored)
				}
			}
		}))
	}
}

// same fails unless want and got are deeply equal. The difference is worked out
// only where there is one, since that is slow.
func same(t interface{ Errorf(string, ...any) }, what string, want, got []Record) {
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%s:\n%s", what, cmp.Diff(want, got, exact))
	}
}

func TestStoredFormIsFixed(t *testing.T) {
	message, records, _, err := EncodeBatch(session, "", someTime, []Draft{{
		ID: "t1/1", Event: DomainPinned{Domain: TaskBuilder}, Subject: Subject{"p 1", "42"}, Turn: "t1", Cause: "t1/0",
		Actor: "agent/router", TraceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	}}, BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"actor":"agent/router","causationid":"t1/0","correlationid":"t1","data":{"domain":"task-builder"},` +
		`"datacontenttype":"application/json","hash":"` + records[0].Hash + `","id":"t1/1","prevhash":"` + GenesisHash + `",` +
		`"source":"/acme/session/s7","specversion":"1.0","subject":"playbook/p%201/task/42","time":"2026-02-03T03:05:06.123456Z",` +
		`"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","type":"turn.domain-pinned"}]`
	if diff := cmp.Diff(want, string(message)); diff != "" {
		t.Error(diff)
	}
	without := strings.Replace(want[1:len(want)-1], `"hash":"`+records[0].Hash+`",`, "", 1)
	if got := Digest([]byte(without)); got != records[0].Hash {
		t.Errorf("hash is %s, not %s", records[0].Hash, got)
	}
}

func TestEventsOfABatchAreChained(t *testing.T) {
	prev := strings.Repeat("ab", 32)
	_, records, _, err := EncodeBatch(session, prev, someTime, []Draft{{ID: "k/0", Event: TurnStarted{}}, {ID: "k/1", Event: TurnStarted{}}}, BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	if records[0].Prev != prev || records[1].Prev != records[0].Hash || records[0].Hash == records[1].Hash {
		t.Errorf("chain: %+v", records)
	}
	if records[0].Last || !records[1].Last {
		t.Error("only the last event is the last")
	}
}

func TestDataAboveTheLimitGoesOutOrIsRefused(t *testing.T) {
	note := func(n int) Draft {
		return Draft{ID: fmt.Sprint("k/", n), Event: Narrated{Lane: "m", Text: strings.Repeat("x", n)}}
	}
	size := len(`{"lane":"m","text":""}`)
	encode := func(lim BatchLimits, sizes ...int) ([]byte, []Record, []Blob, error) {
		drafts := make([]Draft, len(sizes))
		for i, n := range sizes {
			drafts[i] = note(n - size)
		}
		return EncodeBatch(session, "", someTime, drafts, lim)
	}
	if _, _, blobs, err := encode(BatchLimits{Spill: 1000}, 1000, 1001); err != nil || len(blobs) != 1 || len(blobs[0].Data) != 1001 {
		t.Errorf("spill: %d blobs, %v", len(blobs), err)
	}
	_, _, _, err := encode(BatchLimits{Spill: 500, Max: 1000}, 1000, 1001)
	if diff := cmp.Diff(error(&DataTooLargeError{Type: "turn.narrated", Size: 1001, Limit: 1000}), err); diff != "" {
		t.Error(diff)
	}
	whole, _, _, _ := encode(BatchLimits{}, 2000, 5000, 3000)
	for limit := len(whole) + 1; limit >= 2500; limit -= 100 {
		message, records, blobs, err := encode(BatchLimits{Message: limit}, 2000, 5000, 3000)
		if err != nil || len(message) > limit {
			t.Fatalf("limit %d: %d bytes, %v", limit, len(message), err)
		}
		if len(blobs) == 1 && len(blobs[0].Data) != 5000 {
			t.Errorf("limit %d: %d bytes went out first, not the largest", limit, len(blobs[0].Data))
		}
		if diff := cmp.Diff(records, DecodeBatch(session, 0, message, inMemory(blobs)), exact); diff != "" {
			t.Fatal(diff)
		}
	}
	var large *DataTooLargeError
	if _, _, _, err := encode(BatchLimits{Message: 900}, 2000, 5000, 3000); !errors.As(err, &large) || large.Type != "" || large.Limit != 900 {
		t.Errorf("a message that can't fit: %v", err)
	}
}

func TestWhatCannotBeReadAgainIsNotWritten(t *testing.T) {
	ok := Draft{ID: "k/0", Event: TurnStarted{}}
	for name, c := range map[string]struct {
		entity Entity
		prev   string
		draft  Draft
		want   error
	}{
		"no event":          {session, "", Draft{ID: "k/0"}, &EnvelopeError{}},
		"no id":             {session, "", Draft{Event: TurnStarted{}}, &EnvelopeError{}},
		"no vendor":         {Entity{Kind: SessionBoundary, ID: "s"}, "", ok, &EnvelopeError{}},
		"short prev":        {session, "ab", ok, &EnvelopeError{}},
		"control character": {session, "", Draft{ID: "k\n/0", Event: TurnStarted{}}, &EnvelopeError{}},
		"not UTF-8":         {session, "", Draft{ID: "k/0", Actor: "\xff", Event: TurnStarted{}}, &EnvelopeError{}},
		"unknown type":      {session, "", Draft{ID: "k/0", Event: unheardOf{}}, &UnknownTypeError{}},
		"raw is no JSON":    {session, "", Draft{ID: "k/0", Event: FormWritten{Form: []byte("{")}}, &PayloadError{}},
		"raw has twins":     {session, "", Draft{ID: "k/0", Event: FormWritten{Form: []byte(`{"a":1,"a":2}`)}}, &PayloadError{}},
	} {
		_, _, _, err := EncodeBatch(c.entity, c.prev, someTime, []Draft{c.draft}, BatchLimits{})
		if reflect.TypeOf(err) != reflect.TypeOf(c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, _, err := EncodeBatch(session, "", someTime, nil, BatchLimits{}); err == nil {
		t.Error("a batch without events was written")
	}
}

type unheardOf struct{}

func (unheardOf) EventType() string { return "turn.unheard-of" }

func TestHarmlessRewritingIsNoAlarm(t *testing.T) {
	_, records, _, err := EncodeBatch(session, "", someTime, []Draft{{ID: "k/0", Event: Narrated{Lane: "m", Text: "ä <b> 👍"}}}, BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(records[0].Stored, &m); err != nil {
		t.Fatal(err)
	}
	rewritten, _ := json.MarshalIndent(m, "", "  ")
	if !VerifyHash(rewritten) {
		t.Error("the same JSON written another way fails")
	}
	for i := range records[0].Stored {
		altered := bytes.Clone(records[0].Stored)
		altered[i] ^= 1
		if VerifyHash(altered) {
			t.Errorf("a change of byte %d passes: %s", i, altered)
		}
	}
	for _, nonsense := range []string{"", "{", "{}", "[]", `{"hash":""}`, `{"hash":"` + GenesisHash + `"}`, `{"hash":1,"id":2}`, `{"hash":"x"`} {
		if VerifyHash([]byte(nonsense)) {
			t.Errorf("%s passes", nonsense)
		}
	}
}
