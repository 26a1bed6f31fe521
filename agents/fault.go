package agents

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"turnbook/schemas"
)

// WireFault is a failure between an adapter and its vendor: no connection, or one that
// broke. It tells the host and never the whole address.
func WireFault(err error) error {
	var (
		timeout net.Error
		at      *url.Error
	)
	text := err.Error()
	if errors.As(err, &at) {
		text = at.Err.Error()
		if u, bad := url.Parse(at.URL); bad == nil {
			text = u.Host + ": " + text
		}
	}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err // whoever called it off knows why
	case errors.As(err, &timeout) && timeout.Timeout():
		return &Error{Code: schemas.CodeModelTimeout, Message: Shorten(text), Err: err}
	case errors.As(err, &at):
		return &Error{Code: schemas.CodeModelError, Message: Shorten(text), Err: err}
	}
	return &Error{Code: schemas.CodeModelCut, Message: "the answer broke off: " + Shorten(text), Err: err}
}

// VendorWords is what a vendor said of a call that failed.
func VendorWords(status int, message string) string {
	if message = strings.TrimSpace(message); message == "" {
		return fmt.Sprintf("the vendor answered %d %s", status, http.StatusText(status))
	}
	return Shorten(message)
}

// RetryAfter is how long a vendor asks to be left alone: the header Retry-After in
// seconds, or its finer form in milliseconds; 0 for no word.
func RetryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	if s, err := strconv.ParseFloat(h.Get("Retry-After"), 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	return 0
}
