package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web/client"
)

// fromSnapshot begins with what stands now.
const fromSnapshot = "snapshot"

// beginAnew asks for what the server can serve, where it can't go on from the cursor:
// another book from its start, where all of it is wanted, and else what stands now. The
// error is a [*lostError], where that was asked for already or the cursor is none.
func (f *follower) beginAnew(ctx context.Context, resync client.Frame) error {
	why := map[string]string{
		"other_epoch":      "this is another book than before",
		"above_head":       "the book ends before the place that was reached",
		"beyond_retention": "the book no longer has what comes next",
	}[resync.Reason]
	if why == "" || f.sub.From == fromSnapshot {
		return &lostError{reason: "the cursor means nothing here (" + visible(resync.Reason) + ")"}
	}
	fmt.Fprintf(f.stderr, "turnbook: %s; beginning anew\n", why)
	from := fromSnapshot
	if f.whole && resync.Reason == "other_epoch" {
		from = cursorAt(resync.Epoch, 0)
	}
	return f.subscribe(ctx, from)
}

// refind finds the turn again where the stream began anew with a snapshot, and says
// whether it waits for an answer. One that has ended is told from its end on.
func (f *follower) refind(ctx context.Context, snapshot client.Frame) (waits bool, err error) {
	var t projections.Turn
	err = f.c.Call(ctx, http.MethodGet, "/v1/turns/"+url.PathEscape(string(f.sub.Turn)), nil, &t)
	var no *client.Problem
	switch {
	case errors.As(err, &no) && no.Status == http.StatusNotFound:
		return false, &lostError{reason: "the book has no turn " + visible(string(f.sub.Turn)), err: err}
	case err != nil:
		return false, err
	}
	if epoch, seq := stands(snapshot.AsOf); t.EndedSeq > 0 && t.EndedSeq <= seq {
		return false, f.subscribe(ctx, cursorAt(epoch, t.EndedSeq-1))
	}
	return t.Status == schemas.TurnAwaitingAnswer, nil
}

// stands is where a cursor is: in which life of the log, and at which message.
func stands(cursor string) (epoch string, seq uint64) {
	epoch, rest, _ := strings.Cut(cursor, ".")
	place, _, _ := strings.Cut(rest, ".")
	seq, _ = strconv.ParseUint(place, 10, 64) // what is no number is the beginning
	return epoch, seq
}
