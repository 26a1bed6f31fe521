package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A launching is one task run: what it was told.
type launching struct {
	remote
	project, agent, model, thinking string
	branch, trunk, workspace        string
	title, key                      string
	disposable, background, trust   bool

	asJSON bool
	out    io.Writer
	stderr io.Writer
}

func newTaskRun() *cobra.Command {
	l := &launching{}
	cmd := &cobra.Command{
		Use:   "run TEXT",
		Short: "Launch a turn in a workspace, and watch it until its end",
		Long: `Run launches a turn in a new workspace of a project, or in one that there is, and shows
it as it goes until it has come to its end, with its report. A folder that is no project
yet is registered; --trust says that turns may be launched in it. An agent that is named
is the one that runs, or the launch fails. Ctrl-C leaves; the turn goes on.

With --json it prints one CloudEvent a line, as they stand in the book. With --background
it prints the task and leaves. A task that does not complete gives exit status 1.`,
		Example: `  turnbook task run --project . --trust "write CHECKLIST.md from the onboarding playbook"
  turnbook task run --project . --agent plan --branch rework "write PLAN.md: what to do"
  turnbook task run --project . --background --json "list files"`,
		Args: atLeast(1, "what you want"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			l.asJSON = jsonWanted(cmd)
			l.out, l.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return l.run(cmd.Context(), strings.Join(args, " "))
		},
	}
	f := cmd.Flags()
	l.flags(f)
	f.StringVar(&l.project, "project", ".", "a folder of a git repository, or the id of a project")
	f.StringVar(&l.agent, "agent", "", "the agent to run under; without it exec, or the one that is saved in the workspace")
	f.StringVar(&l.model, "model", "", "the model; without it the one that is set up")
	f.StringVar(&l.thinking, "thinking", "", "off, low, medium, high, xhigh, max, or a number from 0")
	f.StringVar(&l.branch, "branch", "", "the branch to make or take")
	f.StringVar(&l.trunk, "trunk", "", "the branch to begin at; without it the one that is checked out")
	f.StringVar(&l.workspace, "workspace", "", "a workspace to go on in; without it a new one")
	f.StringVar(&l.title, "title", "", "what people read; without it the text's first line")
	f.StringVar(&l.key, "key", "", "idempotency key: the same run again finds the same task")
	f.BoolVar(&l.disposable, "disposable", false, "remove the new workspace when the task has come to its end")
	f.BoolVar(&l.background, "background", false, "print the task and leave")
	f.BoolVar(&l.trust, "trust", false, "trust the project: let turns be launched in it")
	return cmd
}

func (l *launching) run(ctx context.Context, text string) error {
	if strings.TrimSpace(text) == "" {
		return usage("task run: the text is empty; say what you want")
	}
	c, err := l.client()
	if err != nil {
		return err
	}
	project, err := findProject(ctx, c, l.project, l.trust)
	if err != nil {
		return err
	}
	f := &follower{c: c, stderr: l.stderr, whole: true}
	welcome, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer f.close()
	task, err := l.launch(ctx, c, project, text)
	if err != nil || l.background {
		return err
	}
	w := &taskWatch{launching: l, task: task}
	return w.run(ctx, c, f, welcome)
}

// A launchedTask is what the server says of a launch.
type launchedTask struct {
	ID        schemas.HandleID     `json:"handle_id"`
	Workspace schemas.WorkspaceID  `json:"workspace_id"`
	Turn      schemas.TurnID       `json:"turn_id"`
	Status    schemas.HandleStatus `json:"status"`
}

// launch asks for the task. In the background nobody waits for it here: whoever asked comes
// back with task await.
func (l *launching) launch(ctx context.Context, c *client.Client, project schemas.ProjectID, text string) (t launchedTask, err error) {
	body := map[string]any{"project": project, "task": l.order(text)}
	if l.key != "" {
		body["idempotency_key"] = l.key
	}
	if err := c.Call(ctx, http.MethodPost, "/v1/handles", body, &t); err != nil {
		return t, err
	}
	switch {
	case !l.asJSON:
		fmt.Fprintf(l.out, "Task %s in workspace %s\n", visible(string(t.ID)), visible(string(t.Workspace)))
	case l.background:
		printValue(l.out, t)
	}
	return t, nil
}

// order is the arguments of the tool task.
func (l *launching) order(text string) map[string]any {
	title := l.title
	if title == "" {
		first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		title = shorten(first, cellMost)
	}
	where := map[string]any{"mode": "new"}
	if l.workspace != "" {
		where = map[string]any{"mode": "existing", "workspaceId": l.workspace}
	}
	given(where, "branchName", l.branch)
	given(where, "trunkBranch", l.trunk)
	if l.disposable {
		where["disposable"] = true
	}
	order := map[string]any{"kind": "workspace", "prompt": text, "title": title, "workspace": where}
	given(order, "agentId", l.agent)
	given(order, "model", l.model)
	given(order, "thinking", l.thinking)
	return order
}

// given puts a text where it was given.
func given(into map[string]any, name, text string) {
	if text != "" {
		into[name] = text
	}
}
