package intake_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/intake"
	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

// fixtures are the files of testdata that are imported, by name.
func fixtures(t testing.TB) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".golden") {
			continue
		}
		content, err := os.ReadFile(filepath.Join("testdata", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = content
	}
	return files
}

func asJSON(t testing.TB, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEachFileBecomesItsPlaybook(t *testing.T) {
	for name, content := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			doc, err := intake.Read(name, content, "p1")
			if err != nil {
				t.Fatal(err)
			}
			got, golden := asJSON(t, doc), filepath.Join("testdata", name+".golden")
			goldentest.Compare(t, golden, string(got))
		})
	}
}

func TestReadingAgainGivesTheSameAndAnotherPrefixOtherIDs(t *testing.T) {
	for name, content := range fixtures(t) {
		once, _ := intake.Read(name, content, "p1")
		again, _ := intake.Read(name, content, "p1")
		if diff := cmp.Diff(once, again); diff != "" {
			t.Errorf("%s: reading again differs\n%s", name, diff)
		}
		other, _ := intake.Read(name, content, "p2")
		seen := make(map[string]bool)
		for _, id := range idsOf(once) {
			seen[id] = true
		}
		for _, id := range idsOf(other) {
			if seen[id] {
				t.Errorf("%s: id %s stands in two playbooks", name, id)
			}
		}
	}
}

func TestCarriageReturnsAndAByteOrderMarkChangeNothingButIDs(t *testing.T) {
	for name, content := range fixtures(t) {
		if bytes.Contains(content, []byte("\r")) {
			continue
		}
		plain, _ := intake.Read(name, content, "p1")
		crlf := append([]byte("\xEF\xBB\xBF"), bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n"))...)
		dressed, err := intake.Read(name, crlf, "p1")
		if err != nil {
			t.Errorf("%s with CRLF: %v", name, err)
			continue
		}
		note := schemas.ImportNote{}
		for i, n := range dressed.Report {
			if n.What == "line endings" {
				note = n
				dressed.Report = append(dressed.Report[:i], dressed.Report[i+1:]...)
				break
			}
		}
		if note.Kind != "mapped" {
			t.Errorf("%s: no note about the line endings", name)
		}
		plain.Digest, dressed.Digest = "", ""
		blankIDs(&plain)
		blankIDs(&dressed)
		if diff := cmp.Diff(plain, dressed); diff != "" {
			t.Errorf("%s: -plain +crlf\n%s", name, diff)
		}
	}
}

// idsOf are all ids of a document.
func idsOf(p schemas.PlaybookImported) []string {
	var ids []string
	eachID(&p, func(id *string) { ids = append(ids, *id) })
	return ids
}

func blankIDs(p *schemas.PlaybookImported) { eachID(p, func(id *string) { *id = "" }) }

func eachID(p *schemas.PlaybookImported, visit func(*string)) {
	var steps func([]schemas.Step)
	steps = func(all []schemas.Step) {
		for i := range all {
			visit((*string)(&all[i].ID))
			for _, b := range all[i].Branches {
				steps(b.Steps)
			}
		}
	}
	for i := range p.Modules {
		visit((*string)(&p.Modules[i].ID))
		for j := range p.Modules[i].Tasks {
			visit((*string)(&p.Modules[i].Tasks[j].ID))
			steps(p.Modules[i].Tasks[j].Steps)
		}
	}
}
