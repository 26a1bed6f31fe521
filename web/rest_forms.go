package web

import (
	"context"
	"encoding/json"
	"net/http"

	"turnbook/schemas"
)

type exportQuery struct {
	ID     string `path:"id" doc:"the template"`
	Format string `query:"format" doc:"form.io or surveyjs; absent for the one that it came from"`
}

type exportedForm struct {
	Content json.RawMessage      `json:"content" doc:"the form in its format"`
	Report  []schemas.ImportNote `json:"report" doc:"what the format can't express, and why"`
}

func (r *rest) forms() {
	serve(r, route{http.MethodGet, "/v1/templates/{id}/export", "exportForm", 0, "Write an imported form back: unedited, as it came"}, r.exportForm)
}

// importForm reads a form of another builder into the library.
func (r *rest) importForm(ctx context.Context, name string, content []byte) (imported, error) {
	e, err := r.o.Runtime.ImportForm(ctx, r.o.Vendor, r.o.User, name, content)
	if err != nil {
		return imported{}, err
	}
	return imported{Template: e.Template.ID, Title: e.Template.Title, Format: e.Format, Report: all(e.Report)}, nil
}

func (r *rest) exportForm(ctx context.Context, in *exportQuery, _ none) (exportedForm, error) {
	out, err := r.o.Runtime.ExportForm(ctx, r.o.Vendor, in.ID, in.Format)
	return exportedForm{Content: out.Content, Report: all(out.Report)}, err
}
