package clienttest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/bus"
	"turnbook/schemas"
)

// attentive deltas tell when somebody listens.
type attentive struct {
	bus.Deltas
	listening chan struct{}
}

func (a attentive) Listen(ctx context.Context, v schemas.VendorID) (<-chan bus.Delta, error) {
	heard, err := a.Deltas.Listen(ctx, v)
	close(a.listening)
	return heard, err
}

// openLive is a house whose messages are told while they are written.
func openLive(t *testing.T, model agents.Model) *house {
	t.Helper()
	deltas := attentive{bus.MemDeltas(), make(chan struct{})}
	h := openWith(t, model, deltas)
	<-deltas.listening
	return h
}

// whenSeen is a URL that the client tells of the first words that it sees; the model
// goes on then.
func whenSeen(t *testing.T, words string) (url string, pace chan struct{}) {
	t.Helper()
	pace = make(chan struct{})
	var once sync.Once
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != words {
			t.Errorf("the client sees %q (%v), want %q", body, err, words)
		}
		once.Do(func() { close(pace) })
	}))
	t.Cleanup(front.Close)
	return front.URL, pace
}

func TestTextIsSeenWhileItIsWritten(t *testing.T) {
	url, pace := whenSeen(t, "There are")
	h := openLive(t, builder(agentstest.Answer{Parts: []string{"There are", " four steps."}, Pace: pace}))
	ask := run("1", "How many steps are there?")
	ask["tell"] = url
	h.golden("text-while-it-is-written", "thread", ask, reload)
}

// The first attempt's words are taken back: what the client has in the end is what the
// book has.
func TestTextOfAnAttemptThatFailsIsTakenBack(t *testing.T) {
	url, pace := whenSeen(t, "There")
	failing := agentstest.Answer{Parts: []string{"There", ""}, Pace: pace, Err: &agents.Error{Code: schemas.CodeModelError, Message: "overloaded"}}
	h := openLive(t, builder(failing, says("Four steps.")))
	ask := run("1", "How many steps are there?")
	ask["tell"] = url
	h.golden("text-of-an-attempt-that-fails", "thread", ask, reload)
}
