package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// document serves the OpenAPI document, in the versions and forms that generators ask
// for. It is drawn up when it is first asked for: its hundreds of schemas are most of what
// the routes cost, and a start has no need of them.
func (r *rest) document() {
	whole := sync.OnceValue(func() *huma.OpenAPI {
		api := r.api.OpenAPI()
		for _, about := range r.about {
			about(api)
		}
		settleSchemas(api.Components.Schemas)
		return api
	})
	for name, encode := range map[string]func(*huma.OpenAPI) ([]byte, error){
		"openapi.json":     func(api *huma.OpenAPI) ([]byte, error) { return json.Marshal(api) },
		"openapi.yaml":     (*huma.OpenAPI).YAML,
		"openapi-3.0.json": (*huma.OpenAPI).Downgrade,
		"openapi-3.0.yaml": (*huma.OpenAPI).DowngradeYAML,
	} {
		text := sync.OnceValues(func() ([]byte, error) { return encode(whole()) })
		kind := "application/openapi+" + name[strings.LastIndexByte(name, '.')+1:]
		r.mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, req *http.Request) {
			raw, err := text()
			if err != nil {
				r.refuse(w, req, r.toldOf(req, err))
				return
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(raw) // who is gone needs no answer
		})
	}
}

// describe adds what the framework was not told of a route: its body, its answer and its
// problems.
func describe(api *huma.OpenAPI, at route, body, answer reflect.Type) {
	item := api.Paths[at.path]
	op := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodDelete: item.Delete,
	}[at.method]
	op.Responses[strconv.Itoa(op.DefaultStatus)].Content["application/json"].Schema = api.Components.Schemas.Schema(answer, true, at.name+"Answer")
	op.Responses["default"] = problems(api)
	switch body {
	case reflect.TypeFor[none]():
	case reflect.TypeFor[[]byte]():
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/octet-stream": {Schema: &huma.Schema{Type: "string", Format: "binary"}},
		}}
	default:
		op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{
			"application/json": {Schema: api.Components.Schemas.Schema(body, true, at.name+"Body")},
		}}
	}
}

// problems is every answer that is none.
func problems(api *huma.OpenAPI) *huma.Response {
	schema := api.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	return &huma.Response{
		Description: "A problem (RFC 9457) with a code of the closed list: " + codeList(),
		Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: schema}},
	}
}

func codeList() string {
	var names []string
	for _, c := range Codes() {
		names = append(names, string(c))
	}
	return strings.Join(names, ", ")
}
