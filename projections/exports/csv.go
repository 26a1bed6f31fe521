package exports

import (
	"bufio"
	"encoding/hex"
	"io"
	"strings"
)

// csvWriter writes RFC 4180: a head, CRLF after each record, quotes where they are
// needed. encoding/csv can't: with CRLF it would change the ends of lines inside values.
type csvWriter struct{ w *bufio.Writer }

func newCSV(w io.Writer, s Survey) (*csvWriter, error) {
	c := &csvWriter{bufio.NewWriter(w)}
	head := make([]any, len(s.Columns))
	for i, name := range s.Columns {
		head[i] = name
	}
	return c, c.row(head)
}

func (c *csvWriter) row(values []any) error {
	for i, v := range values {
		if i > 0 {
			c.w.WriteByte(',')
		}
		c.w.WriteString(csvField(v, len(values) == 1))
	}
	_, err := c.w.WriteString("\r\n") // what failed before fails here again
	return err
}

func (c *csvWriter) end() error { return c.w.Flush() }

// csvField is a value as a field. Numbers stay numbers, null is nothing, bytes are
// hexadecimal digits.
func csvField(v any, alone bool) string {
	switch v := v.(type) {
	case string:
		return quoted(harmless(v), alone)
	case []byte:
		return hex.EncodeToString(v)
	}
	return quoted(textOf(v), alone)
}

// harmless is text that no spreadsheet takes for a formula: what begins like one is given
// an apostrophe, by which a spreadsheet knows text.
func harmless(s string) string {
	if rest := strings.TrimLeft(s, " "); rest != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠|%", []rune(rest)[0]) {
		return "'" + s
	}
	return s
}

// quoted is a field with quotes where it needs them. A record of one empty field needs
// them, or it would be an empty line.
func quoted(s string, alone bool) string {
	if strings.ContainsAny(s, "\",\r\n") || strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") || alone && s == "" {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
