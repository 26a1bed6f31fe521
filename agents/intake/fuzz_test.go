package intake_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"turnbook/agents/intake"
	"turnbook/schemas"
)

// FuzzRead says that no bytes make Read panic, that it refuses with its own error
// only, and that what it makes is a sound document.
func FuzzRead(f *testing.F) {
	for name, content := range fixtures(f) {
		f.Add(name, content)
	}
	f.Add("a.md", []byte("---\ntitle: [a\n---\n- - -\n1.\n\t- x\n\n   [x]: y\n> - z\n"))
	f.Add("a.json", []byte(`{"type":"playbook","workflow":{"a":{"type":"x","next_steps":["a","b"],"cases":{"":"a"}}}}`))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		doc, err := intake.Read(name, content, name)
		if err != nil {
			var refused *intake.Error
			if !errors.As(err, &refused) || refused.Reason == "" || refused.Fix == "" {
				t.Fatalf("%v is no refusal with reason and fix", err)
			}
			return
		}
		checkSound(t, doc)
	})
}

// checkSound looks at what every document must hold: ids that are valid and stand
// once, titles, and text that is UTF-8.
func checkSound(t *testing.T, doc schemas.PlaybookImported) {
	t.Helper()
	seen := make(map[string]bool)
	for _, id := range idsOf(doc) {
		if _, err := schemas.ParseID[schemas.StepID]("id", id); err != nil {
			t.Errorf("%v", err)
		}
		if seen[id] {
			t.Errorf("id %s stands twice", id)
		}
		seen[id] = true
	}
	title := func(s string) {
		if s == "" {
			t.Error("a title is empty")
		}
		for _, r := range s {
			if r < 0x20 || r == 0x7F {
				t.Errorf("title %q holds %U", s, r)
			}
		}
	}
	title(doc.Title)
	var steps func([]schemas.Step)
	steps = func(all []schemas.Step) {
		for _, s := range all {
			title(s.Title)
			for _, b := range s.Branches {
				title(b.Name)
				steps(b.Steps)
			}
		}
	}
	for _, m := range doc.Modules {
		title(m.Title)
		for _, k := range m.Tasks {
			title(k.Title)
			steps(k.Steps)
		}
	}
	for _, n := range doc.Report {
		if n.Kind == "" || n.What == "" || n.Because == "" {
			t.Errorf("note %+v says too little", n)
		}
	}
	if !utf8.Valid(textOf(doc)) {
		t.Error("the document holds what is not UTF-8")
	}
}
