package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// raw is a message as it stands in the log.
type raw struct {
	subject  string
	seq      uint64
	data     []byte
	expected string // the position that its append expected, as text; "" for none
}

const (
	batchMessages = 512     // asked for at a time
	batchBytes    = 4 << 20 // after which a batch ends
	replyWithin   = 5 * time.Second
)

// errLagging says that the replica that answered does not have all yet.
var errLagging = errors.New("the replica that answered lags behind")

// getRequest is the server's JSApiMsgGetRequest.
type getRequest struct {
	Seq      uint64 `json:"seq,omitempty"`
	LastFor  string `json:"last_by_subj,omitempty"`
	NextFor  string `json:"next_by_subj,omitempty"`
	Batch    int    `json:"batch,omitempty"`
	MaxBytes int    `json:"max_bytes,omitempty"`
}

// lastMessage is the last message in a filter; its seq is 0 where there is none. With
// replicas the leader is asked, since the others may not have it yet.
func (s *Store) lastMessage(ctx context.Context, filter string) (raw, error) {
	ctx, cancel := context.WithTimeout(ctx, replyWithin)
	defer cancel()
	if s.replicas > 1 {
		return s.lastOfLeader(ctx, filter)
	}
	m, err := s.nc.RequestWithContext(ctx, directGet, request(getRequest{LastFor: filter}))
	if err != nil {
		return raw{}, fmt.Errorf("ask for the last message of %s: %w", filter, err)
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return rawOf(m)
	case "404":
		return raw{}, nil
	default:
		return raw{}, &statusError{status, m.Header.Get("Description")}
	}
}

const (
	directGet = "$JS.API.DIRECT.GET." + logStream
	leaderGet = "$JS.API.STREAM.MSG.GET." + logStream

	codeNoMessage js.ErrorCode = 10037
)

func (s *Store) lastOfLeader(ctx context.Context, filter string) (raw, error) {
	m, err := s.nc.RequestWithContext(ctx, leaderGet, request(getRequest{LastFor: filter}))
	if err != nil {
		return raw{}, fmt.Errorf("ask for the last message of %s: %w", filter, err)
	}
	var answer struct {
		Error   *js.APIError `json:"error"`
		Message struct {
			Subject string `json:"subject"`
			Seq     uint64 `json:"seq"`
			Header  []byte `json:"hdrs"`
			Data    []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return raw{}, fmt.Errorf("read the answer about %s: %w", filter, err)
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == codeNoMessage:
		return raw{}, nil
	case answer.Error != nil:
		return raw{}, answer.Error
	}
	got := raw{subject: answer.Message.Subject, seq: answer.Message.Seq, data: answer.Message.Data}
	if len(answer.Message.Header) > 0 {
		header, err := nats.DecodeHeadersMsg(answer.Message.Header)
		if err != nil {
			return raw{}, fmt.Errorf("read the headers of message %d: %w", got.seq, err)
		}
		got.expected = header.Get(js.ExpectedLastSubjSeqHeader)
	}
	return got, nil
}

// A statusError is the server's answer to a request that it did not serve.
type statusError struct{ status, description string }

func (e *statusError) Error() string {
	return fmt.Sprintf("the server answered %s %s", e.status, e.description)
}

func request(r getRequest) []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // numbers and text
	}
	return text
}

// rawOf reads the answer to a direct get.
func rawOf(m *nats.Msg) (raw, error) {
	seq, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		return raw{}, fmt.Errorf("read the sequence of a message: %w", err)
	}
	return raw{m.Header.Get("Nats-Subject"), seq, m.Data, m.Header.Get(js.ExpectedLastSubjSeqHeader)}, nil
}

// answered is what came of asking for a batch.
type answered struct {
	got  []raw
	then int // how many there were, all in all, when the server began
	more int // how many there are beyond got, when it ended
}

// batch asks for the messages that come next. A whole vendor's range that ends within
// the batch is asked for as it is, with what other vendors have in it: to match such a
// wide filter, the server goes through the index of the whole log.
func (r *reader) batch(ctx context.Context) (answered, error) {
	ask := getRequest{Seq: r.next, NextFor: r.filter, Batch: batchMessages, MaxBytes: batchBytes}
	short := r.q.To >= r.next && r.q.To-r.next < batchMessages
	if short {
		ask.Batch = int(r.q.To-r.next) + 1
	}
	if r.filter == logRoot+".>" || short && r.q.Kind == "" {
		ask.NextFor = ""
	}
	return r.ask(ctx, ask)
}

// ask asks for a batch.
func (s *Store) ask(ctx context.Context, ask getRequest) (all answered, err error) {
	// A channel of our own: that of a synchronous subscription takes 4 MiB.
	replies := make(chan *nats.Msg, ask.Batch+1)
	sub, err := s.nc.ChanSubscribe(s.nc.NewInbox(), replies)
	if err != nil {
		return all, fmt.Errorf("listen for messages from %d: %w", ask.Seq, err)
	}
	defer sub.Unsubscribe() // fails only when the connection is closed
	if err := s.nc.PublishRequest(directGet, sub.Subject, request(ask)); err != nil {
		return all, fmt.Errorf("ask for messages from %d: %w", ask.Seq, err)
	}
	ctx, cancel := context.WithTimeout(ctx, replyWithin)
	defer cancel()
	for {
		var m *nats.Msg
		select {
		case m = <-replies:
		case <-ctx.Done():
			return all, fmt.Errorf("receive messages from %d: %w", ask.Seq, ctx.Err())
		}
		pending, _ := strconv.Atoi(m.Header.Get("Nats-Num-Pending")) // 0 where there is none
		switch status := m.Header.Get("Status"); status {
		case "":
			one, err := rawOf(m)
			if err != nil {
				return all, err
			}
			if all.got = append(all.got, one); all.then == 0 {
				all.then = pending + 1
			}
		case "204": // the end of the batch
			all.more = pending
			return all, nil
		case "404":
			return answered{}, nil
		default:
			return all, &statusError{status, m.Header.Get("Description")}
		}
	}
}
