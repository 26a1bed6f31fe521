package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// readContext reads --context: JSON, or @FILE.
func readContext(text string) (schemas.UIContext, error) {
	raw := []byte(text)
	if name, ok := strings.CutPrefix(text, "@"); ok {
		var err error
		if raw, err = os.ReadFile(name); err != nil {
			return schemas.UIContext{}, usage("--context: %w", err)
		}
	}
	ui, err := schemas.ParseUIContext(raw)
	if err != nil {
		return ui, usage("--context: %w", err)
	}
	return ui, nil
}

// stand is the context of somebody on a playbook's editor with no builder open.
func (a *asking) stand(ctx context.Context, c *client.Client) (schemas.UIContext, error) {
	var list struct {
		Playbooks []projections.Playbook `json:"playbooks"`
	}
	if err := c.Call(ctx, http.MethodGet, "/v1/playbooks", nil, &list); err != nil {
		return schemas.UIContext{}, err
	}
	wanted := a.playbook
	if wanted == "" && a.session != "" {
		var s projections.Session
		if err := c.Call(ctx, http.MethodGet, "/v1/sessions/"+url.PathEscape(a.session), nil, &s); err != nil {
			return schemas.UIContext{}, err
		}
		wanted = string(s.Playbook)
	}
	p, err := choose(list.Playbooks, wanted)
	if err != nil {
		return schemas.UIContext{}, err
	}
	if wanted == "" && !a.asJSON {
		fmt.Fprintf(a.stderr, "On the editor of %s (%s); --playbook takes another.\n", quoted(p.Title), visible(string(p.ID)))
	}
	a.playbook = string(p.ID)
	return editorOf(p)
}

// errNoDraft says that there is no playbook to stand on.
var errNoDraft = errors.New("there is no draft to ask about; import a playbook first, or give --playbook")

// choose finds the playbook that is wanted, or the first draft where none is.
func choose(list []projections.Playbook, wanted string) (projections.Playbook, error) {
	for _, p := range list {
		if string(p.ID) == wanted || wanted == "" && p.Status == "draft" {
			return p, nil
		}
	}
	if wanted == "" {
		return projections.Playbook{}, errNoDraft
	}
	return projections.Playbook{}, &projections.NotFoundError{What: "playbook", ID: wanted}
}

func editorOf(p projections.Playbook) (schemas.UIContext, error) {
	id, err := jsonText(string(p.ID))
	if err != nil {
		return schemas.UIContext{}, err
	}
	return schemas.ParseUIContext(fmt.Appendf(nil,
		`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":%s,"is_draft_active":%t,"builder_mounts":0}`,
		id, p.Status == "draft"))
}

// openSession opens a session on the playbook, or on the one that the screen shows.
func (a *asking) openSession(ctx context.Context, c *client.Client, ui schemas.UIContext) error {
	playbook := a.playbook
	if id, ok := ui.PlaybookID(); ok && playbook == "" {
		if _, err := schemas.ParseID[schemas.PlaybookID]("playbook_id", string(id)); err == nil {
			playbook = string(id)
		}
	}
	var opened struct {
		Session string `json:"session"`
	}
	body := map[string]string{}
	if playbook != "" {
		body["playbook_id"] = playbook
	}
	if a.key != "" { // so that the same ask again is in the same session
		body["idempotency_key"] = a.key
	}
	if err := c.Call(ctx, http.MethodPost, "/v1/sessions", body, &opened); err != nil {
		return err
	}
	a.session = opened.Session
	return nil
}
