package audit_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/bus"
	"turnbook/bus/audit"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// secret is what somebody else wrote in the same session.
const secret = "the words of another turn, which are nobody's business"

// evidence is a book with a turn in it, t1, between two of others; its bundle; and its key.
func evidence(t testing.TB) (bus.Log, []byte, *proof.Key) {
	t.Helper()
	b, key := newBook(t, bus.Mem()), newKey(t)
	a := anchorer(b.log, key, nil)
	others := func(e schemas.Entity, n string) {
		records, err := b.log.Append(t.Context(), e, b.last[e], someTime, schemas.Draft{
			ID: "te51ebc5558e9d9cdd577/" + n, Event: schemas.Narrated{Text: secret + n}, Turn: "te51ebc5558e9d9cdd577", Actor: "agent/guide",
		})
		if err != nil {
			t.Fatal(err)
		}
		b.last[e] = records[0].Seq
	}
	others(session, "1")
	b.say(session, "one <script>alert(1)</script>", strings.Repeat("large ", 60_000))
	others(session, "2")
	b.say(other, "two")
	b.say(session, "three")
	others(session, "3")
	anchor(t, a)
	others(other, "4")
	anchor(t, a)
	e, err := audit.Gather(t.Context(), b.log, vendor, "t1", turn(t, b.log, "t1"))
	if err != nil {
		t.Fatal(err)
	}
	e.Agents = map[string][]byte{"guide.md": []byte("---\nname: guide\n---\n")}
	raw, err := proof.Pack(e, key.Sign)
	if err != nil {
		t.Fatal(err)
	}
	return b.log, raw, key
}

func turn(t testing.TB, log bus.Log, id schemas.TurnID) iter.Seq2[schemas.Record, error] {
	return log.Read(t.Context(), bus.Query{Vendor: vendor, Turn: id})
}

func verifyBundle(t testing.TB, raw []byte, key string) proof.Report {
	t.Helper()
	r, err := proof.VerifyBundle(raw, key)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// unpacked are the files of a bundle.
func unpacked(t testing.TB, raw []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, f := range z.File {
		var content bytes.Buffer
		r, err := f.Open()
		if err == nil {
			_, err = content.ReadFrom(r)
		}
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = content.Bytes()
	}
	return files
}

func TestABundleProvesItsTurnWithoutABook(t *testing.T) {
	_, raw, key := evidence(t)
	want := proof.Report{Holds: true, Head: 7, Boundaries: 2, Events: 6, Anchors: 1, Anchored: 7, Key: key.Public(), Findings: []proof.Finding{}}
	if diff := cmp.Diff(want, verifyBundle(t, raw, key.Public())); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	var names []string
	for name := range unpacked(t, raw) {
		if !strings.HasPrefix(name, "data/") {
			names = append(names, name)
		}
	}
	wantNames := []string{
		"agents/guide.md", "audit.jsonl", "chain.jsonl", "manifest.json", "manifest.sig", "report.html", "rules.json",
		"schemas/audit.head-anchored.json", "schemas/turn.narrated.json", "schemas/vendor.key-made.json",
	}
	if diff := cmp.Diff(wantNames, names, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestTheSameTurnIsTheSameBundle(t *testing.T) {
	log, raw, key := evidence(t)
	e, err := audit.Gather(t.Context(), log, vendor, "t1", turn(t, log, "t1"))
	if err != nil {
		t.Fatal(err)
	}
	e.Agents = map[string][]byte{"guide.md": []byte("---\nname: guide\n---\n")}
	again, err := proof.Pack(e, key.Sign)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(raw, again) {
		t.Error("packed again, the bundle has other bytes")
	}
}

func TestABundleHoldsNoWordOfOtherTurns(t *testing.T) {
	_, raw, _ := evidence(t)
	if i := bytes.Index(raw, []byte("nobody's business")); i >= 0 {
		t.Errorf("the bundle says %q", raw[i-40:i+40])
	}
	if n := bytes.Count(unpacked(t, raw)["chain.jsonl"], []byte(`"skip"`)); n != 2 {
		t.Errorf("%d events stand in the bundle without their words, want 2", n)
	}
}

func TestTheReportOfABundleRunsNothing(t *testing.T) {
	_, raw, _ := evidence(t)
	report := string(unpacked(t, raw)["report.html"])
	if strings.Contains(report, "<script") || !strings.Contains(report, "one &lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Errorf("the report does not show what was said as text:\n%.2000s", report)
	}
}

func TestATurnThatNobodyAnchoredIsNoEvidence(t *testing.T) {
	b := newBook(t, bus.Mem())
	a := anchorer(b.log, newKey(t), nil)
	b.say(session, "one")
	anchor(t, a)
	last := b.say(session, "two")[0].Seq
	_, err := audit.Gather(t.Context(), b.log, vendor, "t1", turn(t, b.log, "t1"))
	if missing := (*audit.NotAnchoredError)(nil); !errors.As(err, &missing) || *missing != (audit.NotAnchoredError{Turn: "t1", Seq: last}) {
		t.Errorf("%v", err)
	}
}

// repacked changes a file of a bundle and packs all again, as somebody does who wants
// not to be noticed.
func repacked(t *testing.T, raw []byte, file, old, with string) []byte {
	t.Helper()
	files := unpacked(t, raw)
	changed := strings.Replace(string(files[file]), old, with, 1)
	if changed == string(files[file]) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	files[file] = []byte(changed)
	packed, err := proof.Zip(files)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

func TestWhatWasDoneToABundleIsNamed(t *testing.T) {
	_, raw, key := evidence(t)
	altered := func(file string) proof.Finding {
		return proof.Finding{Kind: proof.Altered, Vendor: vendor, File: file}
	}
	for _, c := range []struct {
		name            string
		file, old, with string
		want            []proof.Finding
	}{
		{"an event", "chain.jsonl", `"text":"two"`, `"text":"too"`, []proof.Finding{at(proof.Edit, "session/s2", 4, 0, "two"), altered("chain.jsonl")}},
		{"an event of another turn", "chain.jsonl", `\"source\"`, `\"Source\"`, nil},
		{"the report", "report.html", "three", "there", []proof.Finding{altered("report.html")}},
		{"a schema", "schemas/turn.narrated.json", "a", "b", []proof.Finding{altered("schemas/turn.narrated.json")}},
		{"a definition", "agents/guide.md", "guide", "other", []proof.Finding{altered("agents/guide.md")}},
		{"the manifest", "manifest.json", `"turn": "t1"`, `"turn": "t2"`, nil},
		{"an anchor", "audit.jsonl", `"count":6`, `"count":7`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verifyBundle(t, repacked(t, raw, c.file, c.old, c.with), key.Public())
			if r.Holds {
				t.Fatal("it holds")
			}
			if diff := cmp.Diff(c.want, r.Findings, cmpopts.IgnoreFields(proof.Finding{}, "Why")); c.want != nil && diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// Who unpacks a bundle and packs it again, with whatever program, changed nothing of it.
func TestABundleMayBePackedAnew(t *testing.T) {
	_, raw, key := evidence(t)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	files := unpacked(t, raw)
	for _, folder := range []string{"schemas/", "agents/"} {
		if _, err := w.Create(folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(files))) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)})
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(verifyBundle(t, raw, key.Public()), verifyBundle(t, out.Bytes(), key.Public())); diff != "" {
		t.Errorf("report (-as it was packed +packed anew):\n%s", diff)
	}
}

func TestASmallBundleBecomesNoLargeOne(t *testing.T) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.Create("manifest.json")
	for range 300 {
		if err == nil {
			_, err = f.Write(make([]byte, 1<<20))
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = proof.VerifyBundle(out.Bytes(), "")
	if none := (*proof.BundleError)(nil); !errors.As(err, &none) || !strings.Contains(err.Error(), "256 MiB") {
		t.Errorf("%d bytes: %v", out.Len(), err)
	}
}

// Whichever byte is another, the bundle does not hold, or says what it said.
func TestNoByteOfABundleCanBeAnother(t *testing.T) {
	b, key := newBook(t, bus.Mem()), newKey(t)
	b.say(session, "one")
	anchor(t, anchorer(b.log, key, nil))
	e, err := audit.Gather(t.Context(), b.log, vendor, "t1", turn(t, b.log, "t1"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := proof.Pack(e, key.Sign)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(raw); i += 5 {
		touched := bytes.Clone(raw)
		touched[i] ^= 0x20
		r, err := proof.VerifyBundle(touched, key.Public())
		if err == nil && r.Holds && !reflect.DeepEqual(unpacked(t, touched), unpacked(t, raw)) {
			t.Errorf("byte %d of %d can be another: %q", i, len(raw), raw[max(0, i-20):min(len(raw), i+20)])
		}
	}
}

func TestABundleThatAnotherKeySignedIsForeign(t *testing.T) {
	log, raw, key := evidence(t)
	r := verifyBundle(t, raw, newKey(t).Public())
	if r.Holds || r.Findings[len(r.Findings)-1].Kind != proof.ForeignKey {
		t.Errorf("%v", r.Findings)
	}
	e, err := audit.Gather(t.Context(), log, vendor, "t1", turn(t, log, "t1"))
	if err != nil {
		t.Fatal(err)
	}
	forged, err := proof.Pack(e, newKey(t).Sign)
	if err != nil {
		t.Fatal(err)
	}
	want := []proof.Finding{{Kind: proof.ForeignKey, Vendor: vendor, File: "manifest.json"}}
	got := verifyBundle(t, forged, key.Public()).Findings
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(proof.Finding{}, "Why")); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestWhatIsNoBundleIsRefused(t *testing.T) {
	for _, raw := range []string{"", "PK", "no zip"} {
		_, err := proof.VerifyBundle([]byte(raw), "")
		if none := (*proof.BundleError)(nil); !errors.As(err, &none) {
			t.Errorf("%q: %v", raw, err)
		}
	}
}
