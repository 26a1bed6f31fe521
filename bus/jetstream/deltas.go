package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"turnbook/bus"
	"turnbook/schemas"
)

// deltaRoot is outside every stream's subjects: what is sent there is kept nowhere.
const deltaRoot = "turnbook-delta"

// deltas carries deltas as plain messages of the store's connection. Whose they are is
// in the subject alone, turnbook-delta.<vendor>.<session>, so that nobody hears a vendor
// by what a message claims.
type deltas struct {
	lg   *slog.Logger
	nc   *nats.Conn
	out  chan bus.Delta // waits for the connection, so that no sender does
	quit context.Context
	end  context.CancelFunc
	gone sync.WaitGroup
}

// Deltas carries deltas over the store's connection.
func (s *Store) Deltas() bus.Deltas { return s.deltas }

func newDeltas(lg *slog.Logger, nc *nats.Conn) *deltas {
	d := &deltas{lg: lg, nc: nc, out: make(chan bus.Delta, bus.DeltaBuffer)}
	d.quit, d.end = context.WithCancel(context.Background())
	d.gone.Go(d.publish)
	return d
}

// stop ends the sending; what waits is lost.
func (d *deltas) stop() {
	d.end()
	d.gone.Wait()
}

// Send implements [bus.Deltas].
func (d *deltas) Send(piece bus.Delta) {
	select {
	case d.out <- piece:
	default: // more than the connection takes
	}
}

// publish sends what waits until the store is closed. A piece that finds no connection
// is lost: text that comes late stands behind the finished message.
func (d *deltas) publish() {
	for {
		select {
		case <-d.quit.Done():
			return
		case piece := <-d.out:
			if !d.nc.IsConnected() {
				continue
			}
			if err := d.nc.Publish(deltaSubject(piece.Vendor, piece.Session), encodeDelta(piece)); err != nil {
				d.lg.Debug("delta lost", "vendor", piece.Vendor, "turn", piece.Turn, "err", err)
			}
		}
	}
}

// listenWithin is how long the server may take to say that it knows of a listener.
const listenWithin = 10 * time.Second

// Listen implements [bus.Deltas].
func (d *deltas) Listen(ctx context.Context, v schemas.VendorID) (<-chan bus.Delta, error) {
	sub, err := d.nc.SubscribeSync(deltaRoot + "." + schemas.EncodeToken(string(v)) + ".*")
	if err == nil {
		known, cancel := context.WithTimeout(ctx, listenWithin)
		defer cancel()
		if err = d.nc.FlushWithContext(known); err != nil {
			err = errors.Join(err, sub.Unsubscribe())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("listen to deltas: %w", err)
	}
	heard := make(chan bus.Delta, bus.DeltaBuffer)
	go d.hear(ctx, sub, heard)
	return heard, nil
}

// hear hands on what comes until ctx is done or the connection is closed.
func (d *deltas) hear(ctx context.Context, sub *nats.Subscription, heard chan<- bus.Delta) {
	defer close(heard)
	defer func() { _ = sub.Unsubscribe() }() // or the connection is closed, which ends it, too
	for ctx.Err() == nil {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case errors.Is(err, nats.ErrSlowConsumer): // the client lost some; it goes on
			continue
		case err != nil:
			return
		}
		piece, err := decodeDelta(m)
		if err != nil {
			d.lg.Warn("delta is not readable and is dropped", "subject", m.Subject, "err", err)
			continue
		}
		select {
		case heard <- piece:
		default: // the listener is too slow
		}
	}
}

// deltaText is what a message says of a piece; the rest is its subject.
type deltaText struct {
	Turn   schemas.TurnID `json:"turn"`
	Call   schemas.CallID `json:"call_id"`
	Domain schemas.Domain `json:"domain"`
	Offset int            `json:"offset"`
	Text   string         `json:"text"`
}

func deltaSubject(v schemas.VendorID, s schemas.SessionID) string {
	return deltaRoot + "." + schemas.EncodeToken(string(v)) + "." + schemas.EncodeToken(string(s))
}

func encodeDelta(d bus.Delta) []byte {
	raw, _ := json.Marshal(deltaText{d.Turn, d.Call, d.Domain, d.Offset, d.Text}) // text and a number always marshal
	return raw
}

func decodeDelta(m *nats.Msg) (bus.Delta, error) {
	var t deltaText
	if err := json.Unmarshal(m.Data, &t); err != nil {
		return bus.Delta{}, err
	}
	tokens := strings.Split(m.Subject, ".") // three of them: it was subscribed to so
	vendor, err := schemas.DecodeToken(tokens[1])
	if err != nil {
		return bus.Delta{}, err
	}
	session, err := schemas.DecodeToken(tokens[2])
	if err != nil {
		return bus.Delta{}, err
	}
	return bus.Delta{
		Vendor: schemas.VendorID(vendor), Session: schemas.SessionID(session),
		Turn: t.Turn, Call: t.Call, Domain: t.Domain, Offset: t.Offset, Text: t.Text,
	}, nil
}
