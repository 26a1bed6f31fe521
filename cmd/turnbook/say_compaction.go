package main

import (
	"fmt"

	"turnbook/schemas"
)

// sayCompaction has words for what becomes of older talk; "" for other events.
func sayCompaction(e event) string {
	switch f := e.fact.(type) {
	case schemas.CompactionBegun:
		why := "a model reads less than this conversation"
		if f.Cause == schemas.CompactBudget {
			why = fmt.Sprintf("the conversation has about %d tokens, of %d", f.Estimate, f.Budget)
		}
		return fmt.Sprintf("%s: %s to sum up, %d stay as they are", why, counted(f.Messages, "older message"), f.Kept)
	case schemas.TalkCompacted:
		return fmt.Sprintf("%s summed up: %s", counted(f.Messages, "older message"), quoted(f.Summary))
	case schemas.TalkLeftOut:
		return fmt.Sprintf("%s left out, since summing up failed (%s)", counted(f.Messages, "older message"), visible(string(f.Code)))
	}
	return ""
}
