package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// How long a tool waits before it says that the work goes on, and how often it shows a
// sign of life meanwhile.
const (
	longestWait = 10 * time.Minute
	breath      = 5 // seconds
)

// wait looks until what is looked for is over, for the longest wait. Each look holds for
// a breath at most. The caller is told when the wait begins, and between two looks what
// the last one said.
func wait(ctx context.Context, r *sdk.CallToolRequest, longest time.Duration, look func(seconds int) (over bool, state string, err error)) error {
	end := time.Now().Add(longest)
	state := "begun"
	for n := 1; ; n++ {
		left := min(max(int(time.Until(end).Seconds()+0.999), 0), breath)
		if left > 0 {
			tell(ctx, r, n, state)
		}
		over, now, err := look(left)
		if over || err != nil || left == 0 || ctx.Err() != nil {
			return err
		}
		state = now
	}
}

// tell tells a caller that gave a token how far its call is. A caller that is gone does
// not matter: the work goes on.
func tell(ctx context.Context, r *sdk.CallToolRequest, n int, state string) {
	token := r.Params.GetProgressToken()
	if token == nil {
		return
	}
	_ = r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(n), Message: state})
}
