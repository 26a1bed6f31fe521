package intake_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/agents/intake"
	"turnbook/schemas"
)

func TestARefusalSaysWhereAndWhatWouldBeRight(t *testing.T) {
	cacao := `{"type": "playbook", "workflow": {}`
	for _, c := range []struct {
		name, content string
		want          intake.Error
	}{
		{"empty.md", "", intake.Error{Reason: "it is empty", Fix: "give Markdown or a CACAO 2.0 playbook"}},
		{"blank.md", " \n\t\n", intake.Error{Reason: "it holds no words", Fix: "give Markdown or a CACAO 2.0 playbook"}},
		{"rule.md", "---", intake.Error{Reason: "it holds no words", Fix: "give Markdown or a CACAO 2.0 playbook"}},
		{"wide.md", "\xFF\xFE#\x00 \x00A\x00", intake.Error{Reason: "it is UTF-16", Fix: "save it as UTF-8"}},
		{"wide2.md", "#\x00 \x00A\x00b\x00c\x00", intake.Error{Reason: "it is UTF-16 without a byte order mark", Fix: "save it as UTF-8"}},
		{"latin.md", "# A\n\ncaf\xE9", intake.Error{Line: 3, Column: 4, Reason: "it is not UTF-8 here", Fix: "save it as UTF-8"}},
		{"a.md", "%PDF-1.7 x", intake.Error{Reason: "it is a PDF", Fix: "export it as Markdown or as a CACAO 2.0 playbook"}},
		{"a.md", "<!DOCTYPE html><p>x", intake.Error{Reason: "it is a web page", Fix: "export it as Markdown or as a CACAO 2.0 playbook"}},
		{"a.json", "{\n  \"type\": \"playbook\",\n  oops\n}", intake.Error{
			Line: 3, Column: 3, Reason: "the JSON is broken: a member's name in quotes should stand here", Fix: "correct it there",
		}},
		{"a.json", "{\n \"a\": 1,\n \"b\": 2, \"a\": 3\n}", intake.Error{
			Line: 3, Column: 10, Reason: "the key “a” stands twice in one object", Fix: "rename or remove one of the two",
		}},
		{"a.json", cacao, intake.Error{Line: 1, Column: len(cacao) + 1, Reason: "the JSON is broken: a comma or } should stand here", Fix: "correct it there"}},
		{"a.json", `{"x": "\ud800"}`, intake.Error{Line: 1, Column: 8, Reason: `the JSON is broken: the surrogate \ud800 stands alone`, Fix: "correct it there"}},
		{"a.json", `{"x": ` + strings.Repeat("[", 5000), intake.Error{Line: 1, Column: 506, Reason: "the JSON is broken: it nests deeper than 500", Fix: "correct it there"}},
		{"form.json", `{"components": []}`, noCACAO("a Form.io form")},
		{"survey", `{"pages": []}`, noCACAO("a SurveyJS survey")},
		{"list.json", `[1]`, noCACAO("a JSON array")},
		{"text.json", `"x"`, noCACAO("a single JSON value")},
		{"other.json", `{"a": 1}`, noCACAO("a JSON object without CACAO's \"type\": \"playbook\"")},
		{"bare.json", `{"type": "playbook"}`, noCACAO("a CACAO playbook without a workflow")},
		{"quotes.md", "# A\n" + strings.Repeat(">", 5000) + "x", nested(2)},
		{"bullets.md", strings.Repeat("- ", 5000) + "x", nested(1)},
		{"stairs.md", stairs(500), nested(41)},
		{"lines.md", strings.Repeat("a\n", intake.MaxLines+1), intake.Error{Reason: "it has more than 500000 lines", Fix: "split it into several playbooks"}},
		{"items.md", strings.Repeat("- a\n", intake.MaxItems+1), intake.Error{
			Line: intake.MaxItems + 1, Reason: "there are more than 100000 headings and list items", Fix: "split it into several playbooks",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := intake.Read(c.name, []byte(c.content), "p1")
			var got *intake.Error
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an *intake.Error", err)
			}
			c.want.Name = c.name
			if diff := cmp.Diff(&c.want, got, cmpopts.IgnoreUnexported(intake.Error{})); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func noCACAO(what string) intake.Error {
	return intake.Error{
		Reason: "it is " + what + ", and no CACAO playbook",
		Fix:    `give a CACAO 2.0 playbook ("type": "playbook" with a "workflow"), or Markdown`,
	}
}

func nested(line int) intake.Error {
	return intake.Error{Line: line, Reason: "lists and quotes nest deeper than 40", Fix: "flatten them"}
}

// stairs is a list in a list in a list.
func stairs(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

func TestAFileAboveTheLimitIsTooLarge(t *testing.T) {
	_, err := intake.Read("big.md", bytes.Repeat([]byte("a"), intake.MaxBytes+1), "p1")
	if !errors.Is(err, intake.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	if _, err := intake.Read("full.md", bytes.Repeat([]byte("a "), intake.MaxBytes/2), "p1"); err != nil {
		t.Errorf("a file at the limit: %v", err)
	}
}

func TestTheContentDecidesTheFormat(t *testing.T) {
	playbook := `{"type": "playbook", "name": "N", "workflow": {}}`
	for _, c := range []struct{ name, content, format, title string }{
		{"a.md", playbook, intake.CACAO, "N"},
		{"noext", "\n " + playbook, intake.CACAO, "N"},
		{"a.json", "# Title", intake.Markdown, "Title"},
		{"a.md", "{% include x %}\n\n# Title", intake.Markdown, "Title"},
		{"a.md", "[link](to)\n\n# Title", intake.Markdown, "Title"},
	} {
		doc, err := intake.Read(c.name, []byte(c.content), "p1")
		if err != nil || doc.Format != c.format || doc.Title != c.title {
			t.Errorf("%s %q: got %q %q %v, want %q %q", c.name, c.content, doc.Format, doc.Title, err, c.format, c.title)
		}
	}
}

func TestControlCharactersAreTakenOutAndReported(t *testing.T) {
	doc, err := intake.Read("a.md", []byte("# A\x00B\n\n- x\x1B[31my\n"), "p1")
	if err != nil {
		t.Fatal(err)
	}
	if doc.Title != "AB" || doc.Modules[0].Tasks[0].Title != "x[31my" {
		t.Errorf("got titles %q and %q", doc.Title, doc.Modules[0].Tasks[0].Title)
	}
	because := "it has no meaning in a text and can't be shown"
	want := []schemas.ImportNote{
		{Kind: "mapped", What: "modules: 1, tasks: 1, steps: 0", Because: "this is what the file became"},
		{Line: 1, Kind: "dropped", What: "control character U+0000 at column 4", Because: because},
		{Line: 3, Kind: "dropped", What: "control character U+001B at column 4", Because: because},
	}
	if diff := cmp.Diff(want, doc.Report); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

var word = regexp.MustCompile(`\pL+`)

// TestNoWordIsLostInSilence counts: the document and its report hold each word of
// the source at least as often as the source does. In JSON once is enough: a
// reference to a step is its name here.
func TestNoWordIsLostInSilence(t *testing.T) {
	for name, content := range fixtures(t) {
		if strings.HasSuffix(name, ".json") {
			content = jsonWords(t, content)
		}
		doc, err := intake.Read(name, fixtures(t)[name], "p1")
		if err != nil {
			t.Fatal(err)
		}
		have := make(map[string]int)
		for _, w := range word.FindAllString(string(textOf(doc)), -1) {
			have[w]++
		}
		need := make(map[string]int)
		for _, w := range word.FindAllString(string(content), -1) {
			if need[w]++; strings.HasSuffix(name, ".json") {
				need[w] = 1
			}
		}
		for w, n := range need {
			if escaped[w] {
				continue // "&lt;" is "<" where it is read
			}
			if have[w] < n {
				t.Errorf("%s: %q stands %d times in the source and %d times in what became of it", name, w, n, have[w])
			}
		}
	}
}

// escaped are the words of entities in the samples.
var escaped = map[string]bool{"lt": true, "gt": true}

// textOf is all that people can read of a document.
func textOf(doc schemas.PlaybookImported) []byte {
	var b bytes.Buffer
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	raw, _ := json.Marshal(doc)
	var v any
	_ = json.Unmarshal(raw, &v)
	walk(v)
	return b.Bytes()
}

// secrets are the values in the samples that must stand nowhere.
var secrets = []string{
	"very-secret-word", "zzzzTTTT0000", "hunter2hunter2", "k-98765-xyz", "pa55word", "abcdef0123456789", "t0k3nt0k3n",
}

// jsonWords is the text of a JSON file's values, with what is Base64 decoded and
// without secrets.
func jsonWords(t *testing.T, content []byte) []byte {
	var b bytes.Buffer
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case string:
			if raw, err := base64.StdEncoding.DecodeString(v); err == nil && strings.HasSuffix(key, "_b64") {
				v = string(raw)
			}
			b.WriteString(v + "\n")
		case []any:
			for _, e := range v {
				walk(key, e)
			}
		case map[string]any:
			for k, e := range v {
				if !strings.HasPrefix(k, "authentication_info") && k != "Authorization" && k != "type" {
					walk(k, e)
				}
			}
		}
	}
	var v any
	if err := json.Unmarshal(content, &v); err != nil {
		t.Fatal(err)
	}
	walk("", v)
	text := b.String()
	for _, s := range append(secrets, "\uFFFD", "root") {
		text = strings.ReplaceAll(text, s, "")
	}
	return []byte(text)
}

func TestASecretStandsNowhere(t *testing.T) {
	content := fixtures(t)["conditions.json"]
	doc, err := intake.Read("conditions.json", content, "p1")
	if err != nil {
		t.Fatal(err)
	}
	got := string(asJSON(t, doc))
	for _, s := range secrets {
		if !bytes.Contains(content, []byte(s)) {
			t.Errorf("the sample doesn't hold %q", s)
		}
		if strings.Contains(got, s) || strings.Contains(got, base64.StdEncoding.EncodeToString([]byte(s))) {
			t.Errorf("%q stands in the document or its report", s)
		}
	}
}

func TestASecretInATextIsKnownByItsLooks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"curl -H 'Authorization: Bearer abc' x", "curl -H 'Authorization: [secret removed]' x"},
		{"mysql --password s3cret db", "mysql --password [secret removed] db"},
		{"GET https://h/x?api_key=abc&y=1", "GET https://h/x?api_key=[secret removed]&y=1"},
		{"git clone https://u:p@h/r", "git clone https://[secret removed]@h/r"},
		{"use ghp_abcdefghijklmnopqrstuvwx now", "use ghp_abcdefghijklmnopqrstuvwx now"[:4] + "[secret removed] now"},
		{"login --token __token__:value", "login --token __token__:value"},
		{"the password: see the vault", "the password: see the vault"},
		{"basic authentication is off", "basic authentication is off"},
	} {
		content, _ := json.Marshal(map[string]any{"type": "playbook", "name": c.text, "workflow": map[string]any{}})
		doc, err := intake.Read("a.json", content, "p1")
		if err != nil || doc.Title != c.want {
			t.Errorf("%q: got %q %v, want %q", c.text, doc.Title, err, c.want)
		}
	}
}
