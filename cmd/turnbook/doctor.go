package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"turnbook/agents"
	"turnbook/agents/authoring"
	"turnbook/agents/definitions"
	"turnbook/schemas"
)

// A finding is what came of one cheap call to a model.
type finding struct {
	From    string        `json:"from"` // the flag or the file that names it
	Model   string        `json:"model"`
	Agents  []string      `json:"agents"` // who asks it
	Think   string        `json:"thinking"`
	OK      bool          `json:"ok"`
	Took    time.Duration `json:"took_ms"`
	Usage   schemas.Usage `json:"usage"`
	Code    schemas.Code  `json:"code,omitempty"`
	Problem string        `json:"problem,omitempty"`
	Advice  string        `json:"advice,omitempty"`

	voice agents.Model
}

// An illError says that a model can't be used.
type illError struct{ ill int }

func (e *illError) Error() string { return counted(e.ill, "model") + " can't be used as configured" }

// doctorTime is how long one call may take.
const doctorTime = 30 * time.Second

func newDoctor() *cobra.Command {
	var (
		m    models
		data string
	)
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Try each configured model with one cheap call",
		Long: `Doctor asks each model that serve would use for one word, and says what is wrong where
none comes: a key, a name, an address, a quota. It takes the flags of serve that are about
models, and looks at the agent files of the data folder. No server is asked.`,
		Example: "  turnbook doctor --model anthropic:claude-sonnet-4-5\n  turnbook doctor --model openai:llama3.2 --model-url http://127.0.0.1:11434/v1",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			v, err := m.open(data)
			if err != nil {
				return err
			}
			defer v.close()
			return examine(cmd.Context(), cmd.OutOrStdout(), v, asJSON)
		},
	}
	m.flags(cmd.Flags())
	cmd.Flags().StringVar(&data, "data", "data", "folder of the book, whose agents/ may name models too")
	return cmd
}

func examine(ctx context.Context, out io.Writer, v *voices, asJSON bool) error {
	ill := 0
	for _, f := range configured(v.cast) {
		f.try(ctx)
		if !f.OK {
			ill++
		}
		if asJSON {
			f.Took /= time.Millisecond
			printValue(out, f)
			continue
		}
		f.say(out)
	}
	if ill > 0 {
		return &illError{ill}
	}
	return nil
}

// configured are the models that the agents ask, each once for a level of thinking.
func configured(c agents.Cast) []finding {
	var found []finding
	for _, id := range authoring.Agents() {
		part := c.Casting(string(id))
		a := part.Asking
		i := slices.IndexFunc(found, func(f finding) bool { return f.Model == a.Model && f.Think == a.Thinking })
		if i < 0 {
			i, found = len(found), append(found, finding{From: namedBy(id, a), Model: a.Model, Think: a.Thinking, voice: part.Model})
		}
		found[i].Agents = append(found[i].Agents, string(id))
	}
	return found
}

// namedBy is what names an agent's model.
func namedBy(id definitions.ID, a schemas.Asking) string {
	switch a.ModelFrom {
	case schemas.TierDefault:
		return "--model"
	case schemas.TierFrontMatter, schemas.TierAncestor:
		return a.Definition
	}
	if id == "router" {
		return "--router-model"
	}
	return "--agent-model " + string(id)
}

// try asks the model for one word.
func (f *finding) try(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	begin := time.Now()
	request := agents.Request{
		Agent: "doctor", System: "Answer with the one word ok.", Thinking: agents.Thinking(f.Think),
		Messages: []agents.Message{{Role: agents.UserRole, Text: "ok?"}},
	}
	for part, err := range f.voice.Stream(ctx, request) {
		if err != nil {
			f.wrong(ctx, err)
			break
		}
		if done, ok := part.(agents.Done); ok {
			f.OK, f.Usage = true, done.Usage
		}
	}
	f.Took = time.Since(begin)
}

func (f *finding) wrong(ctx context.Context, err error) {
	f.Code, f.Problem = schemas.CodeModelError, err.Error()
	if known := (*agents.Error)(nil); errors.As(err, &known) {
		f.Code, f.Problem = known.Code, known.Message
	}
	if ctx.Err() != nil {
		f.Code, f.Problem = schemas.CodeModelTimeout, fmt.Sprintf("no answer in %s", doctorTime)
	}
	f.Advice = advice(f.Code)
}

// advice is what to try where a call failed.
func advice(c schemas.Code) string {
	switch c {
	case schemas.CodeModelRefused:
		return "look at the key, at the name of the model, at the account's quota, and whether the model can think as it is told"
	case schemas.CodeRateLimited, schemas.CodeOverloaded:
		return "the model is there; try again later"
	case schemas.CodeModelTimeout, schemas.CodeModelError, schemas.CodeModelCut:
		return "look at --model-url, and whether something answers there"
	}
	return ""
}

func (f finding) say(out io.Writer) {
	if f.OK {
		fmt.Fprintf(out, "%s %s answers, in %s: %d tokens read, %d written\n", visible(f.From), visible(f.Model), f.Took.Round(time.Millisecond), f.Usage.Input, f.Usage.Output)
		return
	}
	fmt.Fprintf(out, "%s %s does not answer: %s (%s)\n", visible(f.From), visible(f.Model), visible(f.Problem), f.Code)
	if f.Advice != "" {
		fmt.Fprintf(out, "  %s\n", f.Advice)
	}
}
