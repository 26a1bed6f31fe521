package form_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"turnbook/schemas/form"
)

// anyDocument draws a sound document with ids of a small pool, so that two of them
// share some.
func anyDocument(t *rapid.T, name string) form.Document {
	pool := []form.ElementID{"a", "b", "c/d", "e~f", "ü", "x y", "g", "h", "i", "j"}
	ids := rapid.Permutation(pool).Draw(t, name+" ids")[:rapid.IntRange(0, len(pool)).Draw(t, name+" count")]
	d := form.Document{Elements: map[form.ElementID]form.Element{}, Order: []form.ElementID{}}
	var asked []form.ElementID // those that a rule can name without a circle
	for _, id := range ids {
		typ := rapid.SampledFrom(form.Types()).Draw(t, "type")
		e := form.Element{Type: typ, Label: rapid.SampledFrom([]string{"One", "Two", "Zwölf <b>"}).Draw(t, "label"), Help: rapid.SampledFrom([]string{"", "help"}).Draw(t, "help")}
		if typ.Asks() {
			e.Required = rapid.Bool().Draw(t, "required")
		}
		if typ.HasOptions() {
			for i := range rapid.IntRange(1, 3).Draw(t, "options") {
				e.Options = append(e.Options, form.Option{Value: fmt.Sprint(i), Label: rapid.SampledFrom([]string{"", "L"}).Draw(t, "option")})
			}
		}
		if typ == form.Unknown {
			e.ForeignType, e.Source = "map", json.RawMessage(rapid.SampledFrom([]string{`{"a":1.0}`, `{"a":1}`, `null`}).Draw(t, "source"))
		}
		if len(asked) > 0 && rapid.Bool().Draw(t, "ruled") {
			rule := anyRule(t, asked, 2)
			e.ShowWhen = &rule
		}
		if typ.Asks() {
			asked = append(asked, id)
		}
		d.Elements[id] = e
	}
	d.Order = append(d.Order, rapid.Permutation(slices.Clone(ids)).Draw(t, name+" order")...)
	return d
}

func anyRule(t *rapid.T, ids []form.ElementID, depth int) form.Rule {
	if depth > 0 && rapid.IntRange(0, 3).Draw(t, "group") == 0 {
		group := []form.Rule{anyRule(t, ids, depth-1), anyRule(t, ids, depth-1)}
		if rapid.Bool().Draw(t, "all") {
			return form.Rule{All: group}
		}
		return form.Rule{Any: group}
	}
	c := form.Rule{Element: rapid.SampledFrom(ids).Draw(t, "element"), Operator: rapid.SampledFrom(form.Operators()).Draw(t, "operator")}
	if c.Operator.HasValue() {
		c.Value = json.RawMessage(rapid.SampledFrom([]string{`"0"`, `"x"`, `1.0`, `true`}).Draw(t, "value"))
	}
	return c
}

func TestAPlanLeadsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := anyDocument(t, "from"), anyDocument(t, "to")
		ops := form.Plan(from, to)
		got, err := form.Apply(from, ops)
		if err != nil {
			t.Fatalf("%v\n%+v", err, ops)
		}
		if diff := cmp.Diff(to, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
		if more := form.Plan(got, to); len(more) > 0 {
			t.Fatalf("a second plan is %+v", more)
		}
	})
}

func TestAPlanSurvivesTheWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := anyDocument(t, "from"), anyDocument(t, "to")
		raw, err := json.Marshal(form.Plan(from, to))
		if err != nil {
			t.Fatal(err)
		}
		if string(raw) == "null" {
			raw = []byte("[]")
		}
		ops, err := form.ParseOps(raw)
		if err != nil {
			t.Fatal(err)
		}
		got, err := form.Apply(from, ops)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(to, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}

func TestWhatIsWrittenIsReadEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDocument(t, "d")
		raw, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		got, err := form.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}

func TestAHiddenAnswerNeverMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, given := anyDocument(t, "d"), form.Answers{}
		for _, id := range d.Order {
			given[id] = json.RawMessage(rapid.SampledFrom([]string{`"0"`, `"x"`, `1`, `true`, `["0"]`, `null`, `{}`}).Draw(t, "answer"))
		}
		shown := form.Visible(d, given)
		wrong := form.CheckAnswers(d, given)
		for id, is := range shown {
			if !is {
				delete(given, id)
			}
		}
		if diff := cmp.Diff(shown, form.Visible(d, given)); diff != "" {
			t.Fatal(diff)
		}
		if again := form.CheckAnswers(d, given); len(again) != len(wrong) {
			t.Fatalf("%v with the hidden answers, %v without", wrong, again)
		}
	})
}

// FuzzParse says that no bytes make Parse panic, that it refuses with its own errors
// only, and that what it accepts survives a round trip.
func FuzzParse(f *testing.F) {
	f.Add([]byte(visit))
	f.Add([]byte(small))
	f.Add([]byte(`{"elements_map":{"a":{"type":"text","label":"A","show_when":{"element":"b","operator":"answered"}},"b":{"show_when":{"all":[{}]}}},"order":[null]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := form.Parse(raw)
		if err != nil {
			var all form.Errors
			if !errors.As(err, &all) || len(all) == 0 || all[0].Reason == "" || all[0].Fix == "" {
				t.Fatalf("%v is no refusal with reason and fix", err)
			}
			return
		}
		once, err := d.JSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := form.Parse(once)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Fatalf("-first +again\n%s", diff)
		}
		form.CheckAnswers(d, form.Answers{"a": raw})
	})
}
