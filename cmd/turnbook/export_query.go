package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// exportRows writes the answer of a query, and tells what it is.
func (e *exportAsk) exportRows(ctx context.Context, stdout, stderr io.Writer) error {
	if err := e.rows.check(nil); err != nil {
		return err
	}
	c, err := e.client()
	if err != nil {
		return err
	}
	res, err := c.Download(ctx, "/v1/export", e.rows.form(e.format))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if e.out == "" {
		_, err = io.Copy(stdout, res.Body)
	} else {
		err = replaceFile(e.out, func(w io.Writer) error { return copyLines(w, res, stderr) })
	}
	if err != nil {
		return fmt.Errorf("the export broke off: %w", err)
	}
	h := res.Header
	n, _ := strconv.Atoi(h.Get("Turnbook-Rows"))
	fmt.Fprintf(stderr, "%s, as of position %s, lag %s%s\n", counted(n, "row"), h.Get("Turnbook-As-Of"), h.Get("Turnbook-Lag"), cutWords(h.Get("Turnbook-Truncated") == "true"))
	return nil
}

// form is the query as the server's export takes it.
func (q *sqlAsk) form(format string) url.Values {
	form := url.Values{"format": {format}, "limit": {strconv.Itoa(q.Limit)}, "seconds": {strconv.Itoa(q.Seconds)}, "as_of": {strconv.FormatUint(q.AsOf, 10)}}
	if q.Saved != "" {
		form.Set("saved", q.Saved)
	} else {
		form.Set("sql", q.SQL)
	}
	for name, value := range q.Params {
		form.Set("p."+name, fmt.Sprint(value))
	}
	return form
}

// copyLines copies an answer, and shows how far it has come.
func copyLines(w io.Writer, res *http.Response, stderr io.Writer) error {
	all, _ := strconv.ParseUint(res.Header.Get("Turnbook-Rows"), 10, 64)
	counter := &lineCounter{bar: bar{w: stderr, what: "Exporting"}, all: all}
	defer counter.bar.end()
	_, err := io.Copy(io.MultiWriter(w, counter), res.Body)
	return err
}

// A lineCounter shows how far formats of a line a row have come.
type lineCounter struct {
	bar  bar
	done uint64
	all  uint64
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.done += uint64(bytes.Count(p, []byte("\n")))
	c.bar.show(c.done, c.all)
	return len(p), nil
}
