package tape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"turnbook/schemas/canon"
)

// A Player answers requests from a tape. It is an [http.RoundTripper].
type Player struct {
	mu     sync.Mutex
	tape   []Exchange
	played []bool
}

// NewPlayer plays a tape once.
func NewPlayer(tape []Exchange) *Player {
	return &Player{tape: tape, played: make([]bool, len(tape))}
}

// A MissingError is a request that is not on the tape, or was played already.
type MissingError struct {
	Method, Path string
	Body         []byte
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("tape: there is no %s %s with this body (any more): %.200s", e.Method, e.Path, e.Body)
}

// RoundTrip implements [http.RoundTripper]. The error is a [*MissingError], or what
// reading the request's body reported.
func (p *Player) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	e, ok := p.next(r.Method, r.URL.Path, body)
	if !ok {
		return nil, &MissingError{r.Method, r.URL.Path, body}
	}
	h := http.Header{"Content-Type": {e.Type}}
	if e.After != "" {
		h.Set("Retry-After", e.After)
	}
	var answer io.Reader = bytes.NewReader(e.Answer)
	if e.Cut {
		answer = io.MultiReader(answer, broken{})
	}
	return &http.Response{
		Status: strconv.Itoa(e.Status) + " " + http.StatusText(e.Status), StatusCode: e.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: h, Body: io.NopCloser(answer), Request: r,
	}, nil
}

// broken is a connection that has broken.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// next takes the first exchange for a request that was not played.
func (p *Player) next(method, path string, body []byte) (Exchange, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, e := range p.tape {
		if !p.played[i] && e.Method == method && e.Path == path && (len(e.Body) == 0 || same(e.Body, body)) {
			p.played[i] = true
			return e, true
		}
	}
	return Exchange{}, false
}

// Left is how many exchanges were not played.
func (p *Player) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := 0
	for _, played := range p.played {
		if !played {
			left++
		}
	}
	return left
}

// same compares bodies by what they say.
func same(a, b []byte) bool {
	left, err1 := canon.JSON(json.RawMessage(a))
	right, err2 := canon.JSON(json.RawMessage(b))
	if err1 != nil || err2 != nil {
		return bytes.Equal(a, b)
	}
	return bytes.Equal(left, right)
}

func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	return bytes.TrimSpace(body), err
}
