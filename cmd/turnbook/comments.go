package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"turnbook/projections/comments"
	"turnbook/web/client"
)

func newComments() *cobra.Command {
	var r remote
	var open bool
	cmd := &cobra.Command{
		Use:   "comments TURN",
		Short: "List what people remarked on a turn and its events",
		Long: `Comments lists what people remarked on a turn and its events, in the order in which it
was written. Comments stand beside the book: no event, export or proof holds them.`,
		Example: "  turnbook comments t1\n  turnbook comments t1 --open --json",
		Args:    exactly(1, "one turn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			c, err := r.client()
			if err != nil {
				return err
			}
			return listComments(cmd.Context(), c, args[0], open, asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().BoolVar(&open, "open", false, "only those that nobody has resolved")
	return cmd
}

// commentPage is how many comments are asked for at once.
const commentPage = 500

func listComments(ctx context.Context, c *client.Client, turn string, open, asJSON bool, out, stderr io.Writer) error {
	q := url.Values{"limit": {strconv.Itoa(commentPage)}}
	if open {
		q.Set("state", string(comments.Waiting))
	}
	none := true
	for {
		var page struct {
			Comments []json.RawMessage `json:"comments"`
			Next     string            `json:"next"`
		}
		if err := c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(turn)+"/comments?"+q.Encode(), nil, &page); err != nil {
			return err
		}
		for _, raw := range page.Comments {
			none = false
			if asJSON {
				printJSON(out, raw)
				continue
			}
			var one comments.Comment
			if err := json.Unmarshal(raw, &one); err != nil {
				return fmt.Errorf("read the list of comments: %w", err)
			}
			printComment(out, one)
		}
		if page.Next == "" {
			break
		}
		q.Set("after", page.Next)
	}
	if none && !asJSON {
		fmt.Fprintln(stderr, "There are no such comments.")
	}
	return nil
}

// printComment tells one comment: where it stands, whose it is, whether it is resolved,
// and all of its text.
func printComment(w io.Writer, c comments.Comment) {
	place := "the turn"
	if c.Seq != 0 {
		place = fmt.Sprintf("event %d.%d", c.Seq, c.Index)
	}
	state := string(comments.Waiting)
	if !c.Open() {
		state = fmt.Sprintf("resolved by %s at %s", visible(c.ResolvedBy), moment(c.ResolvedAt))
	}
	fmt.Fprintf(w, "%s  on %s, by %s at %s, %s\n    %s\n", visible(string(c.ID)), place, visible(c.Author), moment(c.MadeAt), state, paragraph(c.Text, "    "))
}
