package definitions

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// Limits of what is read, in bytes.
const (
	maxFile   = 1 << 20
	maxMatter = 64 << 10
)

// readFile reads a file of a folder, at most maxFile bytes of it. The error is a
// [*Problem].
func readFile(dir fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(dir, name)
	switch {
	case err != nil:
		return nil, &Problem{Reason: Unreadable, Detail: reasonOf(err), Fix: "put the file itself here; a link must lead to a file inside the folder"}
	case !info.Mode().IsRegular():
		return nil, &Problem{Reason: Unreadable, Detail: "it is no regular file", Fix: "put a text file here"}
	case info.Size() > maxFile:
		return nil, tooLarge(info.Size())
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, &Problem{Reason: Unreadable, Detail: reasonOf(err), Fix: "make the file readable"}
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1)) // it may have grown
	switch {
	case err != nil:
		return nil, &Problem{Reason: Unreadable, Detail: reasonOf(err), Fix: "make the file readable"}
	case len(raw) > maxFile:
		return nil, tooLarge(int64(len(raw)))
	}
	return raw, nil
}

func tooLarge(size int64) *Problem {
	return &Problem{
		Reason: TooLarge, Detail: fmt.Sprintf("the file has %d bytes; the limit is %d", size, maxFile),
		Fix: "keep what an agent must know, and move the rest into files that it can read",
	}
}

// reasonOf is a file error without the path, which the verdict names.
func reasonOf(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}

// textOf is a file's text: UTF-8, without its mark, with LF for every end of line. The
// error is a [*Problem].
func textOf(raw []byte) (string, error) {
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		return "", &Problem{Reason: Encoding, Line: 1, Column: 1, Detail: "the file is UTF-16", Fix: "save it as UTF-8"}
	}
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			line, column := placeOf(raw[:i])
			return "", &Problem{Reason: Encoding, Line: line, Column: column, Detail: fmt.Sprintf("the byte %#02x is no UTF-8 text", raw[i]), Fix: "save the file as UTF-8"}
		}
		i += n
	}
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}

// placeOf is the line and column behind a text, from 1.
func placeOf(before []byte) (line, column int) {
	line = bytes.Count(before, []byte("\n")) + 1
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return line, utf8.RuneCount(last) + 1
}

// split parts a text into frontmatter and body. The error is a [*Problem].
func split(text string) (matter, body string, err error) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return "", "", &Problem{
			Reason: NoMatter, Line: 1, Column: 1, Detail: "the file does not begin with a line ---",
			Fix: "begin it with ---, then lines such as description: what it is for, then --- and the agent's orders",
		}
	}
	for at := 0; at <= len(rest); {
		line, _, more := strings.Cut(rest[at:], "\n")
		if end := strings.TrimRight(line, " \t"); end == "---" || end == "..." {
			return matterOf(rest[:at], strings.TrimPrefix(rest[at+len(line):], "\n"))
		}
		if !more {
			break
		}
		at += len(line) + 1
	}
	return "", "", &Problem{
		Reason: OpenMatter, Line: 1, Column: 1, Detail: "the frontmatter that begins here has no closing line ---",
		Fix: "put a line --- between the keys and the agent's orders",
	}
}

func matterOf(matter, body string) (string, string, error) {
	if len(matter) > maxMatter {
		return "", "", &Problem{
			Reason: TooLarge, Line: 2, Column: 1, Detail: fmt.Sprintf("the frontmatter has %d bytes; the limit is %d", len(matter), maxMatter),
			Fix: "put what the agent is told below the frontmatter",
		}
	}
	return matter, strings.TrimSpace(body), nil
}
