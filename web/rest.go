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

// registerREST hangs every route of the interface on the mux, and the OpenAPI document
// that describes them.
func (s *Server) registerREST() {
	config := huma.DefaultConfig("Turnbook", s.o.Version)
	config.CreateHooks, config.OpenAPIPath, config.DocsPath, config.SchemasPath = nil, "", "", ""
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
	rest.comments()
	rest.ledger()
	rest.cards()
	rest.playbooks()
	rest.hands()
	rest.library()
	rest.prompts()
	rest.forms()
	rest.lives()
	rest.workspaces()
	rest.handles()
	rest.tables()
	rest.queries()
	rest.audit()
	rest.evidence()
	rest.whatIfs()
	rest.health()
	rest.contracts()
	rest.streams()
	rest.document()
}

// rest is the server with the interface that its routes are registered on.
type rest struct {
	*Server
	api   huma.API
	about []func(*huma.OpenAPI) // each describes a route in the document
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

// reply is how the framework wants an answer. Of what type that is, the document says.
type reply struct{ Body any }

// serve registers a route with parameters I, a body B and an answer O. Bodies are read
// here and not by the framework, which would round their numbers to check them.
func serve[I, B, O any](r *rest, at route, f func(context.Context, *I, B) (O, error)) {
	op := huma.Operation{
		OperationID: at.name, Method: at.method, Path: at.path, Summary: at.about, DefaultStatus: at.status,
	}
	huma.Register(r.api, op, func(ctx context.Context, in *I) (*reply, error) {
		var body B
		if err := readBody(requestOf(ctx), &body); err != nil {
			return nil, r.told(ctx, err)
		}
		out, err := f(ctx, in, body)
		if err != nil {
			return nil, r.told(ctx, err)
		}
		return &reply{out}, nil
	})
	r.about = append(r.about, func(api *huma.OpenAPI) { describe(api, at, reflect.TypeFor[B](), reflect.TypeFor[O]()) })
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
