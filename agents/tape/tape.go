package tape

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// An Exchange is a request and its response.
type Exchange struct {
	Method string
	Path   string // without a query
	Body   []byte // of the request; empty for any

	Status int
	Type   string // the response's Content-Type
	After  string // its Retry-After; "" for none
	Answer []byte // its body
	Cut    bool   // whether the connection broke behind it
}

// The lines that open the parts of a tape:
//
//	-- POST /v1/messages --
//	…the request's body…
//	-- 200 text/event-stream --
//	…the response's body…
//
// A response may say more behind its type: retry-after=7, cut. A line of a body that
// begins like an opening line has a backslash before it.
const (
	opens  = "-- "
	closes = " --"
	escape = `\`
)

// A SyntaxError says which line of a tape can't be read.
type SyntaxError struct {
	Line int
	Want string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("tape: line %d: %s", e.Line, e.Want) }

// Parse reads a tape. What stands before its first part is a comment. The error is a
// [*SyntaxError].
func Parse(raw []byte) ([]Exchange, error) {
	var (
		all  []Exchange
		into *[]byte
		n    int
	)
	for line := range bytes.Lines(raw) {
		n++
		words, opened := opening(line)
		if !opened {
			if into != nil {
				*into = append(*into, bytes.TrimPrefix(line, []byte(escape))...)
			}
			continue
		}
		e, isRequest, err := part(words)
		switch {
		case err != nil:
			return nil, &SyntaxError{n, err.Error()}
		case isRequest && len(all) > 0 && all[len(all)-1].Status == 0:
			return nil, &SyntaxError{n, "the request before this one has no response"}
		case isRequest:
			all = append(all, e)
			into = &all[len(all)-1].Body
		case len(all) == 0 || all[len(all)-1].Status != 0:
			return nil, &SyntaxError{n, "a response stands behind a request"}
		default:
			last := &all[len(all)-1]
			last.Status, last.Type, last.After, last.Cut = e.Status, e.Type, e.After, e.Cut
			into = &last.Answer
		}
	}
	if len(all) > 0 && all[len(all)-1].Status == 0 {
		return nil, &SyntaxError{n, "the last request has no response"}
	}
	for i := range all {
		all[i].Body = bytes.TrimSpace(all[i].Body)
	}
	return all, nil
}

func opening(line []byte) (words []string, ok bool) {
	text := strings.TrimRight(string(line), "\r\n")
	if !strings.HasPrefix(text, opens) || !strings.HasSuffix(text, closes) || len(text) < len(opens)+len(closes) {
		return nil, false
	}
	return strings.Fields(text[len(opens) : len(text)-len(closes)]), true
}

// part reads the words of an opening line.
func part(words []string) (e Exchange, isRequest bool, err error) {
	if len(words) == 2 && strings.HasPrefix(words[1], "/") {
		return Exchange{Method: words[0], Path: words[1]}, true, nil
	}
	if len(words) < 2 {
		return e, false, fmt.Errorf("write -- METHOD /path -- or -- STATUS TYPE --")
	}
	if e.Status, err = strconv.Atoi(words[0]); err != nil || http.StatusText(e.Status) == "" && e.Status != overloaded {
		return e, false, fmt.Errorf("%q is no status", words[0])
	}
	e.Type = words[1]
	for _, word := range words[2:] {
		after, isAfter := strings.CutPrefix(word, "retry-after=")
		switch {
		case word == "cut":
			e.Cut = true
		case isAfter:
			e.After = after
		default:
			return e, false, fmt.Errorf("%q is neither cut nor retry-after=", word)
		}
	}
	return e, false, nil
}

// overloaded is a status of one vendor's own.
const overloaded = 529

// Bytes is the tape of an exchange: [Parse] reads it back.
func (e Exchange) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "-- %s %s --\n%s\n", e.Method, e.Path, escaped(bytes.TrimSpace(e.Body)))
	fmt.Fprintf(&b, "-- %d %s", e.Status, e.Type)
	if e.After != "" {
		fmt.Fprintf(&b, " retry-after=%s", e.After)
	}
	if e.Cut {
		b.WriteString(" cut")
	}
	b.WriteString(" --\n")
	b.Write(escaped(e.Answer))
	if len(e.Answer) > 0 && e.Answer[len(e.Answer)-1] != '\n' {
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// escaped is a body as it stands on a tape.
func escaped(body []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(body) {
		if bytes.HasPrefix(line, []byte(opens)) || bytes.HasPrefix(line, []byte(escape)) {
			b.WriteString(escape)
		}
		b.Write(line)
	}
	return b.Bytes()
}
