package filetools_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/filetools"
	"turnbook/schemas"
)

// bench is a checkout with tools.
type bench struct {
	t   *testing.T
	dir string
	filetools.Env
}

func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	dir := checkouttest.Repo(t, files)
	opened, err := checkout.OpenFolder(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	return &bench{t, dir, filetools.Env{Call: "c1", Files: opened}}
}

func (b *bench) run(tool, args string) filetools.Result {
	b.t.Helper()
	return filetools.Run(b.t.Context(), b.Env, tool, json.RawMessage(args))
}

// says runs a tool that must be done, and compares its text.
func (b *bench) says(tool, args, want string) {
	b.t.Helper()
	if got := b.run(tool, args); got.Code != "" || got.Text != want {
		b.t.Errorf("%s %s: %s %q, want %q", tool, args, got.Code, got.Text, want)
	}
}

func (b *bench) refused(tool, args string, want schemas.Code) string {
	b.t.Helper()
	got := b.run(tool, args)
	if got.Code != want || got.Text == "" || got.Changed != nil {
		b.t.Errorf("%s %s: %+v, want %s", tool, args, got, want)
	}
	return got.Text
}

func (b *bench) holds(name, want string) {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil || string(text) != want {
		b.t.Errorf("%s holds %q: %v", name, text, err)
	}
}

func logger(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

func TestReadingIsBoundedAndSaysHowToGoOn(t *testing.T) {
	b := newBench(t, map[string]string{
		"a.txt": "one\ntwo\nthree", "empty": "", "bin": "a\x00b", "latin": "\xff",
		"long": strings.Repeat("x", 40<<10) + "\n", "many": strings.Repeat("l\n", 500), "huge": strings.Repeat("x", 4<<20+1),
	})
	b.says("read", `{"path":"a.txt"}`, "one\ntwo\nthree")
	b.says("read", `{"path":"./a.txt","from":null}`, "one\ntwo\nthree")
	b.says("read", `{"path":"a.txt","from":2,"lines":1}`, "two\n[lines 2 to 2 of 3; go on with from: 3]")
	b.says("read", `{"path":"a.txt","from":9}`, "[the file has 3 lines]")
	b.says("read", `{"path":"empty"}`, "[the file is empty]")
	b.says("read", `{"path":"many"}`, strings.Repeat("l\n", 400)+"[lines 1 to 400 of 500; go on with from: 401]")
	b.says("read", `{"path":"long"}`, strings.Repeat("x", 32<<10)+"… [8193 more bytes]\n")
	for name, want := range map[string]schemas.Code{
		"bin": schemas.CodeNotText, "latin": schemas.CodeNotText, "huge": schemas.CodeFileTooLarge, "nothing": schemas.CodeNoFile, ".": schemas.CodeNoFile,
		"../x": schemas.CodeOutside, "/etc/passwd": schemas.CodeOutside, `a\\b`: schemas.CodeOutside,
	} {
		b.refused("read", `{"path":"`+name+`"}`, want)
	}
}

func TestArgumentsAreStrict(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	for _, args := range []string{`{"path":"a.txt","mode":"x"}`, `{"Path":"a.txt"}`, `{"path":"a.txt","path":"b"}`, `{"path":7}`, `{}`, ``, `null`, `[]`, `{"path":"a.txt"} x`, `{"path":"a.txt","from":-1}`} {
		b.refused("read", args, schemas.CodeInvalidArguments)
	}
	b.refused("propose_plan", `{"plan":"x"}`, schemas.CodeInvalidArguments)
	b.refused("task", `{}`, schemas.CodeUnknownTool)
}

func TestListing(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "", "sub/b.txt": "", "sub/deep/c.txt": ""})
	if err := os.Symlink("/etc", filepath.Join(b.dir, "out")); err != nil {
		t.Fatal(err)
	}
	b.says("list", `{}`, ".git/\na.txt\nout [link]\nsub/\n")
	b.says("list", `{"path":"sub","depth":2}`, "sub/b.txt\nsub/deep/\nsub/deep/c.txt\n")
	b.refused("list", `{"path":"a.txt"}`, schemas.CodeNoFile)
	b.refused("list", `{"path":"nothing"}`, schemas.CodeNoFile)
	b.refused("list", `{"depth":99}`, schemas.CodeInvalidArguments)
	for i := range 600 {
		checkouttest.Write(t, b.dir, filepath.Join("full", string(rune('a'+i/26))+string(rune('a'+i%26))), "")
	}
	if got := b.run("list", `{"path":"full"}`); strings.Count(got.Text, "\n") != 501 || !strings.HasSuffix(got.Text, "[there is more; list a folder of these]\n") {
		t.Errorf("%d lines", strings.Count(got.Text, "\n"))
	}
}

func TestSearchingIsBounded(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": "one\ntwo\r\n", "sub/b.md": "two\n", "bin": "two\x00", "many.txt": strings.Repeat("x\n", 101)})
	b.says("search", `{"pattern":"^two$"}`, "a.go:2: two\nsub/b.md:1: two\n[passed over, since they are no text, too large or unreadable: 1]\n")
	b.says("search", `{"pattern":"two","files":"*.md"}`, "sub/b.md:1: two\n")
	b.says("search", `{"pattern":"two","path":"a.go"}`, "a.go:2: two\n")
	b.says("search", `{"pattern":"none","path":"sub"}`, "[nothing matches]\n")
	if got := b.run("search", `{"pattern":"x","files":"*.txt"}`); strings.Count(got.Text, "many.txt") != 100 || !strings.Contains(got.Text, "[there is more;") {
		t.Errorf("%q", got.Text)
	}
	b.refused("search", `{"pattern":"("}`, schemas.CodeInvalidArguments)
	b.refused("search", `{"pattern":"x","files":"["}`, schemas.CodeInvalidArguments)
	b.refused("search", `{"pattern":"x","path":".."}`, schemas.CodeOutside)
}

func TestAnEditIsMadeOnce(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n  two\ntwo\n"})
	got := b.run("edit", `{"path":"a.txt","old":"one","new":"one and a half"}`)
	want := filetools.Result{Text: "a.txt: edited, 25 bytes", Changed: []filetools.Change{{
		Path: "a.txt", Op: filetools.Edited, Size: 25,
		Before: digest("one\n  two\ntwo\n"), After: digest("one and a half\n  two\ntwo\n"),
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b.says("edit", `{"path":"a.txt","old":"one","new":"one and a half"}`, "already so: new stands in a.txt, at line 1, and old nowhere else")
	b.holds("a.txt", "one and a half\n  two\ntwo\n")
	if text := b.refused("edit", `{"path":"a.txt","old":"two","new":"x"}`, schemas.CodeNotOnce); !strings.Contains(text, "2 times") {
		t.Error(text)
	}
	if text := b.refused("edit", `{"path":"a.txt","old":" one and a half","new":"x"}`, schemas.CodeNotOnce); !strings.Contains(text, `line 1: "one and a half"`) {
		t.Error(text)
	}
	b.refused("edit", `{"path":"a.txt","old":"three","new":"two"}`, schemas.CodeNotOnce) // new stands twice, so it is not the edit's
	b.refused("edit", `{"path":"a.txt","old":"","new":"x"}`, schemas.CodeInvalidArguments)
	b.refused("edit", `{"path":"nothing","old":"a","new":"x"}`, schemas.CodeNoFile)
	b.refused("edit", `{"path":".git/config","old":"[core]","new":"x"}`, schemas.CodeOutside)
	if got := b.run("edit", `{"path":"a.txt","old":"  two\n","new":null}`); got.Code != "" {
		t.Error(got)
	}
	b.holds("a.txt", "one and a half\ntwo\n")
	b.refused("edit", `{"path":"a.txt","old":"  two\n"}`, schemas.CodeNotOnce)
}

func TestAFileIsWrittenWithItsFolders(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n", "bin": "\x00"})
	got := b.run("write", `{"path":"docs/new/CHECKLIST.md","text":"- one\n"}`)
	want := filetools.Result{Text: "docs/new/CHECKLIST.md: created, 6 bytes", Changed: []filetools.Change{{
		Path: "docs/new/CHECKLIST.md", Op: filetools.Created, After: digest("- one\n"), Size: 6,
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b.holds("docs/new/CHECKLIST.md", "- one\n")
	b.says("write", `{"path":"docs/new/CHECKLIST.md","text":"- one\n"}`, "already so: docs/new/CHECKLIST.md")
	b.says("write", `{"path":"a.txt","text":""}`, "a.txt: edited, 0 bytes")
	b.refused("write", `{"path":"bin","text":"x"}`, schemas.CodeNotText)
	b.refused("write", `{"path":"../x","text":"x"}`, schemas.CodeOutside)
	b.refused("write", `{"path":"a.txt/b","text":"x"}`, schemas.CodeFileFailed)
	b.refused("write", `{"path":"big","text":"`+strings.Repeat("x", 1<<20+1)+`"}`, schemas.CodeFileTooLarge)
}

func TestWhileItPlansAnAgentEditsItsPlanAlone(t *testing.T) {
	b := newBench(t, map[string]string{"a.txt": "one\n"})
	b.refused("propose_plan", `{}`, schemas.CodeNoPlan)
	data := t.TempDir()
	plans, err := checkout.OpenFolder(data, "")
	if err != nil {
		t.Fatal(err)
	}
	defer plans.Close()
	b.Plan, b.PlanFiles, b.PlanName = "/data/plans/acme/ws.md", plans, "acme/ws.md"
	b.refused("propose_plan", ``, schemas.CodeNoPlan)
	b.refused("write", `{"path":"a.txt","text":"x"}`, schemas.CodePlanOnly)
	b.refused("edit", `{"path":"a.txt","old":"one","new":"x"}`, schemas.CodePlanOnly)
	for _, other := range []string{"/data/plans/acme/./ws.md", "/data//plans/acme/ws.md", "plans/acme/ws.md", "/DATA/plans/acme/ws.md", `\\data\\plans\\acme\\ws.md`, "ws.md"} {
		b.refused("write", `{"path":"`+other+`","text":"x"}`, schemas.CodePlanSpelling)
	}
	b.says("write", `{"path":"/data/plans/acme/ws.md","text":" \n"}`, "/data/plans/acme/ws.md: created, 2 bytes")
	b.refused("propose_plan", `{}`, schemas.CodeNoPlan)
	b.says("edit", `{"path":"/data/plans/acme/ws.md","old":" ","new":"# Plan"}`, "/data/plans/acme/ws.md: edited, 7 bytes")
	b.says("read", `{"path":"/data/plans/acme/ws.md"}`, "# Plan\n")
	b.says("propose_plan", `{}`, "# Plan\n")
	b.says("read", `{"path":"a.txt"}`, "one\n")
}

func TestToolsAreGivenInTheOrderOfTheirNames(t *testing.T) {
	tools := filetools.Tools([]string{"shell", "task", "edit", "read"}, "/p.md")
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	if diff := cmp.Diff([]string{"shell", "edit", "read"}, names); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(tools[1].Description, `"/p.md"`) {
		t.Error(tools[1].Description)
	}
	for _, tool := range filetools.Tools([]string{"read", "list", "search", "edit", "write", "shell", "propose_plan"}, "") {
		var s jsonschema.Schema
		if err := json.Unmarshal(tool.Arguments, &s); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
		if _, err := s.Resolve(nil); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}
