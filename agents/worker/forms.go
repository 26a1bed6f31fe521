package worker

import (
	"context"
	"fmt"

	"turnbook/agents"
	"turnbook/agents/formats"
	"turnbook/schemas"
)

// ImportForm reads a form of another builder (Form.io, SurveyJS) into the library: a
// template of one FORM step. The same file again is the same template. The error is a
// [*formats.Error] where the file is refused.
func (rt *Runtime) ImportForm(ctx context.Context, v schemas.VendorID, user schemas.UserID, name string, content []byte) (schemas.FormImported, error) {
	read, err := formats.ReadForm(name, content)
	if err != nil {
		return schemas.FormImported{}, err
	}
	document, err := read.Document.JSON()
	if err != nil {
		return schemas.FormImported{}, fmt.Errorf("import %s: %w", name, err)
	}
	digest := schemas.Digest(content)
	title := read.Title
	if title == "" {
		title = name
	}
	id := "form-" + digest[:12]
	e := schemas.FormImported{
		Template: schemas.Template{ID: id, Title: title, Steps: []schemas.Step{{ID: schemas.StepID(id), Kind: schemas.Form, Title: title, Form: document}}},
		Source:   name, Format: read.Format, Digest: digest, Original: read.Original, Report: read.Report,
	}
	_, err = rt.Record(ctx, v, schemas.LibraryBoundary, schemas.LibraryID, "user/"+string(user), e, "import-"+id)
	return e, err
}

// ErrNoTemplate is a command for a template that is not in the library, or did not
// come from a file.
var ErrNoTemplate = fmt.Errorf("there is no such form in the library")

// ExportForm writes an imported form back, in the format it came from or, where format
// is not "", in that one. Unedited, in its own format, it is what was imported.
func (rt *Runtime) ExportForm(ctx context.Context, v schemas.VendorID, id, format string) (out formats.Exported, err error) {
	known := false
	var from formats.Imported
	err = rt.World(ctx, v, nil, func(w agents.World) {
		var e schemas.FormImported
		if e, known = w.Library.Forms[id]; !known {
			return
		}
		// The document is read again from the original: both are in one event.
		from, err = formats.ReadForm(e.Source, e.Original)
	})
	switch {
	case err != nil:
		return out, err
	case !known:
		return out, fmt.Errorf("template %q: %w", id, ErrNoTemplate)
	}
	if format == "" {
		format = from.Format
	}
	return formats.ExportForm(from, format)
}
