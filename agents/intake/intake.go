package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"

	"turnbook/schemas"
)

// MaxBytes is the largest file that is read (decisions.md 6).
const MaxBytes = 8 << 20

// Formats, as the event names them.
const (
	Markdown = "markdown"
	CACAO    = "cacao-2.0"
)

// ErrTooLarge is what an [*Error] is for a file above [MaxBytes].
var ErrTooLarge = errors.New("the file is too large")

// An Error says why a file was refused, where, and what to do about it.
type Error struct {
	Name   string // of the file, as it was given
	Line   int    // from 1; 0 where the whole file is meant
	Column int    // from 1, in characters; 0 where the whole line is meant
	Reason string // what is wrong
	Fix    string // what would be right
	cause  error
}

func (e *Error) Error() string {
	at := e.Name
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			at += fmt.Sprintf(":%d", e.Column)
		}
	}
	return fmt.Sprintf("%s: %s; %s", at, e.Reason, e.Fix)
}

// Unwrap makes errors.Is(err, [ErrTooLarge]) hold.
func (e *Error) Unwrap() error { return e.cause }

// Read turns the content of a file into the event that creates a draft of it.
//
// The ids of modules, tasks and steps follow from idPrefix and content, so that
// reading again gives the same ones, and reading into another playbook (give its
// id as the prefix) gives others. idPrefix may be any text.
//
// The error is an [*Error].
func Read(name string, content []byte, idPrefix string) (schemas.PlaybookImported, error) {
	src, err := open(name, content)
	if err != nil {
		return schemas.PlaybookImported{}, err
	}
	digest := sha256.Sum256(content)
	b := &builder{src: src, ids: newMint(idPrefix, digest[:])}
	b.doc.Source, b.doc.Digest = clean(oneLine(name)), hex.EncodeToString(digest[:])
	b.noteOpening()
	if src.isJSON() {
		b.doc.Format = CACAO
		err = readCACAO(b)
	} else {
		b.doc.Format = Markdown
		err = readMarkdown(b)
	}
	if err != nil {
		return schemas.PlaybookImported{}, err
	}
	b.doc.Report = b.report.sorted(b.summary())
	return b.doc, nil
}

// builder holds the document while it grows.
type builder struct {
	src    *source
	ids    *mint
	doc    schemas.PlaybookImported
	report report
}

// summary is the report's first line.
func (b *builder) summary() schemas.ImportNote {
	tasks, steps := 0, 0
	var count func([]schemas.Step)
	count = func(s []schemas.Step) {
		steps += len(s)
		for i := range s {
			for _, branch := range s[i].Branches {
				count(branch.Steps)
			}
		}
	}
	for _, m := range b.doc.Modules {
		tasks += len(m.Tasks)
		for _, t := range m.Tasks {
			count(t.Steps)
		}
	}
	return schemas.ImportNote{
		Kind:    mapped,
		What:    fmt.Sprintf("modules: %d, tasks: %d, steps: %d", len(b.doc.Modules), tasks, steps),
		Because: "this is what the file became",
	}
}

// stem is the file's name without folders and extension, for want of a title.
func stem(name string) string {
	base := path.Base(strings.ReplaceAll(clean(oneLine(name)), `\`, "/"))
	if s := strings.TrimSpace(strings.TrimSuffix(base, path.Ext(base))); s != "" && s != "." && s != "/" {
		return s
	}
	return "Untitled"
}

// A mint makes the ids of one document: kind, number, and twelve hex digits that
// follow from the prefix and the file. 48 bits keep ten thousand imports of one
// vendor apart.
type mint struct {
	suffix string
	last   map[string]int
}

func newMint(prefix string, digest []byte) *mint {
	h := sha256.New()
	fmt.Fprintf(h, "%d:%s", len(prefix), prefix)
	h.Write(digest)
	return &mint{suffix: hex.EncodeToString(h.Sum(nil)[:6]), last: make(map[string]int)}
}

func (m *mint) next(kind string) string {
	m.last[kind]++
	return fmt.Sprintf("%s%d-%s", kind, m.last[kind], m.suffix)
}

func (m *mint) module() schemas.ModuleID { return schemas.ModuleID(m.next("m")) }
func (m *mint) task() schemas.TaskID     { return schemas.TaskID(m.next("t")) }
func (m *mint) step() schemas.StepID     { return schemas.StepID(m.next("s")) }
