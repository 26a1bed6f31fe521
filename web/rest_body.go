package web

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"

	jsonv2 "github.com/go-json-experiment/json" // names compared exactly, members once

	"turnbook/schemas/canon"
)

// readBody reads a body into v: raw bytes as they are, JSON with every digit of its
// numbers. An empty body leaves v as it is.
func readBody(r *http.Request, v any) error {
	if _, nothing := v.(*none); nothing {
		return nil
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			return err
		}
		return problem(CodeInvalidRequest, "the body broke off before its end")
	}
	if bytes, ok := v.(*[]byte); ok {
		*bytes = raw
		return nil
	}
	if len(raw) == 0 {
		return nil
	}
	return parseJSON(raw, v)
}

// parseJSON is the one door for JSON from outside. Members that nobody asked for are
// passed over.
func parseJSON(raw []byte, v any) error {
	raw, err := canon.JSON(raw)
	if err != nil {
		return err
	}
	err = jsonv2.Unmarshal(raw, v)
	var wrong *jsonv2.SemanticError
	if errors.As(err, &wrong) {
		field := strings.ReplaceAll(strings.TrimPrefix(string(wrong.JSONPointer), "/"), "/", ".")
		p := problem(CodeInvalidRequest, "%s: it is a JSON %v; give a %v", field, wrong.JSONKind, kindOf(wrong.GoType))
		p.Field = field
		return p
	}
	return err
}

func kindOf(t reflect.Type) string {
	if t == nil {
		return "value of another kind"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "list"
	case reflect.Struct, reflect.Map:
		return "JSON object"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	}
	return "whole number"
}
