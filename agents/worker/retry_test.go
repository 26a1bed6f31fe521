package worker_test

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents"
	"turnbook/agents/offline"
	"turnbook/schemas"
)

// failing is a model that has no room for two calls of three, whichever process asks:
// the call's number decides.
type failing struct{ agents.Model }

func (f failing) Stream(ctx context.Context, r agents.Request) iter.Seq2[agents.Part, error] {
	number := string(r.Call[strings.LastIndexByte(string(r.Call), '.')+1:])
	if n, err := strconv.Atoi(number); err == nil && n%3 == 0 || r.Agent == string(schemas.Router) {
		return f.Model.Stream(ctx, r)
	}
	return func(yield func(agents.Part, error) bool) {
		yield(nil, &agents.Error{Code: schemas.CodeOverloaded, Message: "no room"})
	}
}

// Between two attempts a turn holds nothing but what is in the book: a process that
// takes it up goes on with the attempts that are left, and repeats no effect.
func TestAWorkerKilledBetweenAttemptsGoesOn(t *testing.T) {
	const text = `Add a step "Fresh" at the end, then delete step 1`
	run := func(k int, after bool) (o outcome, appends int) {
		synctest.Test(t, func(t *testing.T) {
			o, appends = runKilledWith(t, failing{offline.New(offline.Options{})}, text, withBuilder("t1"), k, after)
		})
		return o, appends
	}
	want, appends := run(-1, false)
	if len(want.Steps["t1"]) != 1 || want.End.Status != schemas.TurnCompleted {
		t.Fatalf("the whole turn came to %+v", want)
	}
	for k := range appends {
		for _, after := range []bool{false, true} {
			got, _ := run(k, after)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("killed at append %d of %d (written: %v), the outcome differs (-whole +killed):\n%s", k, appends, after, diff)
			}
		}
	}
}
