package words_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/schemas/words"
)

func TestEqualWordsAreReplacedEqually(t *testing.T) {
	r := words.New()
	title := r.Text("Prüfe Pass 4711")
	if got := r.Text("“prüfe PASS 4711”, said Ann"); !strings.HasPrefix(strings.ToLower(got), "“"+strings.ToLower(title)+"”") {
		t.Errorf("%q stands in %q no more", title, got)
	}
	if other := r.Text("Prüfe Pass 4712"); other == title {
		t.Errorf("two titles became one: %q", title)
	}
}

func TestLengthsCapitalsAndWhatIsBetweenStay(t *testing.T) {
	for _, text := range []string{"", " ", "A", "Ann’s 2nd PASS-port,\n\t12.05.1987!", "größe 日本語 👩‍👩‍👧 e\u0301t\u00e9 𠮷野", "ΑΒΓ İstanbul", strings.Repeat("long ", 300)} {
		got := words.New().Text(text)
		if len(got) != len(text) || utf8.RuneCountInString(got) != utf8.RuneCountInString(text) {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := words.New().Text("Sign the NDA: 2 of 3, by 2031."); got != "Baba bab DAB: 2 ba 3, da 1000." {
		t.Errorf("became %q", got)
	}
}

func TestAReplacementIsNoFunctionOfTheWord(t *testing.T) {
	if a, b := words.New().Text("Kowalczyk"), words.New().Text("Jabberwoc"); a != b {
		t.Errorf("the first word of nine letters is %q and %q: something of it is left", a, b)
	}
}

func TestStructureStaysInRawJSON(t *testing.T) {
	r := words.New()
	got, err := r.JSON([]byte(`{"op":"add_element","id":"n1","task_id":"t1","module_index":12,"element":{"type":"choice","label":"Ann","options":[{"value":"yes"},{"value":"Ann"}]},"elements_map":{"pass":{"label":"Ann"}},"ann":{"deep":[345,true,null,"Ann"]},"step_id":"dear Ann"}`))
	if err != nil {
		t.Fatal(err)
	}
	ann := r.Text("Ann")
	dear := r.Text("dear")
	want := strings.NewReplacer("Ann", ann, "dear", dear, `"ann"`, `"`+strings.ToLower(ann)+`"`, "deep", r.Text("deep"), "345", r.Text("345")).
		Replace(`{"ann":{"deep":[345,true,null,"Ann"]},"element":{"label":"Ann","options":[{"value":"yes"},{"value":"Ann"}],"type":"choice"},"elements_map":{"pass":{"label":"Ann"}},"id":"n1","module_index":12,"op":"add_element","step_id":"dear Ann","task_id":"t1"}`)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := r.JSON([]byte(`{"a":1} x`)); err == nil {
		t.Error("text behind a value was taken")
	}
}

func TestEveryWordOfEveryEventIsReplaced(t *testing.T) {
	r := words.New()
	e, err := r.Event(schemas.PlaybookImported{
		Title: "Secret", Source: "secret.md", Digest: strings.Repeat("a", 64),
		Modules: []schemas.Module{{ID: "secret-id", Title: "Secret", Tasks: []schemas.Task{{ID: "t", Title: "Secret", Steps: []schemas.Step{{
			ID: "s", Kind: schemas.Decision, Title: "Secret", Form: []byte(`{"secret":"Secret"}`), Branches: []schemas.Branch{{Name: "yes"}, {Name: "Secret"}},
		}}}}}},
		Report: []schemas.ImportNote{{Kind: "kept", What: "Secret", Because: "Secret"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := r.Text("Secret")
	want := schemas.PlaybookImported{
		Title: s, Source: r.Text("secret.md"), Digest: e.(schemas.PlaybookImported).Digest,
		Modules: []schemas.Module{{ID: "secret-id", Title: s, Tasks: []schemas.Task{{ID: "t", Title: s, Steps: []schemas.Step{{
			ID: "s", Kind: schemas.Decision, Title: s, Form: []byte(`{"` + strings.ToLower(s) + `":"` + s + `"}`), Branches: []schemas.Branch{{Name: "yes"}, {Name: s}},
		}}}}}},
		Report: []schemas.ImportNote{{Kind: "kept", What: s, Because: s}},
	}
	if diff := cmp.Diff(schemas.Event(want), e); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want.Digest == strings.Repeat("a", 64) || s == "Secret" {
		t.Errorf("left as it was: %q, %q", want.Digest, s)
	}
}
