package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// streams describes, in the OpenAPI document, the addresses whose answers are streams.
// What goes over them is in /asyncapi.json, and for AG-UI in that protocol's own
// documents.
func (r *rest) streams() {
	r.streamed(http.MethodGet, "/v1/stream", "openStream", "The bridge: a WebSocket of the subprotocol "+Protocol+", whose frames are in /asyncapi.json", http.StatusSwitchingProtocols, "")
	r.streamed(http.MethodGet, "/v1/events", "followEvents", "The same frames as server-sent events, for who only listens", http.StatusOK, "text/event-stream", eventsParameters...)
	r.streamed(http.MethodGet, "/v1/export", "exportRows", "The answer of a query as a file: CSV, JSON lines, Parquet, or spans of turns (OTLP); parameters of the query are p.NAME; the same fields as a form by POST", http.StatusOK, "application/octet-stream", exportParameters...)
	r.streamed(http.MethodPost, "/v1/agui", "runAGUI", "AG-UI 1.0: run a turn, or answer its interrupt (RunAgentInput)", http.StatusOK, "text/event-stream")
	r.streamed(http.MethodPost, "/v1/agui/replay", "replayAGUI", "AG-UI 1.0: the thread's runs, told again (RunAgentInput)", http.StatusOK, "text/event-stream")
	r.streamed(http.MethodGet, "/v1/agui/capabilities", "getAGUICapabilities", "AG-UI 1.0: what this endpoint can do", http.StatusOK, "application/json")
}

// streamed adds one operation, with its problems and the parameters of its query.
func (r *rest) streamed(method, path, name, about string, status int, kind string, parameters ...string) {
	api := r.api.OpenAPI()
	success := &huma.Response{Description: http.StatusText(status)}
	switch kind {
	case "text/event-stream", "application/x-ndjson", "application/octet-stream":
		success.Content = map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString}}}
	case "application/jsonl":
		success.Content = map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString}}}
	case "application/zip":
		success.Content = map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	case "application/json":
		success.Content = map[string]*huma.MediaType{kind: {Schema: anything{}.Schema(nil)}}
	}
	op := &huma.Operation{
		OperationID: name, Method: method, Path: path, Summary: about,
		Responses: map[string]*huma.Response{strconv.Itoa(status): success, "default": problems(api)},
	}
	if method == http.MethodPost {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: anything{}.Schema(nil)}}}
	}
	if strings.Contains(path, "/{id}") {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	for _, p := range parameters {
		op.Parameters = append(op.Parameters, &huma.Param{Name: p, In: "query", Schema: &huma.Schema{Type: huma.TypeString}})
	}
	api.AddOperation(op)
}
