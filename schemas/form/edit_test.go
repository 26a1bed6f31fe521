package form_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas/form"
)

const small = `{"elements_map":{"a":{"type":"text","label":"A"},"b":{"type":"choice","label":"B","options":[{"value":"1"}]},"c":{"type":"text","label":"C","show_when":{"element":"a","operator":"answered"}}},"order":["a","b","c"]}`

func apply(t *testing.T, ops string) (form.Document, error) {
	t.Helper()
	parsed, err := form.ParseOps([]byte(ops))
	if err != nil {
		return form.Document{}, err
	}
	return form.Apply(parse(t, small), parsed)
}

func TestEditsDoWhatTheySay(t *testing.T) {
	for _, c := range []struct{ name, ops, want string }{
		{"none", `[]`, small},
		{"a new element may be named before it is there", `[{"op":"set_rule","id":"b","rule":{"element":"n","operator":"answered"}},{"op":"add_element","id":"n","after":"a","element":{"type":"number","label":"N"}}]`,
			`{"elements_map":{"a":{"type":"text","label":"A"},"b":{"type":"choice","label":"B","options":[{"value":"1"}],"show_when":{"element":"n","operator":"answered"}},"c":{"type":"text","label":"C","show_when":{"element":"a","operator":"answered"}},"n":{"type":"number","label":"N"}},"order":["a","n","b","c"]}`},
		{"moved, changed, and its options go with the type", `[{"op":"move_element","id":"b"},{"op":"set_options","id":"b","options":[]},{"op":"update_element","id":"b","change":{"type":"date","required":true,"help":"soon"}}]`,
			`{"elements_map":{"a":{"type":"text","label":"A"},"b":{"type":"date","label":"B","required":true,"help":"soon"},"c":{"type":"text","label":"C","show_when":{"element":"a","operator":"answered"}}},"order":["b","a","c"]}`},
		{"removed with the rule that named it", `[{"op":"remove_element","id":"a"},{"op":"set_rule","id":"c","rule":null}]`,
			`{"elements_map":{"b":{"type":"choice","label":"B","options":[{"value":"1"}]},"c":{"type":"text","label":"C"}},"order":["b","c"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := apply(t, c.ops)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(parse(t, c.want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAnEditThatDoesNotFitIsNamedByItsIndex(t *testing.T) {
	for _, c := range []struct {
		name, ops string
		want      []problem
	}{
		{"unknown elements and places", `[{"op":"move_element","id":"x"},{"op":"move_element","id":"a","after":"a"},{"op":"add_element","id":"a","element":{"type":"text","label":"A"}},{"op":"add_element","id":"n","after":"y","element":{"type":"text","label":"N"}},{"op":"move_element","id":"c","after":"n"}]`, []problem{
			{"/0/id", `there is no element "x"`}, {"/1/after", "an element can't stand behind itself"}, {"/2/id", `there is an element "a" already`}, {"/3/after", `there is no element "y"`},
		}},
		{"what an edit does not have", `[{"op":"remove_element","id":"a","after":"b"},{"op":"rename","id":"a"},{"op":"update_element"}]`, []problem{
			{"/0/after", "the member is not known"}, {"/1/op", `the edit "rename" is not known`}, {"/2/id", "it is missing"},
		}},
		{"a rule loses its element", `[{"op":"update_element","id":"c","change":{"label":"See"}},{"op":"remove_element","id":"a"},{"op":"move_element","id":"c"}]`, []problem{
			{"/1", `after this edit /elements_map/c/show_when/element is wrong: there is no element "a"`},
		}},
		{"a circle", `[{"op":"update_element","id":"b","change":{"label":"Bee"}},{"op":"set_rule","id":"a","rule":{"element":"c","operator":"answered"}}]`, []problem{
			{"/1", "after this edit /elements_map/c/show_when is wrong: the rules run in a circle: a, c, a"},
		}},
		{"an element that comes wrong", `[{"op":"add_element","id":"n","element":{"type":"heading","label":"N","show_when":{"element":"zz","operator":"answered"}}}]`, []problem{
			{"/0/element/show_when/element", `after this edit /elements_map/n/show_when/element is wrong: there is no element "zz"`},
		}},
		{"no list", `{"op":"move_element"}`, []problem{{"", "it is an object, not a list"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := apply(t, c.ops)
			if diff := cmp.Diff(c.want, problems(t, err)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	for _, op := range []form.Op{{}, {Op: form.AddElement, ID: "n"}, {Op: form.UpdateElement, ID: "a"}, {Op: form.SetRule, ID: "a", After: "b"}, {Op: form.AddElement, Element: &form.Element{Type: form.Text, Label: "x"}}} {
		if _, err := form.Apply(parse(t, small), []form.Op{op}); err == nil {
			t.Errorf("%+v was applied", op)
		}
	}
}

func TestWhatCameInIsLeftAsItWas(t *testing.T) {
	d := parse(t, small)
	text := "New"
	if _, err := form.Apply(d, []form.Op{{Op: form.UpdateElement, ID: "a", Change: &form.Change{Label: &text}}, {Op: form.RemoveElement, ID: "b"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(parse(t, small), d); diff != "" {
		t.Errorf("the document changed\n%s", diff)
	}
}
