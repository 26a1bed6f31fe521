package web

import (
	"context"
	"sync/atomic"
)

// missedBeats is how many beats in a row a client may leave unanswered. A slow reader
// answers when it has read what came before the question.
const missedBeats = 2

// A life is what is known of a client's: whether it was asked and has not answered.
type life struct {
	asked     atomic.Bool
	listening atomic.Bool // answers are read; while a frame is worked on they are not
	missed    int         // beats; only the pulse counts
}

func (l *life) listens(now bool) { l.listening.Store(now) }

// beat asks the client for a sign of life. One that owes several is gone.
func (c *connection) beat() {
	l := &c.life
	switch {
	case !l.asked.Swap(true):
		l.missed = 0
		go c.conn.Ping(context.Background()) // the answer is noted where frames are read; it ends with the connection
	case l.listening.Load():
		if l.missed++; l.missed == missedBeats {
			go c.conn.CloseNow() // listen ends, and says that the client is lost
		}
	}
}
