package web

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// tally is a connection that keeps each write apart.
type tally struct {
	net.Conn
	writes []string
}

func (c *tally) Write(p []byte) (int, error) {
	c.writes = append(c.writes, string(p))
	return len(p), nil
}

func (c *tally) SetWriteDeadline(time.Time) error { return nil }

func TestFramesThatAreHeldGoOutInOneWrite(t *testing.T) {
	to := &tally{}
	b := &bundle{Conn: to, rooms: new(rooms)}
	write := func(text string) {
		t.Helper()
		if n, err := b.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatalf("wrote %d bytes, %v", n, err)
		}
	}
	write("alone")
	b.hold()
	b.hold()
	write("a")
	write("b")
	if err := b.release(); err != nil {
		t.Fatal(err)
	}
	write("c")
	if err := b.release(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"alone", "abc"}, to.writes); diff != "" {
		t.Errorf("writes (-want +got):\n%s", diff)
	}
}

func TestWhatIsHeldIsBoundedAndKeepsItsOrder(t *testing.T) {
	to := &tally{}
	b := &bundle{Conn: to, rooms: new(rooms)}
	b.hold()
	half, big := strings.Repeat("h", flushBytes/2+1), strings.Repeat("b", 2*flushBytes)
	for _, text := range []string{half, half, big, "end"} {
		if _, err := b.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.release(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(to.writes, ""); got != half+half+big+"end" {
		t.Error("bytes came out in another order")
	}
	for _, w := range to.writes {
		if len(w) > flushBytes {
			t.Errorf("one write has %d bytes", len(w))
		}
	}
}
