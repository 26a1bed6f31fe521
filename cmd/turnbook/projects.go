package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// newProjects is the command of projects: repositories that agents may work on.
func newProjects() *cobra.Command {
	l := &listing[projections.Project]{
		path:   func() string { return "/v1/projects" },
		member: "projects",
		head:   []string{"PROJECT", "NAME", "TRUSTED", "HOST", "OWNER", "FOLDER"},
		none:   "There are no projects yet; turnbook projects add DIR registers one.",
		row: func(p projections.Project) []string {
			return []string{string(p.ID), p.Name, trusted(p.Trusted), p.Host, string(p.Owner), filepath.Join(p.Path, p.Sub)}
		},
	}
	cmd := &cobra.Command{
		Use:     "projects",
		Short:   "List the repositories that agents may work on; add one, trust one",
		Example: "  turnbook projects\n  turnbook projects add ../service --trust",
		Args:    noArgs,
		RunE:    l.run,
	}
	ls := &cobra.Command{Use: "ls", Short: "List projects, by name", Args: noArgs, RunE: l.run}
	l.flags(cmd.Flags())
	l.flags(ls.Flags())
	cmd.AddCommand(ls, newProjectsAdd(), newProjectsTrust())
	return cmd
}

func newProjectsAdd() *cobra.Command {
	var r remote
	var name, host string
	var trust bool
	cmd := &cobra.Command{
		Use:   "add DIR",
		Short: "Register a git repository, or a folder in one",
		Long: `Add registers a folder of a git repository on the host of the service. The same folder
again changes its host and trust.`,
		Example: "  turnbook projects add . --trust\n  turnbook projects add . --host build@10.0.0.7:2222",
		Args:    exactly(1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return usage("projects add: %v", err)
			}
			body := map[string]any{"path": dir, "name": name, "host": host, "trusted": trust}
			return r.toProject(cmd, http.MethodPost, "/v1/projects", body)
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().StringVar(&name, "name", "", "what people call it; without it the folder's name")
	cmd.Flags().StringVar(&host, "host", "", "where its new workspaces are made over ssh, [user@]host[:port]")
	cmd.Flags().BoolVar(&trust, "trust", false, "let turns be launched in it")
	return cmd
}

func newProjectsTrust() *cobra.Command {
	var r remote
	var withdraw bool
	cmd := &cobra.Command{
		Use:     "trust PROJECT",
		Short:   "Let turns be launched in a project, or no more",
		Example: "  turnbook projects trust prj_1\n  turnbook projects trust prj_1 --withdraw",
		Args:    exactly(1, "one project"),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := "/v1/projects/" + url.PathEscape(args[0]) + "/trust"
			return r.toProject(cmd, http.MethodPut, path, map[string]bool{"trusted": !withdraw})
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&withdraw, "withdraw", false, "trust it no more")
	return cmd
}

// A registeredProject is what the server says of a project that it was told of.
type registeredProject struct {
	ID      schemas.ProjectID   `json:"id"`
	Name    string              `json:"name"`
	Path    string              `json:"path"`
	Trusted bool                `json:"trusted"`
	Owner   schemas.WorkspaceID `json:"owner_workspace_id"`
}

// toProject sends what is to be changed, and says what the project is now.
func (r *remote) toProject(cmd *cobra.Command, method, path string, body any) error {
	var p registeredProject
	told, err := r.ask(cmd, method, path, body, &p)
	if err != nil || told {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Project %s, %s in %s, is %s.\n", visible(string(p.ID)), quoted(p.Name), visible(p.Path), trusted(p.Trusted))
	return err
}

// findProject is the project of an id or a folder. A folder that is none yet is
// registered; trust is given where it is asked for, and never taken.
func findProject(ctx context.Context, c *client.Client, text string, trust bool) (schemas.ProjectID, error) {
	var list struct {
		Projects []projections.Project `json:"projects"`
	}
	if err := c.Call(ctx, http.MethodGet, "/v1/projects", nil, &list); err != nil {
		return "", err
	}
	folder := realFolder(text)
	for _, p := range list.Projects {
		if string(p.ID) != text && filepath.Join(p.Path, p.Sub) != folder {
			continue
		}
		if trust && !p.Trusted {
			return p.ID, c.Call(ctx, http.MethodPut, "/v1/projects/"+url.PathEscape(string(p.ID))+"/trust", map[string]bool{"trusted": true}, nil)
		}
		return p.ID, nil
	}
	if folder == "" {
		return "", &projections.NotFoundError{What: "project or folder", ID: text}
	}
	var p registeredProject
	err := c.Call(ctx, http.MethodPost, "/v1/projects", map[string]any{"path": folder, "trusted": trust}, &p)
	return p.ID, err
}

// realFolder is a folder as the service knows it: whole, and without links; "" for none.
func realFolder(text string) string {
	path, err := filepath.Abs(text)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return ""
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return ""
	}
	return path
}
