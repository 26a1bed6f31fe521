package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
)

// maxLine is the longest line of an answer that is read line by line, in bytes.
const maxLine = 64 << 20

// Lines sends in as JSON to a path and yields the answer's lines, each a JSON object, as
// they come. The error, which is its last, is a [*Problem], or says that the server can't
// be reached. A line is only good until the next.
func (c *Client) Lines(ctx context.Context, path string, in any) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		res, err := c.post(ctx, path, in)
		if err != nil {
			yield(nil, err)
			return
		}
		defer res.Body.Close()
		lines := bufio.NewScanner(res.Body)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			if !yield(lines.Bytes(), nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("call %s: %w", path, err))
		}
	}
}

// post sends JSON and hands the answer out unread, unless it is a problem.
func (c *Client) post(ctx context.Context, path string, in any) (*http.Response, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", path, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(c.base.String(), "/")+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.http.Do(req)
	if err != nil || res.StatusCode < http.StatusBadRequest {
		return res, err
	}
	defer res.Body.Close()
	told, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", path, err)
	}
	return nil, problemOf(res.StatusCode, told)
}
