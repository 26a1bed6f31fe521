package offline

import (
	"encoding/json"
	"strings"
	"testing"

	"turnbook/agents"
)

// withForm is the builder's task with the questions of its form to be seen.
func withForm(ask string) agents.Request {
	const form = `"form":{"elements_map":{"name":{"type":"text","label":"Name"},"q2":{"type":"date","label":"Start date"},"mobile":{"type":"phone","label":"Mobile"}},"order":["name","q2","mobile"]}`
	task := strings.Replace(taskJSON, `"title": "Delivery address"`, `"title": "Delivery address",`+form, 1)
	return requestFor("task-builder", ask, json.RawMessage(canvasJSON), json.RawMessage(task))
}

func TestAQuestionIsFoundByItsLabelItsNumberOrItsType(t *testing.T) {
	for ask, want := range map[string]string{
		"make the name required":                             `edit_form [{"op":"update_element","id":"name","change":{"required":true}}]`,
		"make the start date optional":                       `edit_form [{"op":"update_element","id":"q2","change":{"required":false}}]`,
		"rename the phone question to Mobile number":         `edit_form [{"op":"update_element","id":"mobile","change":{"label":"Mobile number"}}]`,
		"remove question 2":                                  `edit_form [{"op":"remove_element","id":"q2"}]`,
		"remove the last question from the form":             `edit_form [{"op":"remove_element","id":"mobile"}]`,
		"move the start date question to the end":            `edit_form [{"op":"move_element","id":"q2","after":"mobile"}]`,
		"move the phone question before the name question":   `edit_form [{"op":"move_element","id":"mobile"}]`,
		"move question 1 after question 2":                   `edit_form [{"op":"move_element","id":"name","after":"q2"}]`,
		"show the start date only when the name is Ann":      `edit_form [{"op":"set_rule","id":"q2","rule":{"element":"name","operator":"equals","value":"Ann"}}]`,
		"ask for the phone question only if question is x":   "",
		"show the mobile only if the start date is answered": `edit_form [{"op":"set_rule","id":"mobile","rule":{"element":"q2","operator":"answered"}}]`,
		"show \"Mobile\" only when the name is not Ann":      `edit_form [{"op":"set_rule","id":"mobile","rule":{"element":"name","operator":"not_equals","value":"Ann"}}]`,
		"always show the mobile":                             `edit_form [{"op":"set_rule","id":"mobile"}]`,
		"what would change if you removed question 2?":       `plan_form_edits [{"op":"remove_element","id":"q2"}]`,
		"show me what would change if the name was required": "",
	} {
		got := answerOf(t, withForm(ask)).happens()
		tool, ops, _ := strings.Cut(want, " ")
		if want = "`" + tool + ` {"step_id":"s2","ops":` + ops + "}`"; ops != "" && got != want {
			t.Errorf("%q:\n got %s\nwant %s", ask, got, want)
		}
		if ops == "" && !strings.HasPrefix(got, "says ") {
			t.Errorf("%q: %s", ask, got)
		}
	}
}

func TestANewQuestionGoesBehindTheLastOneUnderAnIdOfItsOwn(t *testing.T) {
	for ask, want := range map[string]string{
		"add a question called Mobile":                               `{"op":"add_element","id":"mobile_2","after":"mobile","element":{"type":"phone","label":"Mobile"}}`,
		"add a required e-mail question after the name question":     `{"op":"add_element","id":"e_mail","after":"name","element":{"type":"email","label":"E-mail","required":true}}`,
		"add a comments question first":                              `{"op":"add_element","id":"comments","element":{"type":"long_text","label":"Comments"}}`,
		`add a file question called "Signed copy" before question 2`: `{"op":"add_element","id":"signed_copy","after":"name","element":{"type":"file","label":"Signed copy"}}`,
	} {
		if got, want := answerOf(t, withForm(ask)).happens(), "`edit_form {\"step_id\":\"s2\",\"ops\":["+want+"]}`"; got != want {
			t.Errorf("%q:\n got %s\nwant %s", ask, got, want)
		}
	}
}

func TestAQuestionThatIsNotThereIsToldWithThoseThatAre(t *testing.T) {
	got := answerOf(t, withForm("make the colour required")).happens()
	if want := "says `The form has no question “colour”. It has “Name”, “Start date” and “Mobile”. I changed nothing.`"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAListOfQuestionsIsReadWithTheirTypesAndOptions(t *testing.T) {
	for list, want := range map[string][]fieldSpec{
		"name, date and a choice of A or B": {{Type: "text", Label: "Name"}, {Type: "date", Label: "Date"}, {Type: "choice", Label: "Choice", Options: []string{"A", "B"}}},
		"a required phone number, size choice of S, M or L and notes": {
			{Type: "phone", Label: "Phone number", Required: true}, {Type: "choice", Label: "Size choice", Options: []string{"S", "M", "L"}}, {Type: "long_text", Label: "Notes"},
		},
		`"Where to?", a multiple choice of "New York" or "Paris" called Offices`: {{Type: "text", Label: "Where to?"}, {Type: "multiple_choice", Label: "Offices", Options: []string{"New York", "Paris"}}},
		"the date of birth, an optional e-mail":                                  {{Type: "date", Label: "Date of birth"}, {Type: "email", Label: "E-mail"}},
	} {
		p := parser{src: list, tokens: lex(list)}
		if got := p.fields(); string(marshal(got)) != string(marshal(want)) {
			t.Errorf("%q:\n got %+v\nwant %+v", list, got, want)
		}
	}
}
