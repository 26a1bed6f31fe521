package projections

import (
	"context"

	"turnbook/schemas"
)

// A StepTemplate is a row of the table step_templates.
type StepTemplate struct {
	Vendor      schemas.VendorID `json:"vendor"`
	ID          string           `json:"id"`
	Seq         uint64           `json:"seq"`
	Index       int              `json:"idx"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Steps       JSON             `json:"steps"` // a list of [schemas.Step]
	Source      string           `json:"source"`
	Format      string           `json:"format"`
	Digest      string           `json:"digest"`
	Report      JSON             `json:"report"`
	AddedAt     Stamp            `json:"added_at"`
}

func (t *StepTemplate) fields() []any {
	return []any{&t.Vendor, &t.ID, &t.Seq, &t.Index, &t.Title, &t.Description, &t.Steps, &t.Source, &t.Format, &t.Digest, &t.Report, &t.AddedAt}
}

// template takes a template in, in place of an older one of its id. file is where it
// was imported from; the zero value for nowhere.
func (f *fold) template(r *rec, t schemas.Template, file schemas.FormImported) error {
	return f.w.put("step_templates", &StepTemplate{
		Vendor: r.Vendor, ID: t.ID, Seq: r.Seq, Index: r.Index, Title: t.Title, Description: t.Description,
		Steps: jsonOf(t.Steps), Source: file.Source, Format: file.Format, Digest: file.Digest, Report: jsonOf(file.Report), AddedAt: r.at,
	})
}

// Templates lists a vendor's templates of steps, in the order they were added.
func (s *Store) Templates(ctx context.Context, vendor schemas.VendorID) ([]StepTemplate, AsOf, error) {
	return list[StepTemplate](ctx, s, "SELECT * FROM step_templates WHERE vendor = ? ORDER BY seq, idx", vendor)
}
