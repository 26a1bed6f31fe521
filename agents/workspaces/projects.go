package workspaces

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// A Registration asks to make a git repository a project.
type Registration struct {
	Path    string // a folder of it: its root, or a sub-project
	Name    string // "" for the folder's
	Host    string // where its new workspaces are made, over ssh; "" for this host
	Trusted bool
	By      schemas.UserID
}

// Register makes a git repository a project, with an owner workspace for people to launch
// from: the folder itself. The same folder again is the same project, and its trust is as
// it is asked for now.
func (s *Service) Register(ctx context.Context, v schemas.VendorID, r Registration) (*Project, error) {
	if r.Host != "" {
		if err := checkout.CheckHost(r.Host); err != nil {
			return nil, refuse(schemas.CodeInvalidLaunch, "%s", err)
		}
	}
	repo, err := s.o.Checkouts.Identify(ctx, r.Path)
	if err != nil {
		var no *checkout.RepoError
		if errors.As(err, &no) {
			return nil, refuse(schemas.CodeUnknownProject, "%s", no)
		}
		return nil, err
	}
	id := schemas.ProjectID(idOf("p", repo.Root, repo.Sub))
	owner := schemas.WorkspaceID(idOf("w", repo.Root, repo.Sub))
	name := strings.TrimSpace(r.Name)
	if name == "" {
		name = filepath.Base(filepath.Join(repo.Root, repo.Sub))
	}
	by := actor{name: "user/" + string(r.By)}
	_, err = s.book.append(ctx, s, projectEntity(v, id), by, func(f fold) ([]schemas.Event, error) {
		switch p := f.(*Project); {
		case !p.exists():
			return []schemas.Event{schemas.ProjectRegistered{
				Name: name, Path: repo.Root, Sub: repo.Sub, Branch: repo.Default, Host: r.Host, Trusted: r.Trusted, Owner: owner,
			}}, nil
		default:
			return changes(p, r), nil
		}
	})
	if err != nil {
		return nil, err
	}
	place := checkout.Place{Kind: checkout.Local, Repo: repo.Root, Path: repo.Root, Branch: repo.Default, Sub: repo.Sub}
	if err := s.create(ctx, v, owner, by, schemas.WorkspaceCreated{Project: id, Name: name, Title: name, Checkout: checkoutOf(place)}); err != nil {
		return nil, err
	}
	if err := s.o.Runtime.OpenWorkspaceSession(ctx, v, r.By, owner); err != nil {
		return nil, err
	}
	return s.Project(ctx, v, id)
}

// changes is what a registration asks for otherwise than it is.
func changes(p *Project, r Registration) []schemas.Event {
	var events []schemas.Event
	if p.Trusted != r.Trusted {
		events = append(events, schemas.ProjectTrustSet{Trusted: r.Trusted})
	}
	if p.Host != r.Host {
		events = append(events, schemas.ProjectHostSet{Host: r.Host})
	}
	return events
}

// SetTrust says whether a project may be worked in.
func (s *Service) SetTrust(ctx context.Context, v schemas.VendorID, id schemas.ProjectID, trusted bool, by schemas.UserID) error {
	if _, err := s.Project(ctx, v, id); err != nil {
		return err
	}
	_, err := s.book.append(ctx, s, projectEntity(v, id), actor{name: "user/" + string(by)}, func(f fold) ([]schemas.Event, error) {
		if f.(*Project).Trusted == trusted {
			return nil, nil
		}
		return []schemas.Event{schemas.ProjectTrustSet{Trusted: trusted}}, nil
	})
	return err
}

// idOf is an id made of what it stands for, in 64 bits: the first part of a name that
// people type.
func idOf(prefix string, of ...string) string {
	return schemas.DerivedID[string](prefix, of...)[:len(prefix)+16]
}
