package jetstream

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
)

// tailAhead is how many messages of whatever length may be on their way to the tail.
const tailAhead = 128

// errClosed ends followers whose store is closed.
var errClosed = fmt.Errorf("%w: %w", bus.ErrClosed, nats.ErrConnectionClosed)

// tail tells followers that there is something new: how far the log goes, so that it may
// tell late, twice or too much without harm. It must not leave anything out: its consumer
// starts again after the last sequence that it saw, whatever happened to it. What was
// appended last is kept, and spares a follower who is nearly there the way to the server.
type tail struct {
	store *Store
	stop  context.CancelFunc
	done  <-chan struct{} // when the store is closed
	begin func()          // starts the goroutine, once
	began chan struct{}   // closed when all that comes after now will be told

	mu        sync.Mutex
	head      uint64 // the highest sequence told
	followers map[*news]struct{}
	kept      latest
}

// news is what the tail has for one follower.
type news struct {
	filter  string
	to      uint64        // the follower wants to know when the log is there; 0 for no matter
	matched uint64        // the highest sequence of the filter; guarded by tail.mu
	more    chan struct{} // holds a token when there is something
}

func newTail(s *Store) *tail {
	ctx, stop := context.WithCancel(context.Background())
	t := &tail{store: s, stop: stop, done: ctx.Done(), began: make(chan struct{}), followers: map[*news]struct{}{}}
	t.begin = sync.OnceFunc(func() { go t.run(ctx) })
	return t
}

// join makes sure that every message from now on is told.
func (t *tail) join(ctx context.Context, filter string, to uint64) (*news, error) {
	t.begin()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-t.done:
		return nil, errClosed
	case <-t.began:
	}
	n := &news{filter: filter, to: to, more: make(chan struct{}, 1)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.followers[n] = struct{}{}
	return n, nil
}

func (t *tail) leave(n *news) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.followers, n)
}

// seen is the last sequence of the filter that was told, and of the log.
func (t *tail) seen(n *news) (matched, head uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return n.matched, t.head
}

// tell says that there is a message. Appends of this store tell too: either may be
// sooner.
func (t *tail) tell(m raw) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head = max(t.head, m.seq)
	t.kept.put(m)
	for n := range t.followers {
		matched := m.seq > n.matched && matches(n.filter, m.subject)
		if matched {
			n.matched = m.seq
		}
		if matched || n.to != 0 && m.seq >= n.to {
			select {
			case n.more <- struct{}{}:
			default:
			}
		}
	}
}

// between are the messages of a filter from one sequence to another; nil where the server
// must be asked.
func (t *tail) between(filter string, from, to uint64) []raw {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept.between(filter, from, to)
}

// forget lets go of what is kept.
func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = latest{}
}

// run reads all that is appended, until the store is closed.
func (t *tail) run(ctx context.Context) {
	head, began := uint64(0), false
	for ; ctx.Err() == nil; pause(ctx, 50*time.Millisecond) {
		if !began {
			last, err := t.store.lastMessage(ctx, logRoot+".>")
			if err != nil {
				t.store.lg.Debug("head of the log not read, trying again", "err", err)
				continue
			}
			head, began = last.seq, true
			t.mu.Lock()
			t.head = max(t.head, head)
			t.mu.Unlock()
			close(t.began)
		}
		err := t.consume(ctx, &head)
		t.store.lg.Debug("tail of the log interrupted, trying again", "seq", head, "err", err)
	}
}

// consume tells what comes after head, until something goes wrong. After that a server
// may have lost what it had acknowledged, and count anew: nothing is kept from before.
func (t *tail) consume(ctx context.Context, head *uint64) error {
	defer t.forget()
	consumer, err := t.store.js.OrderedConsumer(ctx, logStream, js.OrderedConsumerConfig{
		DeliverPolicy: js.DeliverByStartSequencePolicy, OptStartSeq: *head + 1,
		MaxResetAttempts: 1,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(js.PullMaxMessages(tailAhead), js.PullHeartbeat(time.Second), js.PullExpiry(30*time.Second))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(js.NextContext(ctx))
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		*head = meta.Sequence.Stream
		t.tell(raw{subject: m.Subject(), seq: *head, data: m.Data()})
	}
}

// pause waits, or not if ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
