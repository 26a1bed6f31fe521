package schemas

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cloudevents/sdk-go/v2/event"
	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas/canon"
)

// samples are the shapes that were ever written, by file name. They are added the
// day a shape is first written and never touched again.
func samples(t testing.TB) map[string][]byte {
	names, err := filepath.Glob("testdata/samples/*@*.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	found := make(map[string][]byte)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[filepath.Base(name)] = text
	}
	return found
}

func typeOfSample(name string) string {
	typ, _, _ := strings.Cut(name, "@")
	return typ
}

func TestSamples(t *testing.T) {
	about := descriptions(t)
	seen := make(map[string]bool)
	for name, text := range samples(t) {
		t.Run(name, func(t *testing.T) {
			typ := typeOfSample(name)
			seen[typ] = true
			want, err := canon.JSON(text)
			if err != nil {
				t.Fatal(err)
			}
			e, err := Decode(typ, text)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := canon.JSON(plain)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Error(diff)
			}
			schema, err := eventSchema(t, byType[typ], about).Resolve(&jsonschema.ResolveOptions{BaseURI: "https://turnbook.example"})
			if err != nil {
				t.Fatal(err)
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Error(err)
			}
		})
	}
	for _, typ := range Types() {
		if !seen[typ] {
			t.Errorf("%s has no sample in testdata/samples", typ)
		}
	}
}

func TestStoredSamplesAreWhatReadersGet(t *testing.T) {
	for name, text := range samples(t) {
		e, err := Decode(typeOfSample(name), text)
		if err != nil {
			t.Fatal(name, err)
		}
		message, records, blobs, err := EncodeBatch(session, "", someTime, []Draft{{ID: "t1/1", Event: e, Turn: "t1"}}, BatchLimits{Spill: 600})
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, records, DecodeBatch(session, 0, message, inMemory(blobs)))
	}
}

func TestAnyCloudEventsReaderReadsTheLog(t *testing.T) {
	for name, text := range samples(t) {
		e, err := Decode(typeOfSample(name), text)
		if err != nil {
			t.Fatal(name, err)
		}
		message, records, _, err := EncodeBatch(session, "", someTime, []Draft{
			{ID: "t1/1", Event: e, Turn: "t1", Cause: "t1/0", Actor: "user/local", Subject: Subject{"p.1", "日本"}, TraceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
			{ID: "a key/2", Event: e},
		}, BatchLimits{Message: 1 << 20, Spill: 2000})
		if err != nil {
			t.Fatal(name, err)
		}
		var got []event.Event
		if err := json.Unmarshal(message, &got); err != nil || len(got) != 2 {
			t.Fatal(name, err)
		}
		for i, g := range got {
			r := records[i]
			if err := g.Validate(); err != nil {
				t.Error(name, err)
			}
			seen := []any{g.ID(), g.Type(), g.Source(), g.Time().Equal(r.Time), g.Subject(), g.Extensions()["hash"], g.Extensions()["prevhash"], g.DataContentType()}
			want := []any{r.Draft.ID, r.Type, "/acme/session/s7", true, r.Subject.String(), r.Hash, r.Prev, "application/json"}
			if !reflect.DeepEqual(want, seen) {
				t.Errorf("%s: %v, want %v", name, seen, want)
			}
		}
	}
}

func TestAReferenceToABlobIsAValidCloudEvent(t *testing.T) {
	message, _, blobs, err := EncodeBatch(session, "", someTime, []Draft{{ID: "k/0", Event: Narrated{Text: "long"}}}, BatchLimits{Spill: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []event.Event
	if err := json.Unmarshal(message, &got); err != nil {
		t.Fatal(err)
	}
	if err := got[0].Validate(); err != nil || got[0].Extensions()["dataref"] != "blob:"+blobs[0].Digest || got[0].Data() != nil {
		t.Errorf("%v: %s", err, got[0])
	}
}
