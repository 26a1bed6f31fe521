package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type nothing struct{}

func (s *server) readTools(out *sdk.Server) {
	for _, l := range []struct{ name, about, path string }{
		{"list_playbooks", "List playbooks: id, title, status.", "/v1/playbooks"},
		{"list_projects", "List the projects that tasks may work on.", "/v1/projects"},
		{"list_tables", "List the tables and columns of query, with their meanings.", "/v1/tables"},
	} {
		add(out, reads, l.name, l.about, func(ctx context.Context, _ *sdk.CallToolRequest, _ nothing) (any, error) {
			return s.get(ctx, l.path)
		})
	}
	add(out, reads, "get_playbook", "A playbook's tree: modules, tasks, steps.",
		func(ctx context.Context, _ *sdk.CallToolRequest, a struct {
			ID string `json:"playbook_id" jsonschema:"the playbook"`
		}) (any, error) {
			return s.get(ctx, playbookPath(a.ID))
		})
	add(out, reads, "query", "Ask the tables of turns, decisions, refusals, steps, tasks and workspaces in SQL (SQLite, one statement that reads). list_tables says what they hold.",
		func(ctx context.Context, _ *sdk.CallToolRequest, a struct {
			SQL   string `json:"sql" jsonschema:"one statement that reads"`
			Limit int    `json:"limit,omitempty" jsonschema:"at most so many rows; 1000 by default"`
		}) (any, error) {
			return s.send(ctx, http.MethodPost, "/v1/query", a)
		})
}

func playbookPath(id string) string { return "/v1/playbooks/" + url.PathEscape(id) }

// shelf is the address of the list of playbooks, and the beginning of theirs.
const shelf = "turnbook://playbooks"

// resources offers playbooks to hosts that let a person pick what a model reads.
func (s *server) resources(out *sdk.Server) {
	out.AddResource(&sdk.Resource{URI: shelf, Name: "playbooks", Title: "Playbooks", MIMEType: "application/json"},
		func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return s.read(ctx, shelf, "/v1/playbooks")
		})
	out.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: shelf + "/{id}", Name: "playbook", Title: "A playbook's tree", MIMEType: "application/json"},
		func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			id, err := url.PathUnescape(strings.TrimPrefix(r.Params.URI, shelf+"/"))
			if err != nil {
				return nil, sdk.ResourceNotFoundError(r.Params.URI)
			}
			return s.read(ctx, r.Params.URI, playbookPath(id))
		})
}

// read is an answer of the server as a resource.
func (s *server) read(ctx context.Context, uri, path string) (*sdk.ReadResourceResult, error) {
	var raw json.RawMessage
	if err := s.call.Call(ctx, http.MethodGet, path, nil, &raw); err != nil {
		return nil, err
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "application/json", Text: string(raw)}}}, nil
}
