package formats_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/agents/formats"
	"turnbook/schemas"
	"turnbook/schemas/canon"
	"turnbook/schemas/form"
)

// edited is a file with edits made in its document.
func edited(t testing.TB, content, ops string) formats.Imported {
	t.Helper()
	im := read(t, "x.json", []byte(content))
	parsed, err := form.ParseOps([]byte(ops))
	if err != nil {
		t.Fatal(err)
	}
	if im.Document, err = form.Apply(im.Document, parsed); err != nil {
		t.Fatal(err)
	}
	return im
}

const two = `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"P","theme":"dark","components":[
	{"type":"textfield","key":"a","label":"A","mask":"9"},
	{"type":"radio","key":"b","label":"B","values":[{"value":"1","label":"One","shortcut":"O"},{"value":"2","label":"Two"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C","conditional":{"show":true,"when":"a","eq":"x"}}]}]}`

const survey = `{"pages":[{"name":"one","title":"One","elements":[
	{"type":"text","name":"a","title":{"en":"A","de":"Ah"},"maxLength":9},
	{"type":"dropdown","name":"b","title":"B","choices":[1.0,{"value":2,"text":"Two","icon":"i"}]}]},
	{"name":"two","elements":[{"type":"panel","name":"p","visibleIf":"{a} = 'x'","elements":[{"type":"comment","name":"c","title":"C"}]}]}]}`

// Each case gives what stands in the file afterwards in place of what stood there:
// all else must be as it came.
func TestAnEditChangesWhatItNamesAndNothingElse(t *testing.T) {
	for _, c := range []struct {
		name, in, ops, want string
		told                []string // kind and thing of the notes
	}{
		{name: "words and duty", in: two, ops: `[{"op":"update_element","id":"a","change":{"label":"Ä","help":"h","required":true}},{"op":"update_element","id":"p","change":{"label":"Q"}}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"Q","label":"Q","theme":"dark","components":[
	{"type":"textfield","key":"a","label":"Ä","mask":"9","description":"h","validate":{"required":true}},
	{"type":"radio","key":"b","label":"B","values":[{"value":"1","label":"One","shortcut":"O"},{"value":"2","label":"Two"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C","conditional":{"show":true,"when":"a","eq":"x"}}]}]}`},
		{name: "options keep what they were", in: two, ops: `[{"op":"set_options","id":"b","options":[{"value":"3"},{"value":"1","label":"Uno"}]}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"P","theme":"dark","components":[
	{"type":"textfield","key":"a","label":"A","mask":"9"},
	{"type":"radio","key":"b","label":"B","values":[{"value":"3","label":"3"},{"value":"1","label":"Uno","shortcut":"O"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C","conditional":{"show":true,"when":"a","eq":"x"}}]}]}`},
		{name: "added, moved, removed, and another rule", in: two, ops: `[{"op":"add_element","id":"n","after":"p","element":{"type":"check","label":"N"}},{"op":"move_element","id":"c","after":"p"},{"op":"remove_element","id":"b"},{"op":"set_rule","id":"c","rule":{"any":[{"element":"n","operator":"answered"},{"element":"a","operator":"equals","value":7.0}]}}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"P","theme":"dark","components":[
	{"type":"number","key":"c","label":"C","conditional":{"show":true,"conjunction":"any","conditions":[{"component":"n","operator":"isNotEmpty"},{"component":"a","operator":"isEqual","value":7.0}]}},
	{"type":"checkbox","input":true,"key":"n","label":"N"},{"type":"textfield","key":"a","label":"A","mask":"9"}]},
	{"type":"well","components":[]}]}`},
		{name: "a heading goes, what it held stays", in: two, ops: `[{"op":"remove_element","id":"p"}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"","label":"","theme":"dark","components":[
	{"type":"textfield","key":"a","label":"A","mask":"9"},
	{"type":"radio","key":"b","label":"B","values":[{"value":"1","label":"One","shortcut":"O"},{"value":"2","label":"Two"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C","conditional":{"show":true,"when":"a","eq":"x"}}]}]}`},
		{name: "a heading goes with all that it held", in: two, ops: `[{"op":"remove_element","id":"p"},{"op":"remove_element","id":"a"},{"op":"remove_element","id":"b"},{"op":"set_rule","id":"c"}]`, want: `{"title":"T","x":1.0,"components":[{"type":"well","components":[{"type":"number","key":"c","label":"C"}]}]}`},
		{name: "a rule that Form.io can't say", in: two, ops: `[{"op":"set_rule","id":"c","rule":{"all":[{"any":[{"element":"a","operator":"answered"},{"element":"b","operator":"answered"}]}]}}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"P","theme":"dark","components":[
	{"type":"textfield","key":"a","label":"A","mask":"9"},
	{"type":"radio","key":"b","label":"B","values":[{"value":"1","label":"One","shortcut":"O"},{"value":"2","label":"Two"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C"}]}]}`, told: []string{"dropped “C” (c) /components/1/components/0"}},
		{name: "another type", in: two, ops: `[{"op":"update_element","id":"a","change":{"type":"date"}}]`, want: `{"title":"T","x":1.0,"components":[{"type":"panel","key":"p","title":"P","theme":"dark","components":[
	{"type":"datetime","input":true,"enableTime":false,"key":"a","label":"A"},
	{"type":"radio","key":"b","label":"B","values":[{"value":"1","label":"One","shortcut":"O"},{"value":"2","label":"Two"}]}]},
	{"type":"well","components":[{"type":"number","key":"c","label":"C","conditional":{"show":true,"when":"a","eq":"x"}}]}]}`, told: []string{"dropped “A” (a) /components/0/components/0"}},
		{name: "SurveyJS: words in their language, choices, a rule beside the panel's", in: survey, ops: `[{"op":"update_element","id":"a","change":{"label":"Alpha","required":true}},{"op":"set_options","id":"b","options":[{"value":"1.0","label":"One"},{"value":"2","label":"Two"}]},
			{"op":"set_rule","id":"c","rule":{"all":[{"element":"a","operator":"equals","value":"x"},{"any":[{"element":"b","operator":"equals","value":2},{"element":"a","operator":"not_equals","value":"it's"}]}]}}]`, want: `{"pages":[{"name":"one","title":"One","elements":[
	{"type":"text","name":"a","title":{"en":"Alpha","de":"Ah"},"maxLength":9,"isRequired":true},
	{"type":"dropdown","name":"b","title":"B","choices":[{"value":1.0,"text":"One"},{"value":2,"text":"Two","icon":"i"}]}]},
	{"name":"two","elements":[{"type":"panel","name":"p","visibleIf":"{a} = 'x'","elements":[{"type":"comment","name":"c","title":"C","visibleIf":"{b} = 2 or {a} <> \"it's\""}]}]}]}`},
		{name: "SurveyJS: a rule without the panel's can't be said", in: survey, ops: `[{"op":"set_rule","id":"c"}]`, want: survey, told: []string{"dropped “C” (c) /pages/1/elements/0/elements/0"}},
		{name: "twice the same key, one removed", in: `{"components":[{"type":"email","key":"m","label":"M1"},{"type":"email","key":"m","label":"M2"}]}`, ops: `[{"op":"remove_element","id":"m-1"},{"op":"update_element","id":"m-2","change":{"label":"M"}}]`, want: `{"components":[{"type":"email","key":"m","label":"M"}]}`},
		{name: "an unknown one renamed and moved", in: `{"components":[{"type":"map","key":"m","label":"M","z":1.50},{"type":"file","key":"f","label":"F"}]}`, ops: `[{"op":"move_element","id":"f"},{"op":"update_element","id":"m","change":{"label":"Map"}}]`, want: `{"components":[{"type":"file","key":"f","label":"F"},{"type":"map","key":"m","label":"Map","z":1.50}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			im := edited(t, c.in, c.ops)
			out, err := formats.ExportForm(im, im.Format)
			if err != nil {
				t.Fatal(err)
			}
			want, err := canon.JSON([]byte(c.want))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(indented(t, want), indented(t, out.Content)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			var told []string
			for _, n := range out.Report {
				told = append(told, fmt.Sprintf("%s %s %s", n.Kind, n.What, n.Path))
			}
			if diff := cmp.Diff(c.told, told); diff != "" {
				t.Errorf("told: -want +got\n%s\n%v", diff, out.Report)
			}
		})
	}
}

func indented(t testing.TB, raw []byte) string {
	t.Helper()
	return string(asJSON(t, json.RawMessage(raw)))
}

// back reads an export again and takes off what may differ.
func back(t testing.TB, out formats.Exported) form.Document {
	t.Helper()
	return read(t, "again.json", out.Content).Document
}

func TestADocumentOfOurOwnIsWrittenAnewAndReadBack(t *testing.T) {
	d, err := form.Parse([]byte(`{"elements_map":{
		"h":{"type":"heading","label":"Head","help":"x"},"t":{"type":"text","label":"T","required":true},"l":{"type":"long_text","label":"L"},"n":{"type":"number","label":"N"},
		"d":{"type":"date","label":"D"},"c":{"type":"choice","label":"C","options":[{"value":"1","label":"One"},{"value":"2"}]},"m":{"type":"multiple_choice","label":"M","options":[{"value":"1"}]},
		"k":{"type":"check","label":"K","show_when":{"all":[{"element":"t","operator":"equals","value":"a \"b\""},{"element":"m","operator":"contains","value":"1"}]}},
		"e":{"type":"email","label":"E","show_when":{"element":"k","operator":"equals","value":true}},"p":{"type":"phone","label":"P"},"f":{"type":"file","label":"F"}
	},"order":["h","t","l","n","d","c","m","k","e","p","f"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{formats.FormIO, formats.SurveyJS} {
		out, err := formats.ExportForm(formats.Imported{Title: "New", Document: d}, format)
		if err != nil || len(out.Report) > 0 {
			t.Fatal(err, out.Report)
		}
		if diff := cmp.Diff(d, back(t, out), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got\n%s", format, diff)
		}
	}
}

func TestWhatAnotherFormatCantHoldIsTold(t *testing.T) {
	im := read(t, "x.json", []byte(`{"components":[{"type":"map","key":"m","label":"Map"},{"type":"email","key":"a","label":"A1"},{"type":"email","key":"a","label":"A2"}]}`))
	out, err := formats.ExportForm(im, formats.SurveyJS)
	if err != nil {
		t.Fatal(err)
	}
	want := []schemas.ImportNote{
		{Kind: "mapped", What: "“A1” (a-1)", Because: "its key “a” stands twice or is no id; it is “a-1” in what was written"},
		{Kind: "mapped", What: "“A2” (a-2)", Because: "its key “a” stands twice or is no id; it is “a-2” in what was written"},
		{Kind: "dropped", What: "“Map” (m)", Because: "it is missing in what was written: surveyjs can't express it as it stands here"},
	}
	if diff := cmp.Diff(want, out.Report); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, err := formats.ExportForm(im, "paper"); err == nil {
		t.Error("a form is written on paper")
	}
}

func TestAKeyThatStandsTwiceIsTwoElementsAndTwoNotes(t *testing.T) {
	im := read(t, "x.json", []byte(`{"components":[
{"type":"email","key":"m","label":"M1"},
{"type":"panel","key":"m-1","title":"P","components":[{"type":"text","key":"x","label":"X"},
{"type":"email","key":"m","label":"M2"}]},
{"type":"textfield","key":"t","label":"T","conditional":{"show":true,"when":"m","eq":"a"}}]}`))
	want := []form.ElementID{"m-2", "m-1", "x", "m-3", "t"} // m-1 is somebody's own
	if diff := cmp.Diff(want, im.Document.Order); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, id := range []form.ElementID{"m-2", "m-3"} {
		if key := im.Document.Elements[id].Key; key != "m" {
			t.Errorf("%s has the key %q", id, key)
		}
	}
	var told []string
	for _, n := range im.Report {
		if n.Kind == "broken" || n.What == "a rule of “T” (t)" {
			told = append(told, fmt.Sprintf("%d %s %s: %s", n.Line, n.Path, n.What, n.Because))
		}
	}
	if diff := cmp.Diff([]string{
		"2 /components/0 key “m”: it stands 2 times: at /components/0 (line 2), and at /components/1/components/1 (line 4); it is m-2 here, nothing is renamed in the original",
		"4 /components/1/components/1 key “m”: it stands 2 times: at /components/1/components/1 (line 4), and at /components/0 (line 2); it is m-3 here, nothing is renamed in the original",
		"5 /components/2 a rule of “T” (t): it looks at “m”, which stands 2 times; what it governs is always shown here, the original keeps the rule",
	}, told); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
