package form_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/schemas/form"
)

// A problem is an error without its words.
type problem struct{ Path, Reason string }

func problems(t *testing.T, err error) []problem {
	t.Helper()
	var all form.Errors
	if !errors.As(err, &all) {
		t.Fatalf("%v is no list of problems", err)
	}
	var got []problem
	for _, e := range all {
		if e.Fix == "" {
			t.Errorf("%v says no fix", e)
		}
		got = append(got, problem{e.Path, e.Reason})
	}
	return got
}

func TestEveryProblemIsNamedAtItsPlace(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []problem
	}{
		{"not JSON", `{"elements_map":{}`, []problem{{"/elements_map", "it is no JSON at byte 18: a comma or } should stand here"}}},
		{"a member twice", `{"elements_map":{"a":1,"a":2}}`, []problem{{"/elements_map/a", "the member stands twice in one object"}}},
		{"a list", `[]`, []problem{{"", "it is a list, not an object"}}},
		{"nothing", `{}`, []problem{{"/elements_map", "it is missing"}}},
		{"unknown members", `{"x":1,"elements_map":{"a":{"type":"text","label":"A","lable":"B"}},"order":["a"]}`, []problem{
			{"/x", "the member is not known"}, {"/elements_map/a/lable", "the member is not known"},
		}},
		{"order and map differ", `{"elements_map":{"a":{"type":"text","label":"A"},"b/c":{"type":"text","label":"B"}},"order":["a","x","a",7]}`, []problem{
			{"/order/3", "it is a number, not a text"}, {"/order/1", `there is no element "x"`},
			{"/order/2", `"a" stands at 0 already`}, {"/elements_map/b~1c", "the order does not name it"},
		}},
		{"what a type can't have", `{"elements_map":{"h":{"type":"heading","label":"H","required":true},"t":{"type":"text","label":" ","options":[{"value":"1"}]},"u":{"type":"slider","label":"S"},"x":{"type":"text","label":"X","source":{}},"z":{"type":"unknown"}},"order":["h","t","u","x","z"]}`, []problem{
			{"/elements_map/h/required", "a heading is not answered, so it can't be required"},
			{"/elements_map/t/label", "it has no words"}, {"/elements_map/t/options", "a text has no options"},
			{"/elements_map/u/type", `the type "slider" is not known`}, {"/elements_map/x/source", "only an unknown element has it"},
			{"/elements_map/z/foreign_type", "an unknown element says what it was"}, {"/elements_map/z/source", "an unknown element keeps what it was"},
		}},
		{"options", `{"elements_map":{"a":{"type":"choice","label":"A","options":[{"value":""},{"value":"1"},{"value":"1"},{"value":2},"x"]},"b":{"type":"choice","label":"B"}},"order":["a","b"]}`, []problem{
			{"/elements_map/a/options/0/value", "the option has no value"},
			{"/elements_map/a/options/2/value", `option 1 has the value "1" too`},
			{"/elements_map/a/options/3/value", "it is a number, not a text"}, {"/elements_map/a/options/3/value", "the option has no value"},
			{"/elements_map/a/options/4", "it is a text, not an object"},
			{"/elements_map/b/options", "a choice needs options to choose from"},
		}},
		{"rules", `{"elements_map":{
			"a":{"type":"text","label":"A","show_when":{"element":"a","operator":"answered"}},
			"b":{"type":"text","label":"B","show_when":{"all":[{"element":"gone","operator":"answered"},{"element":"h","operator":"is","value":1},{"any":[]}]}},
			"c":{"type":"text","label":"C","show_when":{"element":"d","operator":"equals"}},
			"d":{"type":"text","label":"D","show_when":{"element":"c","operator":"answered","value":1}},
			"e":{"type":"text","label":"E","show_when":{"all":[],"any":[],"value":2}},
			"h":{"type":"heading","label":"H"}},"order":["a","b","c","d","e","h"]}`, []problem{
			{"/elements_map/b/show_when/all/1/operator", `the operator "is" is not known`},
			{"/elements_map/b/show_when/all/2/any", "the group is empty"},
			{"/elements_map/c/show_when/value", "equals needs a value"},
			{"/elements_map/d/show_when/value", "answered compares with nothing"},
			{"/elements_map/e/show_when", "it has 2 of element, all and any"},
			{"/elements_map/a/show_when/element", "the rule looks at its own element"},
			{"/elements_map/b/show_when/all/0/element", `there is no element "gone"`},
			{"/elements_map/b/show_when/all/1/element", `"h" is a heading and has no answer`},
			{"/elements_map/d/show_when", "the rules run in a circle: c, d, c"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := form.Parse([]byte(c.in))
			if diff := cmp.Diff(c.want, problems(t, err)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestLimitsAreToldWithWhatWasGiven(t *testing.T) {
	d := form.Document{Elements: map[form.ElementID]form.Element{}}
	for i := range form.MaxElements + 1 {
		id := form.ElementID(fmt.Sprint("e", i))
		d.Elements[id], d.Order = form.Element{Type: form.Text, Label: "A"}, append(d.Order, id)
	}
	raw, _ := d.JSON()
	_, err := form.Parse(raw)
	if diff := cmp.Diff([]problem{{"/elements_map", "it has 501 elements, the limit is 500"}}, problems(t, err)); diff != "" {
		t.Error(diff)
	}
	_, err = form.Parse([]byte(strings.Repeat(" ", form.MaxBytes+1)))
	if diff := cmp.Diff([]problem{{"", "it has 262145 bytes, the limit is 262144"}}, problems(t, err)); diff != "" {
		t.Error(diff)
	}
	deep := strings.Repeat(`{"all":[`, 11) + `{"element":"b","operator":"answered"}` + strings.Repeat(`]}`, 11)
	_, err = form.Parse([]byte(`{"elements_map":{"a":{"type":"text","label":"A","show_when":` + deep + `},"b":{"type":"text","label":"B"}},"order":["a","b"]}`))
	if diff := cmp.Diff([]problem{{"/elements_map/a/show_when" + strings.Repeat("/all/0", 10), "groups nest deeper than 10"}}, problems(t, err)[:1]); diff != "" {
		t.Error(diff)
	}
}

// visit is a form with rules that lead from one element to the next.
const visit = `{"elements_map":{
	"who":{"type":"choice","label":"Who comes?","required":true,"options":[{"value":"one"},{"value":"many","label":"A group"}]},
	"size":{"type":"number","label":"How many?","required":true,"show_when":{"element":"who","operator":"equals","value":"many"}},
	"bus":{"type":"check","label":"By bus?","show_when":{"all":[{"element":"size","operator":"answered"},{"element":"size","operator":"not_equals","value":2.0}]}},
	"plate":{"type":"text","label":"Plate","required":true,"show_when":{"element":"bus","operator":"equals","value":true}},
	"food":{"type":"multiple_choice","label":"Food","options":[{"value":"fish"},{"value":"rice"}]},
	"allergy":{"type":"long_text","label":"Allergies","show_when":{"any":[{"element":"food","operator":"contains","value":"fish"},{"element":"food","operator":"not_answered"}]}},
	"day":{"type":"date","label":"Day"},"mail":{"type":"email","label":"Mail"},"tel":{"type":"phone","label":"Phone"},"pass":{"type":"file","label":"Passport"},
	"top":{"type":"heading","label":"Visit"},
	"sign":{"type":"unknown","foreign_type":"signature","source":{"n":12345678901234567890.10}}
},"order":["top","who","size","bus","plate","food","allergy","day","mail","tel","pass","sign"]}`

func parse(t testing.TB, text string) form.Document {
	t.Helper()
	d, err := form.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func answers(t testing.TB, text string) form.Answers {
	t.Helper()
	var a form.Answers
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestARuleShowsWhatItShould(t *testing.T) {
	d := parse(t, visit)
	always := "top who food day mail tel pass sign "
	for _, c := range []struct{ answers, more string }{
		{`{}`, "allergy"},
		{`{"who":"one","size":7,"bus":true,"food":["rice"]}`, ""}, // a hidden size does not count, nor the bus behind it
		{`{"who":"many","food":["rice","fish"]}`, "size allergy"},
		{`{"who":"many","size":2,"food":["rice"]}`, "size"},
		{`{"who":"many","size":"2.00","food":["rice"]}`, "size"},
		{`{"who":"many","size":20e-1,"food":["rice"]}`, "size"},
		{`{"who":"many","size":2.00000000000000000000001,"food":["rice"]}`, "size bus"},
		{`{"who":"many","size":3,"bus":true,"food":["rice"]}`, "size bus plate"},
		{`{"who":"many","size":3,"bus":false,"food":[]}`, "size bus allergy"},
		{`{"who":["many"],"size":[3],"bus":"true","food":{"a":1}}`, "size bus"}, // nonsense never panics
	} {
		want := map[form.ElementID]bool{}
		for id := range d.Elements {
			want[id] = strings.Contains(" "+always+c.more+" ", " "+string(id)+" ")
		}
		if diff := cmp.Diff(want, form.Visible(d, answers(t, c.answers))); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.answers, diff)
		}
	}
}

func TestAnswersAreHeldToTheirTypesWhileTheyAreShown(t *testing.T) {
	d := parse(t, visit)
	for _, c := range []struct {
		answers string
		want    []problem
	}{
		{`{"who":"one"}`, nil},
		{`{"who":"one","size":"many","plate":7}`, nil},
		{`{}`, []problem{{"/who", "it must be answered"}}},
		{`{"who":"many","size":" ","ghost":1}`, []problem{{"/size", "it must be answered"}, {"/ghost", "the form asks no such thing"}}},
		{`{"who":"three","food":["fish","fish"],"day":"2026-02-30","mail":"Ann <a@b.c>","tel":"12","pass":[1]}`, []problem{
			{"/who", "it is none of the options"}, {"/food", "“fish” is chosen twice"}, {"/day", "it is no date"},
			{"/mail", "it is no e-mail address"}, {"/tel", "it is no phone number"}, {"/pass", "it is no file's name"},
		}},
		{`{"who":"many","size":"12,5","food":["meat"],"top":"x"}`, []problem{
			{"/top", "a heading is not answered"}, {"/size", "it is no number"}, {"/food", "“meat” is none of the options"},
		}},
		{`{"who":"many","size":123456789012345678901234567890.5,"bus":"yes","food":"fish"}`, []problem{{"/bus", "it is a text"}, {"/food", "it is no list of options"}}},
		{`{"who":"many","size":-1e3,"bus":true,"plate":"","food":["fish"],"allergy":["x"]}`, []problem{{"/plate", "it must be answered"}, {"/allergy", "it is a list, not a text"}}},
		{`{"who":"one","day":"2028-02-29","mail":"a@b.example","tel":"+49 (30) 1234-567","pass":["a.pdf"],"food":[],"bus":null}`, nil},
	} {
		var got []problem
		for _, e := range form.CheckAnswers(d, answers(t, c.answers)) {
			got = append(got, problem{e.Path, e.Reason})
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.answers, diff)
		}
	}
}

func TestARoundTripKeepsEveryDigit(t *testing.T) {
	d := parse(t, visit)
	raw, err := d.JSON()
	if err != nil || !strings.Contains(string(raw), "12345678901234567890.10") || !strings.Contains(string(raw), `"value":2.0}`) {
		t.Errorf("%s, %v", raw, err)
	}
	if diff := cmp.Diff(d, parse(t, string(raw)), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestEveryFieldIsDescribed(t *testing.T) {
	rule := reflect.TypeFor[form.Rule]()
	overrides := map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[json.RawMessage](): {}, rule: {Ref: "#/$defs/Rule"}}
	var described func(path string, s *jsonschema.Schema)
	described = func(path string, s *jsonschema.Schema) {
		for name, p := range s.Properties {
			if p.Description == "" {
				t.Errorf("%s/%s is not described", path, name)
			}
			described(path+"/"+name, p)
		}
		for _, p := range []*jsonschema.Schema{s.Items, s.AdditionalProperties} {
			if p != nil {
				described(path, p)
			}
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[form.Document](), reflect.TypeFor[form.Op]()} {
		s, err := jsonschema.ForType(typ, &jsonschema.ForOptions{TypeSchemas: overrides})
		if err != nil {
			t.Fatal(err)
		}
		described(typ.Name(), s)
	}
	for i := range rule.NumField() {
		if rule.Field(i).Tag.Get("jsonschema") == "" {
			t.Errorf("Rule/%s is not described", rule.Field(i).Name)
		}
	}
}
