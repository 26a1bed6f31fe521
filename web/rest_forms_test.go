package web_test

import (
	"encoding/json"
	"testing"

	"turnbook/schemas/canon"
)

func TestAFormIsImportedIntoTheLibraryAndWrittenBackAsItCame(t *testing.T) {
	h := open(t, setting{})
	form := []byte(`{"title":"Visa","pages":[{"name":"one","elements":[{"type":"text","name":"passport","title":"Passport","isRequired":true,"maxLength":9007199254740993}]}]}`)
	var in struct {
		Template, Playbook, Title, Format string
		Report                            []json.RawMessage
	}
	h.call("POST", "/v1/import?name=visa.json", form, &in)
	if in.Template == "" || in.Playbook != "" || in.Title != "Visa" || in.Format != "surveyjs" || len(in.Report) == 0 {
		t.Errorf("imported %+v", in)
	}
	var out struct{ Content json.RawMessage }
	h.call("GET", "/v1/templates/"+in.Template+"/export", nil, &out)
	want, err := canon.JSON(form)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := canon.JSON(out.Content); err != nil || string(got) != string(want) {
		t.Errorf("exported %s, %v; want %s", out.Content, err, want)
	}
	var library struct {
		Templates []struct{ ID, Title string } `json:"templates"`
	}
	h.call("GET", "/v1/library", nil, &library)
	if len(library.Templates) != 1 || library.Templates[0].ID != in.Template {
		t.Errorf("the library shows %+v", library.Templates)
	}
	h.refused("GET", "/v1/templates/nobody/export", nil, 404, "UNKNOWN_TEMPLATE")
	h.refused("POST", "/v1/import?name=broken.json", []byte(`{"elements":[{"type":"text","type":"text"}]}`), 422, "INVALID_FILE")
}
