package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/web"
	"turnbook/web/client"
)

// A whatIf is what redecide asks the server.
type whatIf struct {
	Turn string `json:"turn,omitempty"`
	All  bool   `json:"all,omitempty"`
	turnChoice
	Where string                     `json:"where,omitempty"`
	Limit int                        `json:"limit,omitempty"`
	Rules []string                   `json:"rules,omitempty"`
	Flags map[string]bool            `json:"flags,omitempty"`
	Set   map[string]json.RawMessage `json:"set,omitempty"`
	From  uint64                     `json:"from,omitempty"`

	flags, set []string // as given
}

// changes says whether anything is otherwise.
func (w whatIf) changes() bool { return len(w.Rules)+len(w.Flags)+len(w.Set) > 0 }

func newRedecide() *cobra.Command {
	var r remote
	var w whatIf
	cmd := &cobra.Command{
		Use:   "redecide",
		Short: "Take decisions again: as they were, or under a change",
		Long: `Redecide takes the decisions of turns again from what is recorded. Nothing is written
and no model is called.

As it is, it proves that the rules of this program come to what is in the book, each in
the version that was in force; the exit status is 1 where they do not.

With --rule, --flag or --set it tells which decisions would have been others, by rule.
Each turn is asked on its own, and what models and people answered is kept. Where
another agent would have been asked, or have been told something else, nothing is
recorded, and it says from where on. The page /what-if asks the same.`,
		Example: `  turnbook redecide --all
  turnbook redecide --all --rule redirect/2
  turnbook redecide --turn t1 --set /current_task_id=null
  turnbook redecide --domain task-builder --since 2026-11-30 --rule redirect/2 --limit 1000
  turnbook redecide --where "hops > 0" --flag ai-task-builder=off --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			if err := w.read(); err != nil {
				return err
			}
			c, err := r.client()
			if err != nil {
				return err
			}
			return w.ask(cmd, c, asJSON)
		},
	}
	r.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&w.Turn, "turn", "", "one turn")
	f.BoolVar(&w.All, "all", false, "every turn of the book")
	w.turnChoice.flags(f)
	f.StringVar(&w.Where, "where", "", "only those for which this SQL condition on the table turns holds")
	f.IntVar(&w.Limit, "limit", 0, "of those, the ones that were asked first, at most so many (else all of them)")
	f.StringArrayVar(&w.Rules, "rule", nil, "a version of a rule that decides instead, as in redirect/2")
	f.StringArrayVar(&w.flags, "flag", nil, "a capability that is there or not, as in ai-task-builder=off")
	f.StringArrayVar(&w.set, "set", nil, "a value in the context of the turn, as in /current_task_id=42")
	f.Uint64Var(&w.From, "from", 0, "position of the decision from which on it is otherwise (else all of the turn)")
	return cmd
}

// read reads what was given as text.
func (w *whatIf) read() error {
	named := 0
	for _, given := range []bool{w.Turn != "", w.All, w.turnChoice != turnChoice{} || w.Where != ""} {
		if given {
			named++
		}
	}
	if named != 1 {
		return usage("redecide: give one of --turn, --all, and what chooses turns, as --where and --session; see turnbook help redecide")
	}
	w.Flags, w.Set = make(map[string]bool), make(map[string]json.RawMessage)
	for _, text := range w.flags {
		name, state, _ := strings.Cut(text, "=")
		if name == "" || state != "on" && state != "off" {
			return usage("--flag: %q says not what is otherwise; give it as in ai-task-builder=off", text)
		}
		w.Flags[name] = state == "on"
	}
	for _, text := range w.set {
		pointer, value, err := web.ParseSet(text)
		if err != nil {
			return usage("--set: %q: %v", text, err)
		}
		w.Set[pointer] = value
	}
	return nil
}

// ask asks the server and tells what differs. The error is a [*otherwiseError] where
// nothing was changed and something differs all the same.
func (w whatIf) ask(cmd *cobra.Command, c *client.Client, asJSON bool) error {
	b := bar{w: cmd.ErrOrStderr(), what: "redecide"}
	told := newWhatIfTold()
	for raw, err := range c.Lines(cmd.Context(), "/v1/redecide/stream", w) {
		if err != nil {
			b.end()
			return err
		}
		var line whatIfLine
		if err := json.Unmarshal(raw, &line); err != nil {
			b.end()
			return fmt.Errorf("read an answer of redecide: %w", err)
		}
		switch line.Type {
		case "problem":
			b.end()
			return line.problem()
		case "progress":
			b.show(line.Done, line.Of)
			continue
		case "turn":
			told.add(line)
		case "done":
			told.sum = line
		}
		if asJSON {
			printJSON(cmd.OutOrStdout(), raw)
		}
	}
	b.end()
	if told.sum.Type == "" {
		return errCutOff
	}
	if !asJSON {
		told.print(cmd.OutOrStdout(), w.changes())
	}
	if !w.changes() && told.sum.Differing > 0 {
		return &otherwiseError{told.sum.Differing}
	}
	return nil
}
