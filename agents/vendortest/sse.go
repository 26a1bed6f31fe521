package vendortest

import (
	"encoding/json"
	"io"
	"net/http"
)

// sse writes server-sent events, each at once.
type sse struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

// send writes an event; kind is "" where the format names none.
func (s *sse) send(kind string, data map[string]any) {
	text, _ := json.Marshal(data) // texts and numbers always marshal
	if kind != "" {
		s.raw("event: " + kind + "\n")
	}
	s.raw("data: " + string(text) + "\n\n")
}

func (s *sse) raw(text string) {
	s.w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(s.w, text) // who is gone needs no answer
	_ = s.rc.Flush()
}

func fail(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // who is gone needs no answer
}

// halves are a text in two pieces, as vendors send arguments.
func halves(args json.RawMessage) []string {
	text := string(args)
	middle := len(text) / 2
	for middle > 0 && middle < len(text) && text[middle]&0xC0 == 0x80 {
		middle++ // between characters: a piece is a JSON text of its own
	}
	return []string{text[:middle], text[middle:]}
}
