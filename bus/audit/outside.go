package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"turnbook/schemas"
)

// keepOutside appends an anchor to the file outside the book, unless it is the last line
// there. That the file can't be written is told, and costs the book nothing.
func (a *Anchorer) keepOutside(r schemas.Record) {
	if a.o.File == "" {
		return
	}
	if err := appendLine(a.o.File, r.Stored); err != nil {
		a.lg.Error("anchor not kept outside the book", "file", a.o.File, "seq", r.Seq, "err", err)
	}
}

// lineAtMost is the longest line of an anchor file: an event of the log.
const lineAtMost = 9 << 20

func appendLine(name string, line []byte) (err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	ending := make([]byte, min(end, int64(len(line))+1))
	if _, err := f.ReadAt(ending, end-int64(len(ending))); err != nil {
		return err
	}
	if bytes.HasSuffix(ending, append(bytes.Clone(line), '\n')) {
		return nil
	}
	if len(ending) > 0 && ending[len(ending)-1] != '\n' { // a line that was cut off
		line = append([]byte{'\n'}, line...)
	}
	if _, err := f.WriteAt(append(bytes.Clone(line), '\n'), end); err != nil {
		return err
	}
	return f.Sync()
}

// A LineError says which line of an anchor file is no anchor.
type LineError struct {
	File string
	Line int
	Err  error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("%s: line %d is no anchor of this vendor: %v", e.File, e.Line, e.Err)
}
func (e *LineError) Unwrap() error { return e.Err }

// ReadOutside reads the anchors that were kept in a file. The error may be a
// [*LineError].
func ReadOutside(name string, v schemas.VendorID) ([]schemas.Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var kept []schemas.Record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, lineAtMost)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		message := fmt.Appendf(nil, "[%s]", lines.Bytes())
		r := schemas.DecodeBatch(schemas.AuditOf(v), 0, message, nil)[0]
		if r.Hash == "" {
			return nil, &LineError{File: name, Line: n, Err: r.Err}
		}
		kept = append(kept, r)
	}
	return kept, lines.Err()
}
