package filetools

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

// Limits of one answer and of one file.
const (
	maxText  = 32 << 10 // bytes of an answer
	maxLines = 400      // lines of an answer
	maxFile  = 4 << 20  // bytes of a file that is read
	maxWrite = 1 << 20  // bytes of a file that is written
)

type readArgs struct {
	Path  string `json:"path"`
	From  int    `json:"from"`
	Lines int    `json:"lines"`
}

func (e Env) read(a readArgs) Result {
	if a.Path == "" || a.From < 0 || a.Lines < 0 {
		return refuse(schemas.CodeInvalidArguments, "give the path of a file, and lines counted from 1")
	}
	files, name := e.at(a.Path)
	text, no := readText(files, name, a.Path)
	if no.Code != "" {
		return no
	}
	if a.Lines == 0 || a.Lines > maxLines {
		a.Lines = maxLines
	}
	return Result{Text: excerpt(text, max(a.From, 1), a.Lines)}
}

// readText reads a file that is text, and not too large; shown is its path as the model
// knows it.
func readText(files checkout.Files, name, shown string) (string, Result) {
	f, err := files.Open(name)
	if err != nil {
		return "", failed(shown, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return "", refuse(schemas.CodeNoFile, "%q is a folder; list shows what is in it", shown)
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return "", failed(shown, err)
	case len(raw) > maxFile:
		return "", refuse(schemas.CodeFileTooLarge, "%q is larger than %d bytes; search finds lines in smaller files, and a command can cut a piece out of this one", shown, maxFile)
	case !utf8.Valid(raw) || strings.ContainsRune(string(raw), 0):
		return "", refuse(schemas.CodeNotText, "%q is no UTF-8 text (%d bytes)", shown, len(raw))
	}
	return string(raw), Result{}
}

// excerpt is some lines of a text, and a word on how to see the rest.
func excerpt(text string, from, most int) string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return "[the file is empty]"
	}
	if from > len(lines) {
		return fmt.Sprintf("[the file has %d lines]", len(lines))
	}
	var b strings.Builder
	next := from - 1
	for ; next < len(lines) && next < from-1+most && b.Len()+len(lines[next]) <= maxText; next++ {
		b.WriteString(lines[next])
	}
	if next == from-1 { // one line alone is too long
		b.WriteString(cut(lines[next], maxText) + "\n")
		next++
	}
	if from > 1 || next < len(lines) {
		fmt.Fprintf(&b, "[lines %d to %d of %d", from, next, len(lines))
		if next < len(lines) {
			fmt.Fprintf(&b, "; go on with from: %d", next+1)
		}
		b.WriteString("]")
	}
	return b.String()
}

// cut is the beginning of a text, cut between characters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + fmt.Sprintf("… [%d more bytes]", len(s)-most)
}
