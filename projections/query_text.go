package projections

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// CheckStatement refuses text that holds none or several statements. It knows as much of SQL as
// it takes to tell a semicolon from one inside quotes or a comment.
func CheckStatement(text string) error {
	statement, ended := false, false
	for i := 0; i < len(text); {
		n := tokenEnd(text, i)
		blank := strings.TrimSpace(text[i:n]) == "" || strings.HasPrefix(text[i:], "--") || strings.HasPrefix(text[i:], "/*")
		switch {
		case blank:
		case text[i] == ';':
			ended = ended || statement
		case ended:
			return &QueryError{Reason: QuerySeveral, Detail: "give one statement"}
		default:
			statement = true
		}
		i = n
	}
	if !statement {
		return &QueryError{Reason: QueryEmpty, Detail: "give a statement"}
	}
	return nil
}

// tokenEnd is the index after the quoted text, comment or single byte at i.
func tokenEnd(text string, i int) int {
	until := func(from int, end string) int {
		if n := strings.Index(text[from:], end); n >= 0 {
			return from + n + len(end)
		}
		return len(text)
	}
	switch rest := text[i:]; {
	case strings.HasPrefix(rest, "--"):
		return until(i, "\n")
	case strings.HasPrefix(rest, "/*"):
		return until(i+2, "*/")
	case text[i] == '[':
		return until(i, "]")
	case text[i] == '\'' || text[i] == '"' || text[i] == '`':
		return until(i+1, text[i:i+1]) // a doubled quote begins the next text at once
	}
	return i + 1
}

// ParamsOf lists the parameters that a statement names, as :name, each once, in the
// order in which they come.
func ParamsOf(text string) (names []string) {
	for i := 0; i < len(text); {
		end := tokenEnd(text, i)
		if text[i] == ':' {
			for end < len(text) && isNamePart(text[end]) {
				end++
			}
			if name := text[i+1 : end]; name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		i = end
	}
	return names
}

func isNamePart(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Bind gives each parameter of a statement its value: nil, a bool, a number or a text.
// Values are bound and never become part of the statement. The error is a [*QueryError]
// that names what is missing, or what nobody asked for.
func Bind(text string, values map[string]any) ([]any, error) {
	names := ParamsOf(text)
	args := make([]any, len(names))
	for i, name := range names {
		value, ok := values[name]
		if !ok {
			return nil, &QueryError{Reason: QueryParams, Detail: "give a value for :" + name}
		}
		args[i] = sql.Named(name, value)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return nil, &QueryError{Reason: QueryParams, Detail: fmt.Sprintf("the statement has no parameter :%s; it has %s", name, listed(names))}
		}
	}
	return args, nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return ":" + strings.Join(names, ", :")
}

// ValueOf is what a person means who writes a parameter's value: a number where the text
// is a number's own spelling, so that every digit is kept, and else the text.
func ValueOf(text string) any {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && f-f == 0 && strconv.FormatFloat(f, 'f', -1, 64) == text {
		return f
	}
	return text
}
