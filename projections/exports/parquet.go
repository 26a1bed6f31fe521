package exports

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// groupRows is how many rows are held in memory before they are written as a group.
const groupRows = 10_000

// parquetWriter writes typed columns. Every column is optional: SQLite's may hold null.
type parquetWriter struct {
	w     *parquet.GenericWriter[any]
	kinds []kind
	line  parquet.Row
}

// ordered is a group whose columns stand in the query's order, not in the alphabet's.
type ordered struct {
	parquet.Group
	names []string
}

func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(o.names, a.Name()) - slices.Index(o.names, b.Name())
	})
	return fields
}

func newParquet(w io.Writer, s Survey) (*parquetWriter, error) {
	root := ordered{make(parquet.Group), s.Columns}
	for i, name := range s.Columns {
		root.Group[name] = parquet.Compressed(parquet.Optional(nodeOf(s.kinds[i])), &parquet.Zstd)
	}
	out := parquet.NewGenericWriter[any](w, parquet.NewSchema("answer", root), parquet.MaxRowsPerRowGroup(groupRows),
		parquet.KeyValueMetadata("turnbook.as_of", strconv.FormatUint(s.AsOf.Seq, 10)),
		parquet.KeyValueMetadata("turnbook.truncated", strconv.FormatBool(s.Truncated)))
	return &parquetWriter{w: out, kinds: s.kinds, line: make(parquet.Row, len(s.kinds))}, nil
}

func nodeOf(k kind) parquet.Node {
	switch k {
	case whole:
		return parquet.Int(64)
	case real:
		return parquet.Leaf(parquet.DoubleType)
	case bytes:
		return parquet.Leaf(parquet.ByteArrayType)
	}
	return parquet.String()
}

func (p *parquetWriter) row(values []any) error {
	for i, v := range values {
		value, err := parquetValue(p.kinds[i], v)
		if err != nil {
			return err
		}
		level := 1
		if v == nil {
			level = 0
		}
		p.line[i] = value.Level(0, level, i)
	}
	_, err := p.w.WriteRows([]parquet.Row{p.line})
	return err
}

// parquetValue is a value as its column has it. The survey saw every value, so one that
// does not fit is of a query that answers each time anew, as random() does.
func parquetValue(k kind, v any) (parquet.Value, error) {
	if v == nil {
		return parquet.NullValue(), nil
	}
	switch k {
	case whole:
		if n, ok := v.(int64); ok {
			return parquet.Int64Value(n), nil
		}
	case real:
		switch v := v.(type) {
		case int64:
			return parquet.DoubleValue(float64(v)), nil
		case float64:
			return parquet.DoubleValue(v), nil
		}
	case text, bytes:
		return parquet.ByteArrayValue([]byte(textOf(v))), nil
	}
	return parquet.Value{}, fmt.Errorf("exports: the query answers %v where it answered another type before", v)
}

func (p *parquetWriter) end() error { return p.w.Close() }
