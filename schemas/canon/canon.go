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
	"strconv"
	"strings"
)

// MaxDepth is how deep objects and arrays may nest.
const MaxDepth = 500

// wrapping is more levels than any message, event and list put around a value.
const wrapping = 20

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
	var w Writer
	return w.append(dst, text, MaxDepth)
}

// AppendWrapped is [AppendJSON] for text of our own that wraps values which came in
// through it: a few levels deeper is not too deep.
func AppendWrapped(dst, text []byte) ([]byte, error) {
	var w Writer
	return w.AppendWrapped(dst, text)
}

// A Writer keeps its working memory from one text to the next. Its zero value is
// ready. It serves one caller at a time.
type Writer struct {
	in      []byte
	at      int
	out     []byte
	depth   int
	frames  []frame  // the objects and arrays that are open
	members []member // of all open objects
	scratch []byte
}

// A frame is an open object or array. It knows where in it the writer is, so that
// an error can tell.
type frame struct {
	index            int // of the element; -1 in an object
	keyStart, keyEnd int // of the member's name in out; equal before the first
}

// AppendWrapped is the function of that name.
func (w *Writer) AppendWrapped(dst, text []byte) ([]byte, error) {
	return w.append(dst, text, MaxDepth+wrapping)
}

func (w *Writer) append(dst, text []byte, depth int) ([]byte, error) {
	w.in, w.at, w.out, w.depth = text, 0, dst, depth
	w.frames, w.members = w.frames[:0], w.members[:0]
	err := w.whole()
	out := w.out
	w.in, w.out = nil, nil
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (w *Writer) whole() error {
	w.blanks()
	if err := w.value(); err != nil {
		return err
	}
	w.blanks()
	if w.at != len(w.in) {
		return w.wrong("there is text after the value")
	}
	return nil
}

func (w *Writer) wrong(format string, args ...any) error {
	return &Error{Offset: w.at, Path: w.path(w.frames), Reason: fmt.Sprintf(format, args...)}
}

// path is the JSON Pointer of the place that frames stand at.
func (w *Writer) path(frames []frame) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var path strings.Builder
	for _, f := range frames {
		switch {
		case f.index >= 0:
			path.WriteString("/" + strconv.Itoa(f.index))
		case f.keyEnd > 0:
			path.WriteString("/" + escape.Replace(unescape(w.out[f.keyStart:f.keyEnd])))
		}
	}
	return path.String()
}
