package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"turnbook/schemas"
)

// A connection is one client of the bridge, which is one view.
type connection struct {
	*Server
	wire
	view     schemas.ViewID // "" until hello
	stopFeed func()         // ends the subscription and waits for its end; nil for none
	life     life
}

// farewell is how long the end of a view may take to be recorded.
const farewell = 5 * time.Second

// Why a view ends, as its event says.
const (
	endedByClient = "closed by the client"
	endedByServer = "the server stopped"
	endedByNobody = "lost"
)

// stream serves the bridge at /v1/stream until the client goes or the server stops.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	if !isUpgrade(r) || !asksFor(r, Protocol) {
		s.refuse(w, r, problem(CodeInvalidRequest, "this address takes WebSocket connections of the subprotocol %s", Protocol))
		return
	}
	if !s.enter() {
		s.refuse(w, r, problem(CodeUnavailable, "the server is stopping"))
		return
	}
	defer s.open.Done()
	c := &connection{Server: s, wire: wire{bundle: &bundle{rooms: &s.rooms}, purse: newPurse()}}
	conn, err := websocket.Accept(bundling{w, c.bundle}, r, &websocket.AcceptOptions{
		Subprotocols:       []string{Protocol},
		InsecureSkipVerify: true, // the origin was checked at the door
		OnPongReceived:     func(context.Context, []byte) { c.life.asked.Store(false) },
	})
	if err != nil {
		s.lg.Debug("handshake failed", "err", err)
		return
	}
	defer conn.CloseNow()
	c.conn = conn
	conn.SetReadLimit(MaxBody)
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	defer context.AfterFunc(s.quit, func() { conn.Close(websocket.StatusGoingAway, "the server is stopping") })()
	defer s.pulse.join(c)()
	reason := c.listen(ctx)
	conn.CloseNow() // for a write that waits for a client that is gone
	s.rise(c.view)
	c.unsubscribe()
	c.leave(reason)
}

// enter counts a connection in, unless the server is stopping.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.quit.Err() != nil {
		return false
	}
	s.open.Add(1)
	return true
}

func asksFor(r *http.Request, protocol string) bool {
	for _, line := range r.Header.Values("Sec-WebSocket-Protocol") {
		for _, name := range strings.Split(line, ",") {
			if strings.EqualFold(strings.TrimSpace(name), protocol) {
				return true
			}
		}
	}
	return false
}

// listen takes frames one after the other until there are no more, and says why.
func (c *connection) listen(ctx context.Context) string {
	for {
		c.life.listens(true)
		kind, raw, err := c.conn.Read(ctx)
		c.life.listens(false)
		if err == nil && kind != websocket.MessageText {
			err = c.tell(inFrame{}, "error", problem(CodeInvalidJSON, "frames are JSON text"))
		} else if err == nil {
			err = c.take(ctx, raw)
		}
		if err == nil {
			continue
		}
		switch status := websocket.CloseStatus(err); {
		case c.quit.Err() != nil:
			return endedByServer
		case status == websocket.StatusNormalClosure, status == websocket.StatusGoingAway:
			return endedByClient
		}
		return endedByNobody
	}
}

// take answers one frame. The error says that the client can't be reached.
func (c *connection) take(ctx context.Context, raw []byte) error {
	var f inFrame
	if err := parseJSON(raw, &f); err != nil {
		return c.tell(inFrame{}, "error", err)
	}
	if len(f.Ref) > maxRef {
		f.Ref = nil
		return c.tell(f, "error", problem(CodeInvalidRequest, "ref is longer than %d bytes", maxRef))
	}
	if (f.Type == "hello") != (c.view == "") {
		return c.tell(f, "error", problem(CodeNoHello, "a connection begins with one hello"))
	}
	switch f.Type {
	case "hello":
		return c.told(f, "error", c.hello(ctx, f))
	case "subscribe":
		return c.told(f, "error", c.subscribe(ctx, f))
	case "unsubscribe":
		c.unsubscribe()
		return c.sendJSON(ackFrame{head: head{"ack", f.Ref}})
	case "credit":
		return c.credit(f)
	case "ui_context":
		return c.told(f, "refused", c.uiContext(ctx, f))
	case "message":
		return c.told(f, "refused", c.message(ctx, f))
	case "cancel":
		return c.told(f, "refused", c.cancel(ctx, f))
	case "answer":
		return c.told(f, "refused", c.answerCard(ctx, f))
	}
	return c.tell(f, "error", problem(CodeUnknownFrame, "there is no frame %q here; give hello, subscribe, unsubscribe, credit, ui_context, message, cancel or answer", shorten(f.Type)))
}

func shorten(text string) string {
	if len(text) > 64 {
		return strings.ToValidUTF8(text[:64], "") + "…"
	}
	return text
}

// told answers with a problem where there is one. An error of the wire itself is
// passed on.
func (c *connection) told(f inFrame, kind string, err error) error {
	var gone *goneError
	if err == nil {
		return nil
	}
	if errors.As(err, &gone) {
		return err
	}
	return c.tell(f, kind, err)
}

// tell sends a problem. What broke down is an error, whoever asked.
func (c *connection) tell(f inFrame, kind string, err error) error {
	p := problemOf(err)
	if p.Status >= http.StatusInternalServerError {
		kind = "error"
		c.lg.Error("frame failed", "type", f.Type, "view", c.view, "err", err)
	}
	return c.sendJSON(problemFrame{head{kind, f.Ref}, p})
}
