package exports

import (
	"bufio"
	"encoding/json"
	"io"
)

// lineWriter writes an object a row. Text is as it stands in the table.
type lineWriter struct {
	w     *bufio.Writer
	names [][]byte
}

func newLines(w io.Writer, s Survey) (*lineWriter, error) {
	l := &lineWriter{w: bufio.NewWriter(w)}
	for _, name := range s.Columns {
		raw, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		l.names = append(l.names, raw)
	}
	return l, nil
}

func (l *lineWriter) row(values []any) error {
	for i, v := range values {
		l.w.WriteByte(map[bool]byte{true: '{', false: ','}[i == 0])
		l.w.Write(l.names[i])
		l.w.WriteByte(':')
		if f, ok := v.(float64); ok {
			v = json.Number(floatText(f))
		}
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		l.w.Write(raw)
	}
	_, err := l.w.WriteString("}\n") // what failed before fails here again
	return err
}

func (l *lineWriter) end() error { return l.w.Flush() }
