package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

func TestTextFromOutsideNeverMovesATerminal(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                  "plain",
		"\x1b[31mred\x1b[0m":     "␛[31mred␛[0m",
		"bell\a, tab\t, del\x7f": "bell␇, tab␉, del␡",
		"two\nlines":             "two␊lines",
		"csi \u009b2J":           "csi <U+009B>2J",
		"\u202egnp.exe":          "<U+202E>gnp.exe",
		"isolate \u2066x\u2069":  "isolate <U+2066>x<U+2069>",
		"broken \xff text":       "broken \uFFFD text",
		"family 👨‍👩‍👧 عربي":      "family 👨‍👩‍👧 عربي",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := paragraph("one\r\ntwo\x1b[2J\n", "  "), "one\n  two␛[2J"; got != want {
		t.Errorf("paragraph = %q, want %q", got, want)
	}
}

func TestLongTextIsCutBetweenGraphemes(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 2, "👨‍👩‍👧…"},
		{"👍🏽👍🏽👍🏽", 2, "👍🏽…"},
		{"🇩🇪🇫🇷🇪🇸", 2, "🇩🇪…"},
		{"🇩🇪🇫🇷🇪🇸", 3, "🇩🇪🇫🇷🇪🇸"},
	} {
		if got := shorten(c.text, c.most); got != c.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestColumnsLineUpWhateverStandsInThem(t *testing.T) {
	table := table{head: []string{"TITLE", "N"}}
	table.add("ab", "1")
	table.add("日本", "22")
	table.add("e\u0301\x1b", "")
	var out bytes.Buffer
	table.print(&out)
	want := "TITLE   N\nab      1\n日本   22\ne\u0301␛\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestEveryEventHasASentence(t *testing.T) {
	for _, kind := range schemas.Types() {
		fact, err := schemas.Decode(kind, []byte(`{"status":"completed"}`))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		e := event{Type: kind, Data: []byte("{}"), fact: fact}
		said := []string{sayTurn(e), sayWork(e), sayStep(e), sayBoundary(e), sayCard(e), sayDocument(e), saySession(e), sayWorkspace(e), sayHandle(e)}
		if n := len(said) - len(slices.DeleteFunc(slices.Clone(said), func(s string) bool { return s != "" })); n != 1 {
			t.Errorf("%s has %d sentences, want one: %q", kind, n, said)
		}
	}
}
