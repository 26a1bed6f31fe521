package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
	"turnbook/web/client"
)

// An answering is one answer to a card.
type answering struct {
	remote
	fingerprint string
	asJSON      bool
	out         io.Writer
}

func newAnswer() *cobra.Command {
	a := &answering{}
	cmd := &cobra.Command{
		Use:   "answer CARD confirm|decline",
		Short: "Answer a card: let a turn delete what it wants to, or not",
		Long: `Answer settles a card that a turn waits for. It shows the steps that would be deleted
and those that go with them, and answers for exactly these: where they have changed by
the time of the answer, nothing is deleted and the card is stale.

With --fingerprint it answers for the plan that the fingerprint stands for, unread. The
same answer again changes nothing; another one is refused.`,
		Example: "  turnbook answer t1.m.4.card confirm\n  turnbook answer t1.m.4.card decline --json",
		Args:    exactly(2, "a card, and confirm or decline"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			a.asJSON = jsonWanted(cmd)
			a.out = cmd.OutOrStdout()
			return a.run(cmd.Context(), args[0], schemas.CardDecision(args[1]))
		},
	}
	a.flags(cmd.Flags())
	cmd.Flags().StringVar(&a.fingerprint, "fingerprint", "", "of the plan that you answer for; without it the card is read and shown")
	return cmd
}

func (a *answering) run(ctx context.Context, card string, d schemas.CardDecision) error {
	if d != schemas.Confirm && d != schemas.Decline {
		return usage("answer: give confirm or decline, not %q", d)
	}
	c, err := a.client()
	if err != nil {
		return err
	}
	path := "/v1/cards/" + url.PathEscape(card)
	if a.fingerprint == "" {
		if a.fingerprint, err = a.look(ctx, c, path); err != nil {
			return err
		}
	}
	var raw json.RawMessage
	body := map[string]string{"decision": string(d), "fingerprint": a.fingerprint}
	if err := c.Call(ctx, http.MethodPost, path+"/answer", body, &raw); err != nil {
		return err
	}
	if a.asJSON {
		printJSON(a.out, raw)
		return nil
	}
	var now projections.Interrupt
	if err := c.Call(ctx, http.MethodGet, path, nil, &now); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s\nTurn %s goes on. See it with: turnbook replay %s\n",
		visible(web.ExplainCard(now)), visible(string(now.Turn)), visible(string(now.Turn)))
	return nil
}

// look shows the card, and returns the fingerprint of what was shown.
func (a *answering) look(ctx context.Context, c *client.Client, path string) (string, error) {
	var card projections.Interrupt
	if err := c.Call(ctx, http.MethodGet, path, nil, &card); err != nil {
		return "", err
	}
	if !a.asJSON {
		fmt.Fprintf(a.out, "Card %s of turn %s, task %s\n", visible(string(card.ID)), visible(string(card.Turn)), visible(string(card.Task)))
		printCardSteps(a.out, "to delete", stepsOf(card.Targets))
		printCardSteps(a.out, "with them", stepsOf(card.Cascade))
	}
	return card.Fingerprint, nil
}
