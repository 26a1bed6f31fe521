package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
)

// newWorkspaces is the command of workspaces: checkouts with a conversation.
func newWorkspaces() *cobra.Command {
	l := &listing[projections.Workspace]{
		path:   func() string { return "/v1/workspaces" },
		member: "workspaces",
		head:   []string{"WORKSPACE", "PROJECT", "STATUS", "KIND", "BRANCH", "TITLE"},
		none:   "There are no workspaces yet; turnbook task run makes one.",
		row: func(w projections.Workspace) []string {
			return []string{string(w.ID), string(w.Project), w.Status, string(w.Kind), w.Branch, shorten(w.Title, cellMost)}
		},
	}
	cmd := &cobra.Command{
		Use:     "workspaces",
		Short:   "List workspaces; show, archive or remove one",
		Example: "  turnbook workspaces\n  turnbook workspaces archive ws_1",
		Args:    noArgs,
		RunE:    l.run,
	}
	ls := &cobra.Command{Use: "ls", Short: "List workspaces, the latest first", Args: noArgs, RunE: l.run}
	l.flags(cmd.Flags())
	l.flags(ls.Flags())
	cmd.AddCommand(ls, newWorkspacesShow(), newWorkspacesArchive(), newWorkspacesRemove())
	return cmd
}

func workspacePath(id string) string { return "/v1/workspaces/" + url.PathEscape(id) }

func newWorkspacesShow() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:     "show WORKSPACE",
		Short:   "Say where a workspace's checkout is, and whose it is",
		Example: "  turnbook workspaces show ws_1",
		Args:    exactly(1, "one workspace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.showWorkspace(cmd, http.MethodGet, workspacePath(args[0]))
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func newWorkspacesArchive() *cobra.Command {
	var r remote
	var back bool
	cmd := &cobra.Command{
		Use:     "archive WORKSPACE",
		Short:   "Take a workspace out of use, or back into it",
		Example: "  turnbook workspaces archive ws_1\n  turnbook workspaces archive ws_1 --back",
		Args:    exactly(1, "one workspace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			told, err := r.ask(cmd, http.MethodPut, workspacePath(args[0])+"/archived", map[string]bool{"archived": !back}, nil)
			if err != nil || told {
				return err
			}
			state := "archived"
			if back {
				state = "in use"
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Workspace %s is %s.\n", visible(args[0]), state)
			return err
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&back, "back", false, "take it back into use")
	return cmd
}

func newWorkspacesRemove() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "remove WORKSPACE",
		Short: "Take a workspace's checkout away; its conversation stays",
		Long: `Remove takes the checkout of a workspace away. Its branch, its conversation and all that
the book says of it stay. A project's own folder is never removed.`,
		Example: "  turnbook workspaces remove ws_1",
		Args:    exactly(1, "one workspace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.showWorkspace(cmd, http.MethodDelete, workspacePath(args[0]))
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

// showWorkspace makes a call that is answered by a workspace, and shows that.
func (r *remote) showWorkspace(cmd *cobra.Command, method, path string) error {
	var w struct {
		standing
		projections.Workspace
	}
	told, err := r.ask(cmd, method, path, nil, &w)
	if err != nil || told {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Workspace %s, %s\n%s\n\n", visible(string(w.ID)), w.standing, quoted(w.Title))
	printWorkspace(cmd.OutOrStdout(), w.Workspace)
	return nil
}

func printWorkspace(out io.Writer, w projections.Workspace) {
	for _, line := range [][2]string{
		{"status", w.Status}, {"project", string(w.Project)}, {"checkout", string(w.Kind)}, {"host", w.Host}, {"folder", w.Path},
		{"branch", w.Branch}, {"began at", w.Base}, {"commit", w.Head}, {"agent", string(w.SavedAgent)}, {"launched by", string(w.Owner)},
		{"for task", string(w.Handle)}, {"sub-agent of", string(w.Parent)}, {"removal", w.Removal},
	} {
		if line[1] != "" {
			fmt.Fprintf(out, "%-12s %s\n", line[0], visible(line[1]))
		}
	}
	if w.Disposable {
		fmt.Fprintln(out, "it goes when its task has come to its end")
	}
}
