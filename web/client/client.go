// Package client speaks to a Turnbook server: REST calls whose problems are typed, and
// the bridge's stream of frames. It keeps no state but the connection: who reads a
// stream remembers the cursor, and goes on from it after a reconnect.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"turnbook/schemas"
)

// A Client calls one server.
type Client struct {
	base *url.URL
	http *http.Client
}

// New is a client for a server's address, as in "http://127.0.0.1:7777". h is nil for
// [http.DefaultClient].
func New(address string, h *http.Client) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("address of the server: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("address of the server: %q is none; give http://host:port", address)
	}
	if h == nil {
		h = http.DefaultClient
	}
	return &Client{base: u, http: h}, nil
}

// A Problem is what the server says when a call comes to nothing (RFC 9457).
type Problem struct {
	Status int            `json:"status"`
	Title  string         `json:"title"`
	Detail string         `json:"detail"`
	Code   schemas.Code   `json:"code"`
	Turn   schemas.TurnID `json:"turn"`  // in the way, or meant
	Card   schemas.CardID `json:"card"`  // that was answered
	At     uint64         `json:"at"`    // position of the answer that it has
	Field  string         `json:"field"` // that is wrong
	Line   int            `json:"line"`
	Column int            `json:"column"`

	Raw json.RawMessage `json:"-"` // the document, whole
}

func (p *Problem) Error() string {
	if p.Code == "" {
		return fmt.Sprintf("the server answers %d: %s", p.Status, p.Detail)
	}
	return fmt.Sprintf("%s: %s", p.Code, p.Detail)
}

// Call sends in as JSON (a []byte as it is, nothing for nil) to a path with its query,
// and reads the answer into out: JSON, into a *[]byte whatever it is; nil for nobody. The error is a [*Problem], or says
// that the server can't be reached.
func (c *Client) Call(ctx context.Context, method, path string, in, out any) error {
	body, kind := io.Reader(nil), ""
	switch in := in.(type) {
	case nil:
	case []byte:
		body, kind = bytes.NewReader(in), "application/octet-stream"
	default:
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("call %s: %w", path, err)
		}
		body, kind = bytes.NewReader(raw), "application/json"
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.base.String(), "/")+path, body)
	if err != nil {
		return err
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("call %s: %w", path, err)
	}
	if res.StatusCode >= http.StatusBadRequest {
		return problemOf(res.StatusCode, raw)
	}
	if bytes, ok := out.(*[]byte); ok {
		*bytes = raw
		return nil
	}
	if out == nil || len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("call %s: read the answer: %w", path, err)
	}
	return nil
}

// Download sends a form to a path and gives the answer, whose body is the caller's to read
// and to close. The error is a [*Problem], or says that the server can't be reached.
func (c *Client) Download(ctx context.Context, path string, form url.Values) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.base.String(), "/")+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < http.StatusBadRequest {
		return res, nil
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", path, err)
	}
	return nil, problemOf(res.StatusCode, raw)
}

// problemOf reads a problem; what is none, from something between here and there, is
// told as it came.
func problemOf(status int, raw []byte) error {
	p := &Problem{}
	if err := json.Unmarshal(raw, p); err != nil || p.Code == "" {
		p = &Problem{Detail: strings.TrimSpace(string(raw[:min(len(raw), 500)]))}
	}
	p.Status, p.Raw = status, raw
	return p
}

// IsCode says whether an error is a problem, or a refusal on a stream, of a code.
func IsCode(err error, code schemas.Code) bool {
	var p *Problem
	return errors.As(err, &p) && p.Code == code
}
