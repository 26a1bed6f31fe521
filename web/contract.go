package web

import (
	"encoding/json"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// schemaRefs is where both contracts keep their schemas.
const schemaRefs = "#/components/schemas/"

// newRegistry collects the schemas of a contract's types.
func newRegistry() huma.Registry {
	r := huma.NewMapRegistry(schemaRefs, schemaName)
	r.RegisterTypeAlias(reflect.TypeFor[projections.JSON](), reflect.TypeFor[anything]())
	r.RegisterTypeAlias(reflect.TypeFor[schemas.UIContext](), reflect.TypeFor[uiContext]())
	return r
}

// schemaName tells apart what stands in the log and the row that is made of it.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.PkgPath() == reflect.TypeFor[schemas.Event]().PkgPath() {
		return "Logged" + name
	}
	return name
}

// anything is any JSON value.
type anything struct{}

// Schema implements [huma.SchemaProvider].
func (anything) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Description: "any JSON value"}
}

// uiContext is a ui_context as the schemas of events describe it.
type uiContext struct{}

// Schema implements [huma.SchemaProvider].
func (uiContext) Schema(huma.Registry) *huma.Schema {
	const of = "view.context-changed.json"
	var event struct {
		Properties map[string]map[string]any
	}
	raw, err := fs.ReadFile(schemas.SchemaFiles(), of)
	if err == nil {
		err = json.Unmarshal(raw, &event)
	}
	if err != nil {
		panic("web: the embedded schema " + of + ": " + err.Error())
	}
	return &huma.Schema{Extensions: event.Properties["ui_context"]}
}

// closedSets are the values of the types that have a closed list.
func closedSets() map[reflect.Type][]any {
	return map[reflect.Type][]any{
		reflect.TypeFor[schemas.TargetOutcome](): values(schemas.TargetOutcomes()),
		reflect.TypeFor[schemas.TargetReason]():  values(schemas.TargetReasons()),
		reflect.TypeFor[schemas.TurnStatus]():    values(schemas.TurnStatuses()),
		reflect.TypeFor[schemas.CardStatus]():    values(schemas.CardStatuses()),
		reflect.TypeFor[schemas.CardDecision]():  values(schemas.CardDecisions()),
		reflect.TypeFor[schemas.StepKind]():      values(schemas.StepKinds()),
		reflect.TypeFor[document.Status]():       values(document.Statuses()),
	}
}

func values[T ~string](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = string(v)
	}
	return out
}

// settleSchemas makes the schemas of a registry say what is on the wire: objects grow
// by adding, lists are never null unless a tag says so, a pointer without omitempty may
// be, and closed sets are listed.
func settleSchemas(r huma.Registry) {
	closed := closedSets()
	for name, s := range r.Map() {
		s.AdditionalProperties = nil
		for _, f := range reflect.VisibleFields(r.TypeFromRef(schemaRefs + name)) {
			member, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := s.Properties[member]
			if p == nil || f.Anonymous {
				continue
			}
			switch {
			case member == "ui_context" && f.Type == reflect.TypeFor[json.RawMessage](): // which is read later
				shape := uiContext{}.Schema(r)
				shape.Description = p.Description
				s.Properties[member] = shape
			case f.Type.Kind() == reflect.Slice && p.Type == huma.TypeArray:
				p.Nullable = f.Tag.Get("nullable") == "true"
			case f.Type.Kind() == reflect.Pointer && p.Ref != "" && !strings.Contains(options, "omitempty"):
				s.Properties[member] = orNull(p)
			case closed[f.Type] != nil:
				p.Enum = closed[f.Type]
			}
		}
	}
	for _, name := range []string{"Problem", "ProblemFrame"} {
		if s := r.Map()[name]; s != nil {
			s.Properties["code"].Enum = values(Codes())
		}
	}
	for _, unused := range []string{"ErrorModel", "ErrorDetail"} { // the framework's own problems
		delete(r.Map(), unused)
	}
}

func orNull(p *huma.Schema) *huma.Schema {
	about := p.Description
	p.Description = ""
	return &huma.Schema{Description: about, AnyOf: []*huma.Schema{p, {Extensions: map[string]any{"type": "null"}}}}
}

// wireTypes are the types of events that front ends get.
func wireTypes() []string {
	return slices.DeleteFunc(schemas.Types(), func(t string) bool { return schemas.VisibilityOf(t) != schemas.Wire })
}
