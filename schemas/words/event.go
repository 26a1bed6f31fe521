package words

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"turnbook/schemas"
)

// Event replaces the words of an event. Digests of what people wrote are replaced, too:
// a short text can be guessed from its digest.
func (r *Replacer) Event(e schemas.Event) (schemas.Event, error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("words of %s: %w", e.EventType(), err)
	}
	v, err := parse(raw)
	if err != nil {
		return nil, fmt.Errorf("words of %s: %w", e.EventType(), err)
	}
	if raw, err = json.Marshal(r.typed(reflect.TypeOf(e), v)); err != nil {
		return nil, fmt.Errorf("words of %s: %w", e.EventType(), err)
	}
	return schemas.Decode(e.EventType(), raw)
}

// typed replaces the words of a value whose Go type says where they are.
func (r *Replacer) typed(typ reflect.Type, v any) any {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ == reflect.TypeFor[schemas.UIContext]() {
		return r.value(v)
	}
	switch v := v.(type) {
	case []any:
		if typ.Kind() == reflect.Slice {
			for i := range v {
				v[i] = r.typed(typ.Elem(), v[i])
			}
		}
	case map[string]any:
		if typ.Kind() == reflect.Struct {
			r.fields(typ, v)
		}
	}
	return v
}

func (r *Replacer) fields(typ reflect.Type, object map[string]any) {
	for _, f := range reflect.VisibleFields(typ) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		v, there := object[name]
		if f.Anonymous || !there {
			continue
		}
		switch text, isText := v.(string); {
		case f.Tag.Get("words") != "":
			object[name] = r.value(v)
		case digests[name] && isText && text != "":
			object[name] = r.digest(text)
		case isText && f.Type.Kind() == reflect.String && f.Type != reflect.TypeFor[string]():
			r.known[text] = true // a name with a type is an id, or of a closed set
		default:
			object[name] = r.typed(f.Type, v)
		}
	}
}

// digests are the fields that hold one of what a person wrote. A card's fingerprint is
// none of them: a decision makes it anew.
var digests = setOf("digest", "ask")

func (r *Replacer) digest(s string) string {
	if made, ok := r.made[s]; ok {
		return made
	}
	n := r.count["digest"]
	r.count["digest"]++
	r.made[s] = schemas.Digest(fmt.Appendf(nil, "digest %d", n))
	return r.made[s]
}
