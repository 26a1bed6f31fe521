package main

import (
	"encoding/json"
	"net/http"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"turnbook/web/client"
)

// clientCommands are the commands beside serve, one file each.
func clientCommands() []*cobra.Command {
	return []*cobra.Command{
		newImport(), newExport(), newAsk(), newAnswer(), newCancel(), newTail(),
		newPlaybooks(), newSessions(), newTurns(), newCards(), newDrops(), newComments(), newReplay(), newWhy(), newDiff(), newRedecide(), newRules(),
		newTask(), newWorkspaces(), newProjects(), newPlan(), newMCP(),
		newQuery(), newQueries(), newVerify(), newCheck(), newRebuild(), newRetry(), newBench(), newAgents(), newDoctor(), newVersion(),
	}
}

// A remote is the server that a command talks to.
type remote struct{ url string }

func (r *remote) flags(f *pflag.FlagSet) {
	f.StringVar(&r.url, "url", "", "the server's address (else TURNBOOK_URL, else http://"+defaultListen+")")
}

func (r *remote) client() (*client.Client, error) {
	c, err := client.New(serverURL(r.url), http.DefaultClient)
	if err != nil {
		return nil, &usageError{err}
	}
	return c, nil
}

// atLeast refuses a call with fewer than n arguments, which are called what.
func atLeast(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < n {
			return usage("%s: give %s; see turnbook help %s", c.Name(), what, c.Name())
		}
		return nil
	}
}

// exactly refuses a call with other than n arguments, which are called what.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usage("%s: give %s and no more; see turnbook help %s", c.Name(), what, c.Name())
		}
		return nil
	}
}

// jsonWanted says whether --json was given, which every command has from the root.
func jsonWanted(cmd *cobra.Command) bool {
	wants, err := cmd.Flags().GetBool("json")
	return err == nil && wants
}

// ask makes one call for a command and reads the answer. Where JSON is wanted it prints
// the answer as it came instead: then all is told.
func (r *remote) ask(cmd *cobra.Command, method, path string, body, answer any) (told bool, err error) {
	c, err := r.client()
	if err != nil {
		return false, err
	}
	if !jsonWanted(cmd) {
		return false, c.Call(cmd.Context(), method, path, body, answer)
	}
	var raw json.RawMessage
	if err := c.Call(cmd.Context(), method, path, body, &raw); err != nil {
		return false, err
	}
	printJSON(cmd.OutOrStdout(), raw)
	return true, nil
}
