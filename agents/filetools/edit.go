package filetools

import (
	"fmt"
	"path"
	"strings"

	"turnbook/schemas"
)

type editArgs struct {
	Path string `json:"path"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

func (e Env) edit(a editArgs) Result {
	if a.Path == "" || a.Old == "" || a.Old == a.New {
		return refuse(schemas.CodeInvalidArguments, "give the path, the text that is there (old), and another one in its place (new)")
	}
	if no, ok := e.guardPlan(a.Path); !ok {
		return no
	}
	files, name := e.at(a.Path)
	text, no := readText(files, name, a.Path)
	if no.Code != "" {
		return no
	}
	switch n := strings.Count(text, a.Old); {
	case standsAlready(text, a, n):
		return Result{Text: fmt.Sprintf("already so: new stands in %s, at line %d, and old nowhere else", a.Path, lineOf(text, a.New))}
	case n != 1:
		return refuse(schemas.CodeNotOnce, "old stands %d times in %q and must stand once; %s", n, a.Path, hint(text, a.Old, n))
	}
	return e.put(a.Path, text, strings.Replace(text, a.Old, a.New, 1), Edited)
}

// standsAlready says whether an edit was made before: a crash can lose its result. Then
// the new text stands once, and the old one nowhere but in it. A text that was there
// all along looks the same; so the answer says where it stands.
func standsAlready(text string, a editArgs, n int) bool {
	return a.New != "" && strings.Count(text, a.New) == 1 && n == strings.Count(a.New, a.Old)
}

func lineOf(text, part string) int {
	return strings.Count(text[:strings.Index(text, part)], "\n") + 1
}

// hint helps to find what was meant.
func hint(text, old string, n int) string {
	if n > 1 {
		return "give more of the lines around it"
	}
	first := ""
	for line := range strings.Lines(old) {
		if first = strings.TrimSpace(line); first != "" {
			break
		}
	}
	var near []string
	i := 0
	for line := range strings.Lines(text) {
		i++
		if first != "" && strings.Contains(line, first) && len(near) < 3 {
			near = append(near, fmt.Sprintf("line %d: %q", i, cut(strings.TrimRight(line, "\n"), maxMatch)))
		}
	}
	if near == nil {
		return "read the file, and give the text as it is there"
	}
	return "near misses, where blanks or the lines after differ: " + strings.Join(near, "; ")
}

type writeArgs struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

func (e Env) write(a writeArgs) Result {
	if a.Path == "" {
		return refuse(schemas.CodeInvalidArguments, "give the path of the file")
	}
	if no, ok := e.guardPlan(a.Path); !ok {
		return no
	}
	files, name := e.at(a.Path)
	before, no := readText(files, name, a.Path)
	switch {
	case no.Code == "" && before == a.Text:
		return Result{Text: "already so: " + a.Path}
	case no.Code == "":
		return e.put(a.Path, before, a.Text, Edited)
	case no.Code != schemas.CodeNoFile:
		return no
	}
	if err := files.MkdirAll(path.Dir(name)); err != nil {
		return failed(a.Path, err)
	}
	return e.put(a.Path, "", a.Text, Created)
}

// put writes a file and tells the change.
func (e Env) put(shown, before, after string, op Op) Result {
	if len(after) > maxWrite {
		return refuse(schemas.CodeFileTooLarge, "%q would have %d bytes; the limit is %d", shown, len(after), maxWrite)
	}
	files, name := e.at(shown)
	if err := files.WriteFile(name, []byte(after)); err != nil {
		return failed(shown, err)
	}
	c := Change{Path: shown, Op: op, After: schemas.Digest([]byte(after)), Size: int64(len(after))}
	if op == Edited {
		c.Before = schemas.Digest([]byte(before))
	}
	return Result{Text: fmt.Sprintf("%s: %s, %d bytes", shown, op, c.Size), Changed: []Change{c}}
}
