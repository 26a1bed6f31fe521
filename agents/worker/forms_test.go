package worker_test

import (
	"errors"
	"testing"

	"turnbook/agents/agentstest"
	"turnbook/agents/formats"
	"turnbook/agents/worker"
	"turnbook/bus"
	"turnbook/schemas/canon"
)

func TestAnImportedFormIsATemplateAndIsExportedAsItCame(t *testing.T) {
	h := open(t, bus.Mem(), bus.MemWakes(), agentstest.NewScript(nil))
	file := []byte(`{ "display": "form", "title": "Visa", "components": [
		{"type": "textfield", "key": "name", "label": "Name", "input": true, "validate": {"required": true}},
		{"type": "hologram", "key": "seal", "label": "Seal", "input": true}
	] }`)
	for range 2 { // the same file again is the same template
		e, err := h.rt.ImportForm(t.Context(), vendor, "ann", "visa.json", file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := h.rt.ExportForm(t.Context(), vendor, e.Template.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		want, err := canon.JSON(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := canon.JSON(out.Content); err != nil || string(got) != string(want) {
			t.Errorf("exported %s, %v; want %s", out.Content, err, want)
		}
		if len(e.Template.Steps) != 1 || len(e.Report) == 0 {
			t.Errorf("imported %+v", e)
		}
	}
	var wrong *formats.Error
	if _, err := h.rt.ImportForm(t.Context(), vendor, "ann", "x.json", []byte(`{"a":`)); !errors.As(err, &wrong) {
		t.Errorf("a broken file met %v", err)
	}
	if _, err := h.rt.ExportForm(t.Context(), vendor, "nobody", ""); !errors.Is(err, worker.ErrNoTemplate) {
		t.Errorf("an unknown form met %v", err)
	}
}
