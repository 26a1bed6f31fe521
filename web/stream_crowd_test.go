package web_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sort"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// A guest is one of a crowd: it reads frames as bytes, since there are many.
type guest interface {
	// next is the next frame of an event.
	next(ctx context.Context) ([]byte, error)
	cut()
}

type overBridge struct{ conn *websocket.Conn }

func (g overBridge) next(ctx context.Context) ([]byte, error) {
	for {
		_, frame, err := g.conn.Read(ctx)
		if err != nil || bytes.HasPrefix(frame, []byte(`{"type":"event"`)) {
			return frame, err
		}
		if bytes.HasPrefix(frame, []byte(`{"type":"resync"`)) || bytes.HasPrefix(frame, []byte(`{"type":"error"`)) {
			return nil, errors.New(string(frame))
		}
	}
}

func (g overBridge) cut() { g.conn.CloseNow() }

type overEvents struct {
	body  io.ReadCloser
	lines *bufio.Reader
}

func (g overEvents) next(context.Context) ([]byte, error) {
	for {
		line, err := g.lines.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		frame := bytes.TrimPrefix(line, []byte("data: "))
		if bytes.HasPrefix(frame, []byte(`{"type":"event"`)) {
			return frame, nil
		}
		if bytes.HasPrefix(line, []byte("event: resync")) || bytes.HasPrefix(line, []byte("event: error")) {
			return nil, errors.New(string(line))
		}
	}
}

func (g overEvents) cut() { g.body.Close() }

// arrive opens a stream of the playbook's steps behind a cursor.
func (h *house) arrive(ctx context.Context, listens bool, from string) (guest, error) {
	if listens {
		req, err := http.NewRequestWithContext(ctx, "GET", h.url+"/v1/events?playbook=p1&types=task.step-added", nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("Last-Event-ID", from)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		return overEvents{res.Body, bufio.NewReader(res.Body)}, nil
	}
	conn, _, err := websocket.Dial(ctx, h.url+"/v1/stream", &websocket.DialOptions{Subprotocols: []string{"turnbook.v1"}})
	if err != nil {
		return nil, err
	}
	for _, frame := range []string{`{"type":"hello"}`, `{"type":"subscribe","playbook":"p1","types":["task.step-added"],"from":"` + from + `"}`} {
		if err := conn.Write(ctx, websocket.MessageText, []byte(frame)); err != nil {
			return nil, err
		}
	}
	return overBridge{conn}, nil
}

// visit reads from a cursor to the last event, and comes back behind its cursor after
// each of the cuts, which are numbers of events.
func (h *house) visit(ctx context.Context, listens bool, from string, cuts []int) (cursors []string, err error) {
	g, err := h.arrive(ctx, listens, from)
	if err != nil {
		return nil, err
	}
	for {
		frame, err := g.next(ctx)
		if err != nil {
			return cursors, err
		}
		_, rest, _ := bytes.Cut(frame, []byte(`"cursor":"`))
		cursor, _, _ := bytes.Cut(rest, []byte(`"`))
		cursors = append(cursors, string(cursor))
		if bytes.Contains(frame, []byte(last)) {
			g.cut()
			return cursors, nil
		}
		if len(cuts) > 0 && len(cursors) >= cuts[0] {
			cuts = cuts[1:]
			g.cut()
			if g, err = h.arrive(ctx, listens, string(cursor)); err != nil {
				return cursors, err
			}
		}
	}
}

// pair appends two steps to a session that stands at a position, and returns the next.
func (h *house) pair(session schemas.SessionID, at uint64, title string) uint64 {
	h.t.Helper()
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)}
	var drafts []schemas.Draft
	for i := range 2 {
		s := step(fmt.Sprintf("p%d.%d", at, i), schemas.CanvasAddress(0, 0))
		s.Title = title
		drafts = append(drafts, schemas.Draft{ID: fmt.Sprintf("p%d/%d", at, i), Event: s, Subject: schemas.Subject{Playbook: "p1"}, Turn: "tw", Actor: "agent/test"})
	}
	records, err := h.log.Append(h.t.Context(), e, at, time.Now(), drafts...)
	h.must(err)
	return records[0].Seq
}

// Cases B2, B4, B5 and B6: a subscription is sent behind hello at once, at any cursor,
// over both wires, while a writer runs; half of the guests are cut twice and come back.
func TestACrowdThatComesAndGoesWhileAWriterRunsGetsEachEventOnce(t *testing.T) {
	const guests, messages, back, seed = 200, 1000, 200, 23
	const eachAfter = messages / guests
	log, wakes := embedded(t)
	h := open(t, setting{log: log, wakes: wakes, told: true})
	session := h.session()
	random := rand.New(rand.NewPCG(seed, seed))
	type visit struct {
		after schemas.Position
		cuts  []int
		got   []string
		err   error
	}
	visits := make([]visit, guests)
	ctx := h.context()
	var crowd sync.WaitGroup
	at, err := log.Last(ctx, schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: string(session)})
	h.must(err)
	for i := range messages - 1 {
		at = h.pair(session, at, "step")
		if i%eachAfter > 0 || i/eachAfter >= guests {
			continue
		}
		n := i / eachAfter
		v := &visits[n]
		v.after = schemas.Position{Seq: at - min(at-1, random.Uint64N(back)), Index: random.IntN(3)}
		if n%4 > 1 {
			v.cuts = []int{random.IntN(100), 100 + random.IntN(400)}
		}
		crowd.Go(func() { v.got, v.err = h.visit(ctx, n%2 == 0, h.at(v.after), v.cuts) })
	}
	h.pair(session, at, last)
	crowd.Wait()

	var positions []schemas.Position
	var cursors []string
	for _, r := range h.records(bus.Query{Vendor: vendor, Types: []string{"task.step-added"}}) {
		positions, cursors = append(positions, r.Position), append(cursors, h.at(r.Position))
	}
	cursors = cursors[:len(cursors)-1] // a guest leaves at the first that is marked
	for i, v := range visits {
		from := sort.Search(len(cursors), func(n int) bool { return v.after.Before(positions[n]) })
		if v.err != nil || !slices.Equal(cursors[from:], v.got) {
			t.Errorf("seed %d, guest %d after %v with cuts after %v: %v (-log +stream)\n%s",
				seed, i, v.after, v.cuts, v.err, cmp.Diff(cursors[from:], v.got))
		}
	}
}

// at is the cursor of a position.
func (h *house) at(p schemas.Position) string {
	return fmt.Sprintf("%s.%d.%d", h.log.Epoch(), p.Seq, p.Index)
}
