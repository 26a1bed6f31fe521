package formats_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/formats"
	"turnbook/schemas/canon"
	"turnbook/schemas/goldentest"
)

// fixtures are the forms of testdata, by name.
func fixtures(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	files := make(map[string][]byte)
	for _, p := range paths {
		if files[filepath.Base(p)], err = os.ReadFile(p); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func read(t testing.TB, name string, content []byte) formats.Imported {
	t.Helper()
	im, err := formats.ReadForm(name, content)
	if err != nil {
		t.Fatal(err)
	}
	return im
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

func TestEachFileBecomesItsForm(t *testing.T) {
	for file, content := range fixtures(t) {
		t.Run(file, func(t *testing.T) {
			im := read(t, file, content)
			im.Original = nil
			got, golden := asJSON(t, im), filepath.Join("testdata", file+".golden")
			goldentest.Compare(t, golden, string(got))
		})
	}
}

// labels are all texts of a form that people read.
func labels(v any) []string {
	var all []string
	switch v := v.(type) {
	case map[string]any:
		for key, child := range v {
			if s, ok := child.(string); ok && (key == "label" || key == "title" || key == "legend" || key == "text" || key == "description" || key == "content") {
				all = append(all, s)
			}
			all = append(all, labels(child)...)
		}
	case []any:
		for _, child := range v {
			all = append(all, labels(child)...)
		}
	}
	return all
}

func TestEveryLabelIsInTheFormOrInTheReport(t *testing.T) {
	for file, content := range fixtures(t) {
		im := read(t, file, content)
		im.Original = nil
		text := string(asJSON(t, im))
		var v any
		if err := json.Unmarshal(content, &v); err != nil {
			t.Fatal(err)
		}
		for _, l := range labels(v) {
			if quoted := strings.TrimSpace(string(asJSON(t, l))); !strings.Contains(text, quoted[1:len(quoted)-1]) {
				t.Errorf("%s: %q is lost", file, l)
			}
		}
	}
}

func TestWhatWasNotEditedIsWrittenAsItCame(t *testing.T) {
	for file, content := range fixtures(t) {
		im := read(t, file, content)
		want, err := canon.JSON(content)
		if err != nil {
			t.Fatal(err)
		}
		out, err := formats.ExportForm(im, im.Format)
		if err != nil || len(out.Report) > 0 || !bytes.Equal(want, out.Content) {
			t.Errorf("%s: %v, report %v\n%s", file, err, out.Report, cmp.Diff(string(want), string(out.Content)))
		}
	}
}

func TestAByteOrderMarkAndCarriageReturnsChangeNothing(t *testing.T) {
	for file, content := range fixtures(t) {
		plain := read(t, file, content)
		for _, end := range []string{"\r\n", "\r"} {
			dressed := read(t, file, append([]byte("\xEF\xBB\xBF"), bytes.ReplaceAll(content, []byte("\n"), []byte(end))...))
			if diff := cmp.Diff(plain, dressed); diff != "" {
				t.Errorf("%s: -plain +dressed\n%s", file, diff)
			}
		}
	}
}

func TestWhatIsRefusedSaysWhereAndWhatWouldBeRight(t *testing.T) {
	many := `{"components":[` + strings.Repeat(`{"type":"textfield","label":"A","key":"a"},`, 500) + `{"type":"textfield","label":"A","key":"a"}]}`
	panels := `{"components":[` + strings.Repeat(`{"type":"well"},`, 5000) + `{"type":"well"}]}`
	wide := `{"elements":[{"type":"dropdown","name":"a","choices":["` + strings.Repeat("x", 256<<10) + `"]}]}`
	for _, c := range []struct {
		name, in string
		want     formats.Error // without cause
	}{
		{"too large", strings.Repeat(" ", formats.MaxBytes+1), formats.Error{Reason: "it has 8388609 bytes, the limit is 8388608"}},
		{"empty", "\xEF\xBB\xBF \r\n", formats.Error{Reason: "it is empty"}},
		{"UTF-16", "{\x00\"\x00", formats.Error{Reason: "it is UTF-16"}},
		{"XML", "<form/>", formats.Error{Reason: "it is XML or a web page"}},
		{"not JSON", "{\r\n  \"components\": [},\r\n}", formats.Error{Line: 2, Column: 18, Path: "/components/0", Reason: "the JSON is broken: '}' can't begin a value"}},
		{"not UTF-8", "{\"a\":\"é\xff\"}", formats.Error{Line: 1, Column: 8, Path: "/a", Reason: "the JSON is broken: the text is not UTF-8"}},
		{"a key twice in one object", "{\"components\":[],\n\"components\":[]}", formats.Error{Line: 2, Column: 1, Reason: "the key “components” stands twice in one object"}},
		{"a bomb", strings.Repeat(`{"components":[`, 1000), formats.Error{Line: 1, Column: 3751, Path: strings.Repeat("/components/0", 250), Reason: "the JSON is broken: it nests deeper than 500"}},
		{"a list", `[]`, formats.Error{Line: 1, Reason: "it is a list, neither a form of Form.io nor of SurveyJS"}},
		{"neither", `{"type":"playbook","steps":[]}`, formats.Error{Line: 1, Reason: "it is neither a form of Form.io nor of SurveyJS; in it stand “type”, “steps”"}},
		{"nothing", `{}`, formats.Error{Line: 1, Reason: "it is neither a form of Form.io nor of SurveyJS; in it stand nothing"}},
		{"both", `{"components":[],"pages":[]}`, formats.Error{Line: 1, Reason: "it has “components” as Form.io has, and “pages” or “elements” as SurveyJS has"}},
		{"our own", `{"elements_map":{}}`, formats.Error{Line: 1, Reason: "it is a form document already, neither Form.io nor SurveyJS"}},
		{"too many questions", many, formats.Error{Reason: "the form would have more than 500 elements"}},
		{"too many panels", panels, formats.Error{Reason: "the form would have more than 5000 components"}},
		{"too much text", wide, formats.Error{Reason: "the form would have 262235 bytes, the limit is 262144"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := formats.ReadForm("x.json", []byte(c.in))
			var got *formats.Error
			if !errors.As(err, &got) || got.Fix == "" || !strings.HasPrefix(err.Error(), "x.json") {
				t.Fatalf("%v is no refusal with a fix", err)
			}
			if large := strings.HasPrefix(c.name, "too "); errors.Is(err, formats.ErrTooLarge) != large {
				t.Errorf("too large: %v", !large)
			}
			c.want.Name = "x.json"
			if diff := cmp.Diff([]any{c.want.Name, c.want.Line, c.want.Column, c.want.Path, c.want.Reason}, []any{got.Name, got.Line, got.Column, got.Path, got.Reason}); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
