package exports

import (
	"fmt"
	"math"

	"turnbook/projections"
)

// A Survey is what is known of an answer before it is written.
type Survey struct {
	projections.End
	Columns []string // each name once: a second "n" is "n_2"
	kinds   []kind
}

// A kind is what the values of a column are, nulls aside.
type kind int

const (
	nothing kind = iota // nulls alone
	whole
	real // and whole numbers that it holds exactly
	text
	bytes
)

// surveyor is the sink of the first run.
type surveyor struct {
	Survey
	exact []bool // by column: whole numbers so far fit into a float
}

func (s *surveyor) Begin(asOf projections.AsOf, columns []string) error {
	s.AsOf, s.Columns = asOf, distinct(columns)
	s.kinds, s.exact = make([]kind, len(columns)), make([]bool, len(columns))
	for i := range s.exact {
		s.exact[i] = true
	}
	return nil
}

func (s *surveyor) Row(values []any) error {
	for i, v := range values {
		if n, ok := v.(int64); ok {
			s.exact[i] = s.exact[i] && n >= -1<<53 && n <= 1<<53
		}
		s.kinds[i] = join(s.kinds[i], kindOf(v), s.exact[i])
	}
	return nil
}

func (s *surveyor) Finish(end projections.End) error {
	s.End = end
	return nil
}

func kindOf(v any) kind {
	switch v.(type) {
	case nil:
		return nothing
	case int64:
		return whole
	case float64:
		return real
	case []byte:
		return bytes
	}
	return text
}

// join is the kind that holds values of both, with every digit of them.
func join(a, b kind, exact bool) kind {
	switch {
	case a == nothing || a == b:
		if b == nothing {
			return a
		}
		return b
	case b == nothing:
		return a
	case a <= real && b <= real && exact:
		return real
	case a == bytes || b == bytes:
		return bytes
	}
	return text
}

// distinct tells columns of one name apart by a number.
func distinct(columns []string) []string {
	out, taken := make([]string, len(columns)), make(map[string]bool, len(columns))
	for i, name := range columns {
		out[i] = name
		for n := 2; taken[out[i]]; n++ {
			out[i] = fmt.Sprintf("%s_%d", name, n)
		}
		taken[out[i]] = true
	}
	return out
}

// textOf is a value as text, with every digit of a number.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return fmt.Sprint(v)
	case float64:
		return floatText(v)
	}
	return fmt.Sprint(v)
}

// floatText is a number's shortest spelling that reads back the same; one that SQLite
// holds for infinite is as large as none can be.
func floatText(f float64) string {
	if math.IsInf(f, 0) {
		return map[bool]string{true: "1e999", false: "-1e999"}[f > 0]
	}
	return fmt.Sprint(f)
}
