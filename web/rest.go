package web

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"turnbook/schemas"
)

// registerREST hangs every route of the interface on the mux, with its part of the
// OpenAPI document at /openapi.json.
func (s *Server) registerREST() {
	config := huma.DefaultConfig("Turnbook", s.o.Version)
	config.CreateHooks, config.DocsPath, config.SchemasPath = nil, "", ""
	config.Transformers = []huma.Transformer{problemOnly}
	config.Components.Schemas = newRegistry()
	api := humago.New(s.mux, config)
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		r, _ := humago.Unwrap(ctx)
		next(huma.WithValue(ctx, requestKey{}, r))
	})
	rest := &rest{Server: s, api: api}
	rest.sessions()
	rest.turns()
	rest.cards()
	rest.playbooks()
	rest.hands()
	rest.library()
	rest.forms()
	rest.lives()
	rest.tables()
	rest.health()
	rest.contracts()
	rest.streams()
	settleSchemas(config.Components.Schemas)
}

// rest is the server with the interface that its routes are registered on.
type rest struct {
	*Server
	api huma.API
}

type requestKey struct{}

func requestOf(ctx context.Context) *http.Request {
	return ctx.Value(requestKey{}).(*http.Request)
}

// A route says what stands at an address.
type route struct {
	method, path string
	name         string // operationId
	status       int    // of success; 0 for 200
	about        string
}

// none is the input or the body of routes that have none.
type none struct{}

// reply is how the framework wants an answer.
type reply[O any] struct{ Body O }

// serve registers a route with parameters I, a body B and an answer O. Bodies are read
// here and not by the framework, which would round their numbers to check them.
func serve[I, B, O any](r *rest, at route, f func(context.Context, *I, B) (O, error)) {
	op := huma.Operation{
		OperationID: at.name, Method: at.method, Path: at.path, Summary: at.about, DefaultStatus: at.status,
	}
	huma.Register(r.api, op, func(ctx context.Context, in *I) (*reply[O], error) {
		var body B
		if err := readBody(requestOf(ctx), &body); err != nil {
			return nil, r.told(ctx, err)
		}
		out, err := f(ctx, in, body)
		if err != nil {
			return nil, r.told(ctx, err)
		}
		return &reply[O]{out}, nil
	})
	describe(r.api.OpenAPI(), at, reflect.TypeFor[B]())
}

// describe adds what the framework was not told of a route: its body and its problems.
func describe(api *huma.OpenAPI, at route, body reflect.Type) {
	item := api.Paths[at.path]
	op := map[string]*huma.Operation{
		http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodDelete: item.Delete,
	}[at.method]
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

// told is an error as the caller is told it.
func (s *Server) told(ctx context.Context, err error) error { return s.toldOf(requestOf(ctx), err) }

// toldOf is an error as the caller is told it. A breakdown is logged.
func (s *Server) toldOf(r *http.Request, err error) *Problem {
	p := problemOf(err)
	if p.Code == CodeInternal && r.Context().Err() == nil {
		s.lg.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
	}
	return p
}

// problemOnly makes the framework's own errors, which are about parameters, problems
// like all others.
func problemOnly(_ huma.Context, _ string, v any) (any, error) {
	e, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := problem(CodeInvalidRequest, "%s", e.Detail)
	p.Status, p.Title = e.Status, http.StatusText(e.Status)
	if e.Status >= http.StatusInternalServerError {
		p.Code = CodeInternal
	}
	for _, d := range e.Errors {
		where := d.Location[strings.LastIndexByte(d.Location, '.')+1:]
		p.Detail += "; " + where + ": " + d.Message
		if p.Field == "" {
			p.Field = where
		}
	}
	return p, nil
}

// parseID is [schemas.ParseID] for an id that may be absent.
func parseID[ID ~string](what, text string) (ID, error) {
	if text == "" {
		return "", nil
	}
	return schemas.ParseID[ID](what, text)
}

// all is a list that is never null.
func all[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
