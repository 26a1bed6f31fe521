package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
)

// A hiredAgent is an agent as a workspace's checkout has it, asked of the server.
type hiredAgent struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	About    string       `json:"description"`
	Scope    string       `json:"scope"`
	Source   string       `json:"source"`
	Tools    []string     `json:"tools"`
	PlanLike bool         `json:"plan_like"`
	Pickable bool         `json:"pickable"`
	Runnable bool         `json:"runnable"`
	Code     schemas.Code `json:"code"`
	Reason   string       `json:"reason"`
}

func (a hiredAgent) about() string {
	if a.Code != "" {
		return "can't be named (" + string(a.Code) + "): " + a.Reason
	}
	return a.About
}

// A hire is the agents of one workspace.
type hire struct {
	remote
	workspace string
}

func (h *hire) flags(cmd *cobra.Command) {
	h.remote.flags(cmd.Flags())
	cmd.Flags().StringVar(&h.workspace, "workspace", "", "ask the server for the agents of this workspace, in place of a folder")
}

// agents asks the server, and gives each agent as it came too.
func (h *hire) agents(cmd *cobra.Command) (list []hiredAgent, raw []json.RawMessage, err error) {
	c, err := h.client()
	if err != nil {
		return nil, nil, err
	}
	var answer struct {
		Agents []json.RawMessage `json:"agents"`
	}
	if err := c.Call(cmd.Context(), http.MethodGet, workspacePath(h.workspace)+"/agents", nil, &answer); err != nil {
		return nil, nil, err
	}
	for _, one := range answer.Agents {
		var a hiredAgent
		if err := json.Unmarshal(one, &a); err != nil {
			return nil, nil, fmt.Errorf("read the agents: %w", err)
		}
		list = append(list, a)
	}
	return list, answer.Agents, nil
}

func (h *hire) list(cmd *cobra.Command, asJSON bool) error {
	list, raw, err := h.agents(cmd)
	if err != nil {
		return err
	}
	t := table{head: []string{"id", "scope", "what it is for", "tools", "file"}}
	for i, a := range list {
		if asJSON {
			printJSON(cmd.OutOrStdout(), raw[i])
		}
		t.add(a.ID, a.Scope, a.about(), strings.Join(a.Tools, " "), a.Source)
	}
	if !asJSON {
		t.print(cmd.OutOrStdout())
	}
	return nil
}

func (h *hire) show(cmd *cobra.Command, id string, asJSON bool) error {
	list, raw, err := h.agents(cmd)
	if err != nil {
		return err
	}
	for i, a := range list {
		switch {
		case a.ID != id:
			continue
		case asJSON:
			printJSON(cmd.OutOrStdout(), raw[i])
		default:
			a.print(cmd.OutOrStdout())
		}
		return nil
	}
	return &projections.NotFoundError{What: "agent", ID: id}
}

func (a hiredAgent) print(out io.Writer) {
	for _, line := range [][2]string{
		{"id", a.ID}, {"name", a.Name}, {"for", a.About}, {"file", a.Source + " (" + a.Scope + ")"}, {"tools", strings.Join(a.Tools, " ")},
		{"plans only", yes(a.PlanLike)}, {"sub-agent", yes(a.Runnable)}, {"can be named", yes(a.Pickable)},
	} {
		if line[1] != "" {
			fmt.Fprintf(out, "%-12s %s\n", line[0], paragraph(line[1], strings.Repeat(" ", 13)))
		}
	}
	if a.Code != "" {
		fmt.Fprintln(out, paragraph(a.about(), ""))
	}
}
