package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/spf13/cobra"
)

// A listing is a command that asks for a list and prints a line for each of its
// members.
type listing[T any] struct {
	remote
	path   func() string // with its query
	member string        // of the answer that holds the list
	head   []string
	row    func(T) []string
	none   string // what to say where there is nothing
}

// standing is what every read says of itself.
type standing struct {
	AsOf struct {
		Seq        uint64 `json:"seq"`
		Unverified bool   `json:"unverified"`
	} `json:"as_of"`
}

func (s standing) String() string {
	text := fmt.Sprintf("as of position %d", s.AsOf.Seq)
	if s.AsOf.Unverified {
		text += ", unverified: the tables are still being checked after an unclean stop"
	}
	return text
}

func (l *listing[T]) run(cmd *cobra.Command, _ []string) error {
	asJSON := jsonWanted(cmd)
	c, err := l.client()
	if err != nil {
		return err
	}
	return l.print(cmd.Context(), c.Call, asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
}

func (l *listing[T]) print(ctx context.Context, call func(context.Context, string, string, any, any) error, asJSON bool, out, stderr io.Writer) error {
	var answer map[string]json.RawMessage
	if err := call(ctx, http.MethodGet, l.path(), nil, &answer); err != nil {
		return err
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(answer[l.member], &raw); err != nil {
		return fmt.Errorf("read the list of %s: %w", l.member, err)
	}
	t := table{head: l.head}
	for _, one := range raw {
		if asJSON {
			printJSON(out, one)
			continue
		}
		var row T
		if err := json.Unmarshal(one, &row); err != nil {
			return fmt.Errorf("read the list of %s: %w", l.member, err)
		}
		t.add(l.row(row)...)
	}
	if asJSON {
		return nil
	}
	if len(raw) == 0 {
		fmt.Fprintln(stderr, l.none)
		return nil
	}
	t.print(out)
	return nil
}

// behind is the same, with what the answer lacks.
func (s standing) behind(lag uint64) string {
	return fmt.Sprintf("%s, lag %d", s, lag)
}
