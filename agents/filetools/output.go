package filetools

import (
	"fmt"
	"strings"
)

// ends keeps the beginning and the end of what a command writes.
type ends struct {
	head, tail []byte
	dropped    int
}

const (
	maxHead = 8 << 10
	maxTail = 24 << 10
)

func (e *ends) Write(p []byte) (int, error) {
	n := len(p)
	if room := maxHead - len(e.head); room > 0 {
		room = min(room, len(p))
		e.head, p = append(e.head, p[:room]...), p[room:]
	}
	e.tail = append(e.tail, p...)
	if over := len(e.tail) - maxTail; over > 0 {
		e.tail, e.dropped = append(e.tail[:0], e.tail[over:]...), e.dropped+over
	}
	return n, nil
}

// String is what was kept, as whole characters, with a line's end.
func (e *ends) String() string {
	text := string(e.head)
	if e.dropped > 0 {
		text += fmt.Sprintf("\n[%d bytes are left out; write the output to a file and read that]\n", e.dropped)
	}
	text = strings.ToValidUTF8(text+string(e.tail), "\uFFFD")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}
