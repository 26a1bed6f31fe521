package web

import (
	"errors"
	"net/http"

	"github.com/a-h/templ"

	"turnbook/agents"
	"turnbook/bus"
	"turnbook/projections"
	"turnbook/schemas"
)

// promptView is what the page of a prompt shows: what a model was told.
type promptView struct {
	Digest string
	agents.Prompt
}

func (p *pages) prompt(r *http.Request) (templ.Component, error) {
	v := promptView{Digest: r.PathValue("digest")}
	var err error
	v.Prompt, err = promptOf(r.Context(), p.texts, v.Digest)
	if errors.Is(err, bus.ErrNoText) {
		err = &projections.NotFoundError{What: "prompt", ID: v.Digest}
	}
	return promptPage(v), err
}

// promptIn is the digest of the prompt that an event names; "" for none.
func promptIn(e projections.Event) string {
	event, err := schemas.Decode(e.Type, []byte(e.Data))
	if err != nil {
		return ""
	}
	var asked *schemas.Asking
	switch e := event.(type) {
	case schemas.ModelAnswered:
		asked = e.Asked
	case schemas.ModelFailed:
		asked = e.Asked
	}
	if asked == nil {
		return ""
	}
	return asked.Prompt
}
