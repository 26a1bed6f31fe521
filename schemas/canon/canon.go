// Package canon writes JSON in Turnbook's canonical form (decisions.md 1): members
// ordered and strings escaped as in RFC 8785, number tokens kept as they were
// written. RFC 8785 itself rounds numbers to doubles, so that two different ids
// would compare equal and a changed digit would pass the verifier.
//
// The form serves the chain, equality and fingerprints: two texts have the same
// meaning here if and only if their canonical bytes are equal.
//
// Refused, with the place: duplicate member names, lone surrogates, invalid UTF-8,
// nesting beyond [MaxDepth], and whatever is no JSON.
package canon

import (
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is how deep objects and arrays may nest.
const MaxDepth = 500

// An Error says what is wrong with a JSON text, and where.
type Error struct {
	Offset int    // byte offset
	Path   string // JSON Pointer (RFC 6901) of the value; "" for the whole text
	Key    string // the member, where the error is about one
	Reason string
}

func (e *Error) Error() string {
	at := fmt.Sprintf("at byte %d", e.Offset)
	if e.Path != "" {
		at += ", in " + e.Path
	}
	if e.Key != "" {
		return fmt.Sprintf("JSON %s: member %q %s", at, e.Key, e.Reason)
	}
	return fmt.Sprintf("JSON %s: %s", at, e.Reason)
}

// JSON returns the canonical form of text. The result never shares memory with it.
// The error is an [*Error].
func JSON(text []byte) ([]byte, error) { return AppendJSON(make([]byte, 0, len(text)), text) }

// AppendJSON appends the canonical form of text to dst.
func AppendJSON(dst, text []byte) ([]byte, error) {
	c := &writer{in: text, out: dst}
	c.blanks()
	if err := c.value(); err != nil {
		return nil, err
	}
	c.blanks()
	if c.at != len(c.in) {
		return nil, c.wrong("there is text after the value")
	}
	return c.out, nil
}

// writer reads in from at on and appends to out.
type writer struct {
	in   []byte
	at   int
	out  []byte
	path []string
}

func (c *writer) wrong(format string, args ...any) error {
	path := ""
	for _, p := range c.path {
		path += "/" + p
	}
	return &Error{Offset: c.at, Path: path, Reason: fmt.Sprintf(format, args...)}
}

func (c *writer) blanks() {
	for c.at < len(c.in) {
		switch c.in[c.at] {
		case ' ', '\t', '\n', '\r':
			c.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (c *writer) peek() byte {
	if c.at < len(c.in) {
		return c.in[c.at]
	}
	return 0
}

func (c *writer) value() error {
	if len(c.path) > MaxDepth {
		return c.wrong("it nests deeper than %d", MaxDepth)
	}
	switch b := c.peek(); {
	case b == '{':
		return c.object()
	case b == '[':
		return c.array()
	case b == '"':
		return c.text()
	case b == '-' || b >= '0' && b <= '9':
		return c.number()
	case b == 't':
		return c.word("true")
	case b == 'f':
		return c.word("false")
	case b == 'n':
		return c.word("null")
	case c.at >= len(c.in):
		return c.wrong("it ends where a value should stand")
	default:
		return c.wrong("%q can't begin a value", b)
	}
}

func (c *writer) word(w string) error {
	if len(c.in)-c.at < len(w) || string(c.in[c.at:c.at+len(w)]) != w {
		return c.wrong("it should be %s", w)
	}
	c.at += len(w)
	c.out = append(c.out, w...)
	return nil
}

func (c *writer) number() error {
	start := c.at
	if c.peek() == '-' {
		c.at++
	}
	switch {
	case c.peek() == '0':
		c.at++
	case !c.digits():
		return c.wrong("a number needs a digit here")
	}
	if c.peek() == '.' {
		c.at++
		if !c.digits() {
			return c.wrong("a number needs a digit here")
		}
	}
	if b := c.peek(); b == 'e' || b == 'E' {
		c.at++
		if b := c.peek(); b == '+' || b == '-' {
			c.at++
		}
		if !c.digits() {
			return c.wrong("a number needs a digit here")
		}
	}
	c.out = append(c.out, c.in[start:c.at]...)
	return nil
}

func (c *writer) digits() bool {
	start := c.at
	for b := c.peek(); b >= '0' && b <= '9'; b = c.peek() {
		c.at++
	}
	return c.at > start
}

func (c *writer) array() error {
	c.at++
	c.out = append(c.out, '[')
	c.path = append(c.path, "")
	defer func() { c.path = c.path[:len(c.path)-1] }()
	for i := 0; ; i++ {
		c.blanks()
		if c.peek() == ']' && i == 0 {
			break
		}
		if i > 0 {
			c.out = append(c.out, ',')
		}
		c.path[len(c.path)-1] = fmt.Sprint(i)
		if err := c.value(); err != nil {
			return err
		}
		c.blanks()
		if c.peek() == ']' {
			break
		}
		if c.peek() != ',' {
			return c.wrong("a comma or ] should stand here")
		}
		c.at++
	}
	c.at++
	c.out = append(c.out, ']')
	return nil
}

// member is one member of an object: where its canonical bytes stand in out.
type member struct {
	key        string
	start, end int
}

func (c *writer) object() error {
	c.at++
	open := len(c.out)
	c.out = append(c.out, '{')
	c.path = append(c.path, "")
	defer func() { c.path = c.path[:len(c.path)-1] }()
	var room [16]member
	members, sorted := room[:0], true
	for {
		c.blanks()
		if c.peek() == '}' && len(members) == 0 {
			break
		}
		if len(members) > 0 {
			c.out = append(c.out, ',')
		}
		m := member{start: len(c.out)}
		if c.peek() != '"' {
			return c.wrong("a member's name in quotes should stand here")
		}
		if err := c.text(); err != nil {
			return err
		}
		m.key = string(c.out[m.start+1 : len(c.out)-1])
		c.blanks()
		if c.peek() != ':' {
			return c.wrong("a colon should stand here")
		}
		c.at++
		c.blanks()
		c.out = append(c.out, ':')
		c.path[len(c.path)-1] = m.key
		if err := c.value(); err != nil {
			return err
		}
		m.end = len(c.out)
		if n := len(members); n > 0 && compareKeys(members[n-1].key, m.key) >= 0 {
			sorted = false
		}
		members = append(members, m)
		c.blanks()
		if c.peek() == '}' {
			break
		}
		if c.peek() != ',' {
			return c.wrong("a comma or } should stand here")
		}
		c.at++
	}
	c.at++
	if !sorted {
		if err := c.sort(open+1, members); err != nil {
			return err
		}
	}
	c.out = append(c.out, '}')
	return nil
}

// sort puts the members, whose bytes begin at start, in canonical order.
func (c *writer) sort(start int, members []member) error {
	slices.SortStableFunc(members, func(a, b member) int { return compareKeys(a.key, b.key) })
	for i := 1; i < len(members); i++ {
		if members[i-1].key == members[i].key {
			return &Error{Offset: c.at, Path: pathOf(c.path[:len(c.path)-1]), Key: members[i].key, Reason: "stands twice in one object"}
		}
	}
	old := slices.Clone(c.out[start:])
	c.out = c.out[:start]
	for i, m := range members {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		c.out = append(c.out, old[m.start-start:m.end-start]...)
	}
	return nil
}

func pathOf(parts []string) string {
	path := ""
	for _, p := range parts {
		path += "/" + p
	}
	return path
}

// compareKeys orders by UTF-16 code units, as RFC 8785 wants. The keys are in
// their escaped form; escapes stand for characters below all others but blanks,
// '!' and '"', so they are compared unescaped where one has any.
func compareKeys(a, b string) int {
	plain := true
	for i := 0; i < len(a) && plain; i++ {
		plain = a[i] < 0x80 && a[i] != '\\'
	}
	for i := 0; i < len(b) && plain; i++ {
		plain = b[i] < 0x80 && b[i] != '\\'
	}
	if plain {
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}
	return slices.Compare(utf16.Encode([]rune(unescape(a))), utf16.Encode([]rune(unescape(b))))
}

// unescape undoes what text wrote.
func unescape(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		i++
		switch s[i] {
		case 'b':
			out = append(out, '\b')
		case 't':
			out = append(out, '\t')
		case 'n':
			out = append(out, '\n')
		case 'f':
			out = append(out, '\f')
		case 'r':
			out = append(out, '\r')
		case 'u':
			r, _ := hex4([]byte(s[i+1 : i+5]))
			out = utf8.AppendRune(out, r)
			i += 4
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

// text copies a string, in its one canonical spelling.
func (c *writer) text() error {
	c.at++
	c.out = append(c.out, '"')
	for {
		run := c.at
		for c.at < len(c.in) && c.in[c.at] >= 0x20 && c.in[c.at] < 0x80 && c.in[c.at] != '"' && c.in[c.at] != '\\' {
			c.at++
		}
		c.out = append(c.out, c.in[run:c.at]...)
		switch b := c.peek(); {
		case c.at >= len(c.in):
			return c.wrong("the text has no closing quote")
		case b == '"':
			c.at++
			c.out = append(c.out, '"')
			return nil
		case b < 0x20:
			return c.wrong("the control character %U must be escaped", rune(b))
		case b == '\\':
			r, err := c.escape()
			if err != nil {
				return err
			}
			c.out = appendRune(c.out, r)
		default:
			r, n := utf8.DecodeRune(c.in[c.at:])
			if r == utf8.RuneError && n <= 1 {
				return c.wrong("the text is not UTF-8")
			}
			c.out = append(c.out, c.in[c.at:c.at+n]...)
			c.at += n
		}
	}
}

// escape reads one escape, both halves of a surrogate pair included.
func (c *writer) escape() (rune, error) {
	if c.at+1 >= len(c.in) {
		return 0, c.wrong("the text has no closing quote")
	}
	b := c.in[c.at+1]
	if b != 'u' {
		r, ok := map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}[b]
		if !ok {
			return 0, c.wrong("\\%c is no escape", b)
		}
		c.at += 2
		return r, nil
	}
	r, ok := hex4(c.in[c.at+2:])
	if !ok {
		return 0, c.wrong("\\u needs four hexadecimal digits")
	}
	if !utf16.IsSurrogate(r) {
		c.at += 6
		return r, nil
	}
	if rest := c.in[c.at+6:]; len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := hex4(rest[2:]); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				c.at += 12
				return both, nil
			}
		}
	}
	return 0, c.wrong("the surrogate \\u%04x stands alone", r)
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, d := range b[:4] {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d >= 'a' && d <= 'f':
			d -= 'a' - 10
		case d >= 'A' && d <= 'F':
			d -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// AppendText appends s as a canonical JSON string. s must be UTF-8.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		run := i
		for i < len(s) && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' {
			i++
		}
		dst = append(dst, s[run:i]...)
		if i < len(s) {
			dst = appendRune(dst, rune(s[i]))
			i++
		}
	}
	return append(dst, '"')
}

const hexDigits = "0123456789abcdef"

func appendRune(dst []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, '\\', 'b')
	case '\t':
		return append(dst, '\\', 't')
	case '\n':
		return append(dst, '\\', 'n')
	case '\f':
		return append(dst, '\\', 'f')
	case '\r':
		return append(dst, '\\', 'r')
	}
	if r < 0x20 {
		return append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
	}
	return utf8.AppendRune(dst, r)
}
