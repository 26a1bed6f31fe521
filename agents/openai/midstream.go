package openai

import (
	"encoding/json"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"turnbook/agents"
)

// midStream is an error that came as an event of a stream that had begun: no status
// tells what it is.
func midStream(e *ssestream.StreamError) error {
	var body struct {
		Error struct {
			Message string `json:"message"`
			Type    string `json:"type"`
			Code    any    `json:"code"` // a text, or the status as a number
		} `json:"error"`
	}
	_ = json.Unmarshal(e.Event.Data, &body) // what is no object says nothing
	status, _ := body.Error.Code.(float64)
	code, _ := body.Error.Code.(string)
	return &agents.Error{
		Code:    codeOf(int(status), code, body.Error.Type),
		Message: agents.VendorWords(int(status), body.Error.Message),
	}
}
