package formats_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"turnbook/agents/formats"
	"turnbook/schemas/form"
)

// anyOp draws an edit; whether it fits, Apply says.
func anyOp(t *rapid.T, d form.Document, n int) form.Op {
	id := form.ElementID("first")
	if len(d.Order) > 0 {
		id = rapid.SampledFrom(d.Order).Draw(t, "id")
	}
	after := rapid.SampledFrom(append([]form.ElementID{""}, d.Order...)).Draw(t, "after")
	label := rapid.SampledFrom([]string{"New", "Größe <b>", `a "quoted" \ text`}).Draw(t, "label")
	switch kind := rapid.SampledFrom(form.OpKinds()).Draw(t, "kind"); kind {
	case form.AddElement:
		e := form.Element{Type: rapid.SampledFrom(form.Types()[:11]).Draw(t, "type"), Label: label}
		if e.Type.HasOptions() {
			e.Options = []form.Option{{Value: "1", Label: label}, {Value: "x"}}
		}
		return form.Op{Op: kind, ID: form.ElementID(fmt.Sprint("new", n)), After: after, Element: &e}
	case form.UpdateElement:
		required := rapid.Bool().Draw(t, "required") && d.Elements[id].Type.Asks()
		c := form.Change{Label: &label, Help: rapid.SampledFrom([]*string{nil, &label, new(string)}).Draw(t, "help"), Required: &required}
		if rapid.IntRange(0, 3).Draw(t, "retype") == 0 && d.Elements[id].Type.Asks() {
			c.Type = rapid.SampledFrom([]form.Type{form.Text, form.Number, form.Date, form.Check}).Draw(t, "to")
		}
		return form.Op{Op: kind, ID: id, Change: &c}
	case form.MoveElement:
		return form.Op{Op: kind, ID: id, After: after}
	case form.SetOptions:
		return form.Op{Op: kind, ID: id, Options: []form.Option{{Value: "yes", Label: label}, {Value: "3"}, {Value: "new"}}}
	case form.SetRule:
		value := json.RawMessage(rapid.SampledFrom([]string{`"x"`, `1.0`, `true`, `"it's"`}).Draw(t, "value"))
		one, two := form.Rule{Element: after, Operator: form.Contains, Value: value}, form.Rule{Element: after, Operator: form.Answered}
		rule := rapid.SampledFrom([]*form.Rule{nil, &one, {Any: []form.Rule{one, two}}, {All: []form.Rule{{Any: []form.Rule{two, one}}, two}}}).Draw(t, "rule")
		return form.Op{Op: kind, ID: id, Rule: rule}
	default:
		return form.Op{Op: kind, ID: id}
	}
}

// Whatever is edited: what is read back from the export is the edited document, or
// the report says which elements differ.
func TestAnExportHoldsTheEditsOrSaysWhichItLacks(t *testing.T) {
	files := fixtures(t)
	names := slices.Sorted(maps.Keys(files))
	rapid.Check(t, func(t *rapid.T) {
		im, err := formats.ReadForm("x.json", files[rapid.SampledFrom(names).Draw(t, "file")])
		if err != nil {
			t.Fatal(err)
		}
		for n := range rapid.IntRange(1, 12).Draw(t, "edits") {
			if d, err := form.Apply(im.Document, []form.Op{anyOp(t, im.Document, n)}); err == nil {
				im.Document = d
			}
		}
		format := rapid.SampledFrom([]string{formats.FormIO, formats.SurveyJS}).Draw(t, "format")
		out, err := formats.ExportForm(im, format)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range out.Report {
			if n.Kind == "dropped" {
				return
			}
		}
		again, err := formats.ReadForm("again.json", out.Content)
		if err != nil {
			t.Fatal(err)
		}
		// Ids follow from the keys and may be others; their elements and order are the same.
		if diff := cmp.Diff(plain(im.Document), plain(again.Document), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("-want +got\n%s\n%s", diff, out.Content)
		}
	})
}

// plain is a document's elements in order, without what follows from ids.
func plain(d form.Document) []form.Element {
	var all []form.Element
	for _, id := range d.Order {
		e := d.Elements[id]
		e.Key, e.Source = "", nil
		place := func(c *form.Rule) { c.Element = form.ElementID(fmt.Sprint(slices.Index(d.Order, c.Element))) }
		e.ShowWhen = renamed(e.ShowWhen, place)
		all = append(all, e)
	}
	return all
}

func renamed(r *form.Rule, with func(*form.Rule)) *form.Rule {
	if r == nil {
		return nil
	}
	c := *r
	if c.All == nil && c.Any == nil {
		with(&c)
	}
	c.All, c.Any = nil, nil
	for _, one := range r.All {
		c.All = append(c.All, *renamed(&one, with))
	}
	for _, one := range r.Any {
		c.Any = append(c.Any, *renamed(&one, with))
	}
	return &c
}

// FuzzReadForm says that no bytes make ReadForm panic, that it refuses with its own
// error only, that each note says enough, and that what it reads is written as it came.
func FuzzReadForm(f *testing.F) {
	for _, content := range fixtures(f) {
		f.Add(content)
	}
	f.Add([]byte(`{"components":[{"components":[[]],"columns":{},"rows":[[1]],"conditional":{"conditions":[1]}},{"type":"select","data":[],"values":[[]]}]}`))
	f.Add([]byte(`{"pages":[1,{"elements":{}}],"elements":[{"type":"text","name":"a","title":{},"visibleIf":"({a} = "},{"type":"text","name":"b","visibleIf":"{a} = ( or {}"}]}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		im, err := formats.ReadForm("x", content)
		if err != nil {
			var refused *formats.Error
			if !errors.As(err, &refused) || refused.Reason == "" || refused.Fix == "" {
				t.Fatalf("%v is no refusal with reason and fix", err)
			}
			return
		}
		for _, n := range im.Report {
			if n.Kind == "" || n.What == "" || n.Because == "" {
				t.Errorf("note %+v says too little", n)
			}
		}
		out, err := formats.ExportForm(im, im.Format)
		if err != nil || string(out.Content) != string(im.Original) {
			t.Errorf("unedited it is %s, %v; want %s", out.Content, err, im.Original)
		}
		for _, format := range []string{formats.FormIO, formats.SurveyJS} {
			if _, err := formats.ExportForm(formats.Imported{Document: im.Document, Title: im.Title}, format); err != nil && !errors.Is(err, formats.ErrTooLarge) {
				t.Errorf("%s: %v", format, err)
			}
		}
	})
}
