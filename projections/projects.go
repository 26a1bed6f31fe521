package projections

import (
	"context"

	"turnbook/schemas"
)

// A Project is a row of the table projects.
type Project struct {
	Vendor       schemas.VendorID    `json:"vendor"`
	ID           schemas.ProjectID   `json:"id"`
	Name         string              `json:"name"`
	Path         string              `json:"path"`
	Sub          string              `json:"sub"`
	Branch       string              `json:"branch"`
	Host         string              `json:"host"`
	Trusted      bool                `json:"trusted"`
	Owner        schemas.WorkspaceID `json:"owner_workspace_id"`
	Seq          uint64              `json:"seq"`
	RegisteredAt Stamp               `json:"registered_at"`
}

func (p *Project) fields() []any {
	return []any{&p.Vendor, &p.ID, &p.Name, &p.Path, &p.Sub, &p.Branch, &p.Host, &p.Trusted, &p.Owner, &p.Seq, &p.RegisteredAt}
}

type projectKey struct {
	vendor schemas.VendorID
	id     schemas.ProjectID
}

func keepProjects() *kept[projectKey, Project, *Project] {
	return keep[projectKey, Project]("projects", "vendor = ? AND id = ?", func(k projectKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// project takes an event of a project's boundary in.
func (f *fold) project(r *rec) error {
	key := projectKey{r.Vendor, schemas.ProjectID(r.Entity.ID)}
	if e, ok := r.Event.(schemas.ProjectRegistered); ok {
		f.projects.add(key, Project{
			Vendor: r.Vendor, ID: key.id, Name: e.Name, Path: e.Path, Sub: e.Sub, Branch: e.Branch, Host: e.Host,
			Trusted: e.Trusted, Owner: e.Owner, Seq: r.Seq, RegisteredAt: r.at,
		})
		return nil
	}
	p, err := f.projects.at(f.w, key)
	if err != nil {
		return err
	}
	if p == nil {
		return &StrayError{What: "project", ID: string(key.id)}
	}
	p.Seq = r.Seq
	switch e := r.Event.(type) {
	case schemas.ProjectTrustSet:
		p.Trusted = e.Trusted
	case schemas.ProjectHostSet:
		p.Host = e.Host
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	return nil
}

// Projects lists the projects of a vendor, by name.
func (s *Store) Projects(ctx context.Context, vendor schemas.VendorID) ([]Project, AsOf, error) {
	return list[Project](ctx, s, "SELECT * FROM projects WHERE vendor = ? ORDER BY name, id", vendor)
}
