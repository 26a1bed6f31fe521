package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"turnbook/agents"
	"turnbook/schemas"
)

// A finding is what came of one cheap call to a model.
type finding struct {
	Flag    string        `json:"flag"`
	Model   string        `json:"model"`
	OK      bool          `json:"ok"`
	Took    time.Duration `json:"took_ms"`
	Usage   schemas.Usage `json:"usage"`
	Code    schemas.Code  `json:"code,omitempty"`
	Problem string        `json:"problem,omitempty"`
	Advice  string        `json:"advice,omitempty"`
}

// An illError says that a model can't be used.
type illError struct{ ill int }

func (e *illError) Error() string { return counted(e.ill, "model") + " can't be used as configured" }

// doctorTime is how long one call may take.
const doctorTime = 30 * time.Second

func newDoctor() *cobra.Command {
	var m models
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Try each configured model with one cheap call",
		Long: `Doctor asks each model that serve would use for one word, and says what is wrong where
none comes: a key, a name, an address, a quota. It takes the flags of serve that are about
models. No server is asked.`,
		Example: "  turnbook doctor --model anthropic:claude-sonnet-4-5\n  turnbook doctor --model openai:llama3.2 --model-url http://127.0.0.1:11434/v1",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON, err := cmd.Flags().GetBool("json")
			if err != nil {
				return err
			}
			v, err := m.open()
			if err != nil {
				return err
			}
			defer v.close()
			return examine(cmd.Context(), cmd.OutOrStdout(), v, m.router != "", asJSON)
		},
	}
	m.flags(cmd.Flags())
	return cmd
}

func examine(ctx context.Context, out io.Writer, v *voices, both, asJSON bool) error {
	found := []finding{try(ctx, "--model", v.agents)}
	if both {
		found = append(found, try(ctx, "--router-model", v.router))
	}
	ill := 0
	for _, f := range found {
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

// try asks a model for one word.
func try(ctx context.Context, flag string, m agents.Model) finding {
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	f := finding{Flag: flag, Model: m.Name()}
	begin := time.Now()
	request := agents.Request{Agent: "doctor", System: "Answer with the one word ok.", Messages: []agents.Message{{Role: agents.UserRole, Text: "ok?"}}}
	for part, err := range m.Stream(ctx, request) {
		if err != nil {
			f.wrong(ctx, err)
			break
		}
		if done, ok := part.(agents.Done); ok {
			f.OK, f.Usage = true, done.Usage
		}
	}
	f.Took = time.Since(begin)
	return f
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
		return "look at the key, at the name of the model, and at the account's quota"
	case schemas.CodeRateLimited, schemas.CodeOverloaded:
		return "the model is there; try again later"
	case schemas.CodeModelTimeout, schemas.CodeModelError, schemas.CodeModelCut:
		return "look at --model-url, and whether something answers there"
	}
	return ""
}

func (f finding) say(out io.Writer) {
	if f.OK {
		fmt.Fprintf(out, "%s %s answers, in %s: %d tokens read, %d written\n", f.Flag, visible(f.Model), f.Took.Round(time.Millisecond), f.Usage.Input, f.Usage.Output)
		return
	}
	fmt.Fprintf(out, "%s %s does not answer: %s (%s)\n", f.Flag, visible(f.Model), visible(f.Problem), f.Code)
	if f.Advice != "" {
		fmt.Fprintf(out, "  %s\n", f.Advice)
	}
}
