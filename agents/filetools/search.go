package filetools

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"turnbook/agents/checkout"
	"turnbook/schemas"
)

const (
	maxMatches  = 100
	maxSearched = 20_000 // files
	maxMatch    = 300    // bytes of a line
)

type searchArgs struct {
	Pattern string `json:"pattern"`
	Path    string `json:"path"`
	Files   string `json:"files"`
}

func (e Env) search(ctx context.Context, a searchArgs) Result {
	re, err := regexp.Compile(a.Pattern)
	if err != nil || a.Pattern == "" {
		return refuse(schemas.CodeInvalidArguments, "pattern is no regular expression (RE2): %v", err)
	}
	if _, err := path.Match(a.Files, ""); err != nil {
		return refuse(schemas.CodeInvalidArguments, "files is no pattern of names, as in *.go: %v", err)
	}
	files, root := e.at(a.Path)
	if _, err := files.Stat(root); err != nil {
		return failed(a.Path, err)
	}
	s := searching{ctx: ctx, files: files, re: re, names: a.Files}
	if err := fs.WalkDir(files, root, s.visit); err != nil {
		return failed(a.Path, err)
	}
	return Result{Text: s.told()}
}

// searching is one search on its way.
type searching struct {
	ctx   context.Context
	files checkout.Files
	re    *regexp.Regexp
	names string

	out               strings.Builder
	matches, searched int
	passed            int // files that are no text, or too large
	stopped           bool
}

func (s *searching) visit(name string, d fs.DirEntry, err error) error {
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case err != nil:
		s.passed++
		return nil
	case d.IsDir() && d.Name() == ".git":
		return fs.SkipDir
	case !d.Type().IsRegular():
		return nil
	}
	if match, _ := path.Match(s.names, d.Name()); s.names != "" && !match {
		return nil
	}
	if s.searched++; s.searched > maxSearched {
		s.stopped = true
		return fs.SkipAll
	}
	text, no := readText(s.files, name, name)
	if no.Code != "" {
		s.passed++
		return nil
	}
	return s.lines(name, text)
}

func (s *searching) lines(name, text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if !s.re.MatchString(line) {
			continue
		}
		if s.matches == maxMatches || s.out.Len() > maxText {
			s.stopped = true
			return fs.SkipAll
		}
		s.matches++
		fmt.Fprintf(&s.out, "%s:%d: %s\n", name, n, cut(line, maxMatch))
	}
	return nil
}

func (s *searching) told() string {
	if s.matches == 0 {
		s.out.WriteString("[nothing matches]\n")
	}
	if s.stopped {
		s.out.WriteString("[there is more; search in a folder with path, or among names with files]\n")
	}
	if s.passed > 0 {
		fmt.Fprintf(&s.out, "[passed over, since they are no text, too large or unreadable: %d]\n", s.passed)
	}
	return s.out.String()
}
