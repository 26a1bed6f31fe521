package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"turnbook/web/client"
)

// turnFile says how a turn is written. Without a file it goes out as JSON lines.
type turnFile struct{ turn, bundle, golden string }

// exportTurn writes a turn as JSON lines, as a bundle, or as a history.
func (e *exportAsk) exportTurn(ctx context.Context, stdout, stderr io.Writer) error {
	kind, name, told := "/export", e.out, "turnbook import --turn takes it in elsewhere."
	switch {
	case e.turn.bundle != "":
		kind, name, told = "/bundle", e.turn.bundle, "turnbook verify --bundle proves it without a server."
	case e.turn.golden != "":
		kind, name, told = "/golden", e.turn.golden, "words of people and models are replaced in it, ids are not."
	}
	c, err := e.client()
	if err != nil {
		return err
	}
	var content []byte
	if err := c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(e.turn.turn)+kind, nil, &content); err != nil {
		return err
	}
	if err := writeTo(name, stdout, content); err != nil {
		return err
	}
	if name != "" {
		fmt.Fprintf(stderr, "%s holds turn %s; %s\n", name, visible(e.turn.turn), told)
	}
	return nil
}

// importTurns takes in turns that were exported elsewhere.
func importTurns(ctx context.Context, c *client.Client, files []string, asJSON bool, out io.Writer) error {
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var done struct {
			Turn string `json:"turn"`
		}
		if err := c.Call(ctx, http.MethodPost, "/v1/turns/import", content, &done); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if asJSON {
			printValue(out, done)
		} else {
			fmt.Fprintf(out, "%s: turn %s is in the book.\n", name, visible(done.Turn))
		}
	}
	return nil
}
