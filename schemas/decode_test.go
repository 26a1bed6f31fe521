package schemas

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas/canon"
)

// twoEvents is a good message to spoil.
func twoEvents(t testing.TB) (string, []Record) {
	message, records, _, err := EncodeBatch(session, "", someTime, []Draft{
		{ID: "t1/1", Event: Narrated{Lane: "m", Text: "one"}, Turn: "t1", Actor: "agent/router", Subject: Subject{"p1", "42"}},
		{ID: "t1/2", Event: DomainPinned{Domain: Guide}, Turn: "t1", Actor: "agent/router"},
	}, BatchLimits{})
	if err != nil {
		t.Fatal(err)
	}
	return string(message), records
}

func TestABadEventCostsNobodyTheRest(t *testing.T) {
	good, records := twoEvents(t)
	for name, c := range map[string]struct {
		old, new string
		want     error // of the first event
	}{
		"unknown type":         {`"type":"turn.narrated"`, `"type":"turn.sung"`, &UnknownTypeError{Type: "turn.sung"}},
		"payload":              {`"text":"one"`, `"text":1`, &PayloadError{}},
		"null data":            {`{"lane":"m","text":"one"}`, `null`, &PayloadError{}},
		"data is a list":       {`{"lane":"m","text":"one"}`, `[1]`, &PayloadError{}},
		"no data":              {`"data":{"lane":"m","text":"one"},`, ``, &EnvelopeError{}},
		"no id":                {`"id":"t1/1",`, ``, &EnvelopeError{}},
		"empty id":             {`"id":"t1/1"`, `"id":""`, &EnvelopeError{}},
		"id is a number":       {`"id":"t1/1"`, `"id":1`, &EnvelopeError{}},
		"no hash":              {`"hash":"` + records[0].Hash + `",`, ``, &EnvelopeError{}},
		"no prevhash":          {`"prevhash":"` + GenesisHash + `",`, ``, &EnvelopeError{}},
		"actor is an object":   {`"actor":"agent/router"`, `"actor":{}`, &EnvelopeError{}},
		"other source":         {`"source":"/acme/session/s7"`, `"source":"/acme/session/s8"`, &EnvelopeError{}},
		"other specversion":    {`"specversion":"1.0"`, `"specversion":"0.3"`, &EnvelopeError{}},
		"other content":        {`"datacontenttype":"application/json"`, `"datacontenttype":"text/xml"`, &EnvelopeError{}},
		"subject":              {`"subject":"playbook/p1/task/42"`, `"subject":"module/1"`, &EnvelopeError{}},
		"time":                 {`"time":"2026-02-03T03:05:06.123456Z"`, `"time":"yesterday"`, &EnvelopeError{}},
		"no type":              {`,"type":"turn.narrated"`, ``, &EnvelopeError{}},
		"data and dataref":     {`"hash":`, `"dataref":"blob:sha256-00","datasize":"1","hash":`, &EnvelopeError{}},
		"an event is a number": {string(records[0].Stored), `7`, &EnvelopeError{}},
		"an event is null":     {string(records[0].Stored), `null`, &EnvelopeError{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := DecodeBatch(session, 9, []byte(strings.Replace(good, c.old, c.new, 1)), nil)
			if len(got) != 2 {
				t.Fatalf("%d records", len(got))
			}
			if got[0].Event != nil || reflect.TypeOf(got[0].Err) != reflect.TypeOf(c.want) || len(got[0].Stored) == 0 {
				t.Errorf("the bad one: %+v", got[0])
			}
			if want := withSeq(records, 9)[1:]; !reflect.DeepEqual(want, got[1:]) {
				t.Errorf("the good one:\n%s", cmp.Diff(want, got[1:], exact))
			}
		})
	}
}

func TestWhatIsNoBatchIsOneRecord(t *testing.T) {
	good, _ := twoEvents(t)
	for _, message := range []string{"", "{}", "null", `"x"`, "[]", " [ ] ", good[:len(good)-1], good + "x", good[:40], "[{]", "\xff", "[,]"} {
		got := DecodeBatch(session, 9, []byte(message), nil)
		var bad *EnvelopeError
		if len(got) != 1 || !errors.As(got[0].Err, &bad) || !got[0].Last || string(got[0].Stored) != message || got[0].Entity != session || got[0].Seq != 9 {
			t.Errorf("%q: %+v", message, got)
		}
	}
}

func TestForeignFormsAreRead(t *testing.T) {
	good, records := twoEvents(t)
	var events []any
	if err := json.Unmarshal([]byte(good), &events); err != nil {
		t.Fatal(err)
	}
	indented, _ := json.MarshalIndent(events, " ", "\t")
	unknown := strings.ReplaceAll(good, `"actor":`, `"xfuture":{"a":[1]},"actor":`)
	absent := strings.Replace(good, `"time":`, `"traceparent":null,"time":`, 1)
	for name, message := range map[string]string{"indented": string(indented), "unknown attribute": unknown, "null attribute": absent} {
		got := DecodeBatch(session, 0, []byte(message), nil)
		for i := range got {
			got[i].Stored = records[i].Stored
		}
		if !reflect.DeepEqual(records, got) {
			t.Errorf("%s:\n%s", name, cmp.Diff(records, got, exact))
		}
	}
}

func TestABlobIsCheckedAgainstItsReference(t *testing.T) {
	message, records, blobs, err := EncodeBatch(session, "", someTime, []Draft{{ID: "k/0", Event: Narrated{Lane: "m", Text: "long"}}}, BatchLimits{Spill: 1})
	if err != nil || len(blobs) != 1 {
		t.Fatal(err, blobs)
	}
	if want := `"dataref":"blob:` + blobs[0].Digest + `","datasize":"26"`; !strings.Contains(string(message), want) {
		t.Errorf("no %s in %s", want, message)
	}
	if got := DecodeBatch(session, 0, message, inMemory(blobs)); !reflect.DeepEqual(records, got) {
		t.Error(cmp.Diff(records, got, exact))
	}
	unreachable := errors.New("unreachable")
	give := func(data string, err error) func(string) ([]byte, error) {
		return func(string) ([]byte, error) { return []byte(data), err }
	}
	for name, blob := range map[string]func(string) ([]byte, error){
		"nobody fetches": nil,
		"unreachable":    give("", unreachable),
		"other size":     give(`{"lane":"m","text":"longer"}`, nil),
		"other bytes":    give(`{"lane":"m","text":"lone"}`, nil),
	} {
		got := DecodeBatch(session, 0, message, blob)
		var bad *EnvelopeError
		if len(got) != 1 || !errors.As(got[0].Err, &bad) || got[0].Event != nil || got[0].Type != "turn.narrated" {
			t.Errorf("%s: %+v", name, got)
		}
		if name == "unreachable" && !errors.Is(got[0].Err, unreachable) {
			t.Errorf("%v hides the cause", got[0].Err)
		}
	}
}

// FuzzDecode says that no bytes make Decode panic, and that what it accepts
// survives a round trip.
func FuzzDecode(f *testing.F) {
	for name, text := range samples(f) {
		f.Add(typeOfSample(name), text)
	}
	f.Add("task.step-moved", []byte(`{"step_id":"s","task_id":"\ud800","place":{}}`))
	f.Add("turn.started", []byte("null"))
	stored := func(e Event) ([]byte, error) {
		plain, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		return canon.AppendWrapped(nil, plain)
	}
	f.Fuzz(func(t *testing.T, typ string, data []byte) {
		e, err := Decode(typ, data)
		if err != nil {
			return
		}
		once, err := stored(e)
		if err != nil {
			return // nested too deep; the writer refuses it too
		}
		again, err := Decode(typ, once)
		if err != nil {
			t.Fatalf("%s was read and %s is not: %v", data, once, err)
		}
		if twice, err := stored(again); err != nil || string(once) != string(twice) {
			t.Errorf("%s becomes %s, %v", once, twice, err)
		}
	})
}

// FuzzDecodeBatch says that no bytes make the readers of messages panic, that both
// of them agree, and that what they accept survives a round trip.
func FuzzDecodeBatch(f *testing.F) {
	good, _ := twoEvents(f)
	f.Add([]byte(good))
	f.Add([]byte(`[{"data":{}}]`))
	f.Add([]byte(strings.ReplaceAll(good, `"`, ` "`)))
	f.Fuzz(func(t *testing.T, message []byte) {
		got := DecodeBatch(session, 0, message, nil)
		if len(got) == 0 {
			t.Fatal("no record")
		}
		d := decoder{entity: session, source: session.Source()}
		slow := d.anyForm(message)
		if len(got) != len(slow) {
			t.Fatalf("%d records against %d", len(got), len(slow))
		}
		for i, r := range got {
			VerifyHash(r.Stored)
			if (r.Err == nil) == (r.Event == nil) {
				t.Errorf("neither or both of event and error: %+v", r)
			}
			if r.Err != nil || len(r.Prev) != 64 {
				continue
			}
			if !reflect.DeepEqual(r, slow[i]) {
				t.Error(cmp.Diff(r, slow[i], exact))
			}
			again, records, _, err := EncodeBatch(session, r.Prev, r.Time, []Draft{r.Draft}, BatchLimits{})
			if err != nil {
				continue // such as raw JSON with twins
			}
			if back := DecodeBatch(session, 0, again, nil); !reflect.DeepEqual(records, back) {
				t.Error(cmp.Diff(records, back, exact))
			}
		}
	})
}
