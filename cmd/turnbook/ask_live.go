package main

import (
	"fmt"
	"io"
	"strings"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A writing shows a message on a terminal while it is written. The finished message
// stands there once, whatever was seen of it before.
type writing struct {
	w     io.Writer      // nil where nobody watches: pieces are passed over
	call  schemas.CallID // whose message is shown; "" for none
	told  string         // its text so far
	shown string         // what of it is on the terminal
	open  bool           // the line is not ended
}

// hear shows a piece that goes on where the last one ended. Any other is left out: the
// finished message has it.
func (l *writing) hear(d client.Frame) {
	if l.w == nil {
		return
	}
	if d.Call != l.call && d.Offset == 0 {
		l.breakOff()
		l.call = d.Call
		fmt.Fprintln(l.w)
	}
	if d.Call == l.call && d.Offset == len(l.told) {
		l.told += d.Text
		l.grow()
	}
}

// grow writes what the terminal does not have yet. Line ends wait for what follows them.
func (l *writing) grow() {
	now := paragraph(l.told, "")
	if more := strings.TrimPrefix(now, l.shown); more != "" {
		fmt.Fprint(l.w, more)
		l.open = true
	}
	l.shown = now
}

// finish shows the rest of a message, and says whether it stands there now. One whose
// pieces said something else does not.
func (l *writing) finish(m schemas.MessageWritten) bool {
	if m.Call != l.call || l.call == "" {
		return false
	}
	if !strings.HasPrefix(m.Text, l.told) {
		l.breakOff()
		return false
	}
	l.told = m.Text
	l.grow()
	l.pause()
	fmt.Fprintln(l.w)
	l.call, l.told, l.shown = "", "", ""
	return true
}

// breakOff leaves a message of which nothing more comes.
func (l *writing) breakOff() {
	if l.call == "" {
		return
	}
	fmt.Fprintln(l.w, "…")
	l.call, l.told, l.shown, l.open = "", "", "", false
}

// pause ends the line, so that something else may stand on the next one.
func (l *writing) pause() {
	if l.open {
		fmt.Fprintln(l.w)
		l.open = false
	}
}
