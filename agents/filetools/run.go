package filetools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	jsonv2 "github.com/go-json-experiment/json"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// Env is what the tools of one call work on.
type Env struct {
	Call      string         // names the call; a command runs once for it
	Files     checkout.Files // the checkout
	Plan      string         // the exact path of the plan, which locks edits to it; "" for no lock
	PlanFiles checkout.Files // the folder that the plan is in; nil without a plan
	PlanName  string         // the plan's name in it
	Shell     *Shell         // runs commands; nil where they are not allowed
}

// A Result is what a tool answers.
type Result struct {
	Text    string       // for the model
	Code    schemas.Code // why it was refused; "" where it was done
	Changed []Change
}

// An Op is what became of a file.
type Op string

const (
	Created Op = "created"
	Edited  Op = "edited"
)

// A Change is what a tool did to a file. Before and After are SHA-256, in hex; Before
// is "" for a file that is new.
type Change struct {
	Path   string `json:"path"`
	Op     Op     `json:"op"`
	Before string `json:"before,omitempty"`
	After  string `json:"after"`
	Size   int64  `json:"size"`
}

// Run runs a tool. What can't be done is a refusal, with words that say what would be
// right; there is no other failure.
func Run(ctx context.Context, env Env, tool string, args json.RawMessage) Result {
	switch tool {
	case "read":
		return with(args, func(a readArgs) Result { return env.read(a) })
	case "list":
		return with(args, func(a listArgs) Result { return env.list(ctx, a) })
	case "search":
		return with(args, func(a searchArgs) Result { return env.search(ctx, a) })
	case "edit":
		return with(args, func(a editArgs) Result { return env.edit(a) })
	case "write":
		return with(args, func(a writeArgs) Result { return env.write(a) })
	case "propose_plan":
		return with(args, func(struct{}) Result { return env.proposePlan() })
	case "shell":
		return with(args, func(a shellArgs) Result {
			if env.Shell == nil {
				return refuse(schemas.CodeNoShell, "commands are not allowed in this workspace; work with the file tools")
			}
			return env.Shell.run(ctx, env.Call, a)
		})
	}
	return refuse(schemas.CodeUnknownTool, "there is no tool %q here", tool)
}

// with reads arguments strictly: one object of known members, each at most once; null
// is as good as absent.
func with[A any](raw json.RawMessage, run func(A) Result) Result {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	var a A
	if bytes.TrimSpace(raw)[0] != '{' {
		return refuse(schemas.CodeInvalidArguments, "the arguments are no object")
	}
	if err := jsonv2.Unmarshal(raw, &a, jsonv2.RejectUnknownMembers(true)); err != nil {
		return refuse(schemas.CodeInvalidArguments, "the arguments can't be read: %v", err)
	}
	return run(a)
}

func refuse(code schemas.Code, format string, args ...any) Result {
	return Result{Code: code, Text: fmt.Sprintf(format, args...)}
}

// failed is the refusal that an error of the files comes to.
func failed(path string, err error) Result {
	var outside *checkout.PathError
	var away *checkout.UnreachableError
	switch {
	case errors.As(err, &outside):
		return refuse(schemas.CodeOutside, "%v", outside)
	case errors.As(err, &away):
		return refuse(schemas.CodeUnreachable, "%v", away)
	case errors.Is(err, fs.ErrNotExist):
		return refuse(schemas.CodeNoFile, "there is no %q in the checkout; list shows what is there", path)
	}
	return refuse(schemas.CodeFileFailed, "%q: %v", path, err)
}
