package openai

import (
	"errors"
	"net/http"

	vendor "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"turnbook/agents"
	"turnbook/schemas"
)

// faultOf is a failure as the engine knows it.
func faultOf(err error) error {
	var e *vendor.Error
	if errors.As(err, &e) {
		out := &agents.Error{Code: codeOf(e.StatusCode, e.Code, e.Type), Message: agents.VendorWords(e.StatusCode, e.Message)}
		if e.Response != nil {
			out.After = agents.RetryAfter(e.Response.Header)
		}
		return out
	}
	var mid *ssestream.StreamError
	if errors.As(err, &mid) {
		return midStream(mid)
	}
	return agents.WireFault(err)
}

// codeOf reads status, code and type. A spent quota has the status of a rate that is
// too high, and does not pass by waiting.
func codeOf(status int, code, kind string) schemas.Code {
	switch {
	case code == "context_length_exceeded", status == http.StatusRequestEntityTooLarge:
		return schemas.CodeContextOverflow
	case code == "insufficient_quota", kind == "insufficient_quota":
		return schemas.CodeModelRefused
	case status == http.StatusTooManyRequests, code == "rate_limit_exceeded":
		return schemas.CodeRateLimited
	case status == http.StatusServiceUnavailable, kind == "overloaded_error":
		return schemas.CodeOverloaded
	}
	switch status {
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden,
		http.StatusNotFound, http.StatusUnprocessableEntity:
		return schemas.CodeModelRefused
	}
	return schemas.CodeModelError
}
