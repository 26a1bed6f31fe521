package anthropic

import (
	"errors"
	"net/http"
	"strings"

	vendor "github.com/anthropics/anthropic-sdk-go/v2"

	"turnbook/agents"
	"turnbook/schemas"
)

// faultOf is a failure as the engine knows it. The vendor's own error prints the
// request's address and body; its message alone is taken over.
func faultOf(err error) error {
	var e *vendor.Error
	if !errors.As(err, &e) {
		return agents.WireFault(err)
	}
	out := &agents.Error{Code: codeOf(e), Message: agents.VendorWords(e.StatusCode, e.Message), Err: nil}
	if e.Response != nil {
		out.After = agents.RetryAfter(e.Response.Header)
	}
	return out
}

// codeOf reads status and type. An error in mid-stream has a type and the status of a
// success.
func codeOf(e *vendor.Error) schemas.Code {
	switch e.Type() {
	case vendor.ErrorTypeRateLimitError:
		return schemas.CodeRateLimited
	case vendor.ErrorTypeOverloadedError:
		return schemas.CodeOverloaded
	}
	switch e.StatusCode {
	case http.StatusTooManyRequests:
		return schemas.CodeRateLimited
	case 529, http.StatusServiceUnavailable:
		return schemas.CodeOverloaded
	case http.StatusRequestEntityTooLarge:
		return schemas.CodeContextOverflow
	case http.StatusBadRequest:
		// The vendor has no type of its own for it.
		if strings.Contains(strings.ToLower(e.Message), "prompt is too long") || strings.Contains(e.Message, "context window") {
			return schemas.CodeContextOverflow
		}
		return schemas.CodeModelRefused
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound:
		return schemas.CodeModelRefused
	}
	return schemas.CodeModelError
}
