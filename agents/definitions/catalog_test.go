package definitions

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// folder is a project's folder with files in it.
func folder(files map[string]string) Root {
	m := fstest.MapFS{}
	for name, content := range files {
		m[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return Root{Scope: Project, FS: m, Path: "."}
}

const good = "---\ndescription: Reads what others wrote.\n---\nRead it twice.\n"

// aliases is a chain that would be a million texts if it were written out.
func aliases() string {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [x, x]\n")
	for i := 1; i <= 20; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	b.WriteString("description: *a20\n---\n")
	return b.String()
}

func TestAFileThatCannotBeReadAsAnAgentIsRefusedWithItsPlaceAndRepair(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    Problem
	}{
		"nothing in it":  {"", Problem{Reason: NoMatter, Line: 1, Column: 1}},
		"no frontmatter": {"# Reviewer\n", Problem{Reason: NoMatter, Line: 1, Column: 1}},
		"only a rule":    {"---", Problem{Reason: OpenMatter, Line: 1, Column: 1}},
		"never closed":   {"---\nname: x\n", Problem{Reason: OpenMatter, Line: 1, Column: 1}},
		"UTF-16":         {"\xFF\xFE-\x00-\x00-\x00", Problem{Reason: Encoding, Line: 1, Column: 1}},
		"Latin-1":        {"---\nname: caf\xE9\n---\n", Problem{Reason: Encoding, Line: 2, Column: 10}},
		"a NUL":          {"---\nname: a\x00b\n---\n", Problem{Reason: Encoding, Line: 2, Column: 8}},
		"a colon in plain text": {"---\nname: x\ndescription: Use for: lists\n---\n",
			Problem{Reason: InvalidYAML, Line: 3, Column: 14, Fix: "the text behind description: has a colon in it: put that text in quotes"}},
		"a colon, with CRLF": {"---\r\nname: x\r\ndescription: Use for: lists\r\n---\r\n",
			Problem{Reason: InvalidYAML, Line: 3, Column: 14, Fix: "the text behind description: has a colon in it: put that text in quotes"}},
		"an example that is not indented": {"---\ndescription: Use it\n<example>\nuser asks\n</example>\n---\n",
			Problem{Reason: InvalidYAML, Line: 3, Column: 1, Fix: "this line belongs to the text of the key above it: begin that text with | on the key's line, and indent what follows by two blanks"}},
		"a quote that never ends": {"---\nname: 'x\n---\n", Problem{Reason: InvalidYAML, Line: 2, Column: 7, Fix: "close the quotes of the text behind name:"}},
		"a tab":                   {"---\nui:\n\thidden: true\n---\n", Problem{Reason: InvalidYAML, Line: 3, Column: 1, Fix: "indent with blanks, not with tabs"}},
		"a key twice":             {"---\nname: x\nname: y\n---\n", Problem{Reason: InvalidYAML, Line: 3, Column: 1}},
		"no map":                  {"---\nhello\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 1}},
		"two documents":           {"---\nname: x\n--- # more\nname: y\n---\n", Problem{Reason: InvalidValue, Line: 4, Column: 5}},
		"a long name":             {"---\nname: " + strings.Repeat("é", 129) + "\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 7}},
		"an empty name":           {"---\nname: \"\"\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 7}},
		"a name that is a list":   {"---\nname: [x]\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 7}},
		"a flag in quotes":        {"---\ndisabled: \"yes\"\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 11}},
		"a base that is a path":   {"---\nbase: ../exec\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 7}},
		"a level that is none":    {"---\nai:\n  thinkingLevel: hard\n---\n", Problem{Reason: InvalidValue, Line: 3, Column: 18}},
		"a group that is a text":  {"---\nui: hidden\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 5}},
		"a pattern that is none":  {"---\ntools:\n  add: [\"(\"]\n---\n", Problem{Reason: InvalidValue, Line: 3, Column: 9}},
		"tools that are a flag":   {"---\ntools: true\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 8}},
		"aliases of aliases":      {aliases(), Problem{Reason: InvalidValue, Line: 23, Column: 14}},
		"brackets without end":    {"---\nname: " + strings.Repeat("[", 5000) + "\n---\n", Problem{Reason: InvalidYAML, Line: 2, Column: 5006}},
		"nested brackets":         {"---\nname: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n---\n", Problem{Reason: InvalidValue, Line: 2, Column: 7}},
		"a long frontmatter":      {"---\nx: " + strings.Repeat("y", maxMatter) + "\n---\n", Problem{Reason: TooLarge, Line: 2, Column: 1}},
		"five megabytes":          {"---\n" + strings.Repeat("x: y\n", 1<<20) + "---\n", Problem{Reason: TooLarge}},
		"a base that is nowhere":  {"---\nbase: exec\n---\n", Problem{Reason: BrokenBase, Line: 2, Column: 7}},
		"a base that is itself":   {"---\nbase: broken\n---\n", Problem{Reason: BrokenBase, Line: 2, Column: 7}},
	} {
		t.Run(name, func(t *testing.T) {
			got := Load(folder(map[string]string{"broken.md": c.content, "good.md": good}))
			if len(got.Verdicts) != 2 || got.Verdicts[0].State != Refused || got.Verdicts[1].State != Loaded {
				t.Fatalf("verdicts: %+v", got.Verdicts)
			}
			p := *got.Verdicts[0].Problem
			if p.Detail == "" || p.Fix == "" {
				t.Errorf("it says too little: %+v", p)
			}
			p.Detail = ""
			if c.want.Fix == "" {
				p.Fix = ""
			}
			if diff := cmp.Diff(c.want, p); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if _, err := got.Agent("broken"); err == nil {
				t.Error("the broken one could be asked for")
			}
		})
	}
}

func TestMarksAndEndsOfLinesDoNotMatter(t *testing.T) {
	want := Load(folder(map[string]string{"a.md": good})).holders["a"][0].d
	for name, content := range map[string]string{
		"a byte order mark": "\uFEFF" + good,
		"CRLF":              strings.ReplaceAll(good, "\n", "\r\n"),
		"CR":                strings.ReplaceAll(good, "\n", "\r"),
		"both":              "\uFEFF---\r\ndescription: Reads what others wrote.\n---\r\nRead it twice.",
	} {
		got := Load(folder(map[string]string{"a.md": content}))
		if len(got.holders["a"]) != 1 || got.holders["a"][0].d == nil {
			t.Errorf("%s: %+v", name, got.Verdicts)
			continue
		}
		if diff := cmp.Diff(want, got.holders["a"][0].d, cmpopts.IgnoreFields(Definition{}, "Digest")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheIDIsMadeOfTheFilesName(t *testing.T) {
	for name, want := range map[string]ID{
		"reviewer.md": "reviewer", "Reviewer.MD": "reviewer", "incident.agent.md": "incident", "x y.md": "x-y",
		"net-4.8-expert.md": "net-4-8-expert", "a..b.md": "a-b", "_x_.md": "x", "CON.md": "con", "tête.md": "t-te",
		"*.md": "", ">.md": "", "...md": "", ".md": "", "😀.md": "", strings.Repeat("a", 64) + ".md": ID(strings.Repeat("a", 64)),
		strings.Repeat("a", 65) + ".md": "", strings.Repeat("n", 300) + ".md": "", "%2e%2e%2f.md": "2e-2e-2f", `a\b.md`: "a-b", "C:x.md": "c-x",
	} {
		got, _, err := idOf(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q gives %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestAnIDIsParsedInOnePlace(t *testing.T) {
	for text, want := range map[string]ID{
		" Exec ": "exec", "a": "a", "0": "0", "a_b-c": "a_b-c", "false": "false", "null": "null", "9007199254740993": "9007199254740993",
		"": "", " ": "", "..": "", "../x": "", "a/b": "", "-a": "", "a-": "", "a.b": "", "*": "", ">": "", "\u202Ea": "", "a\x00": "", strings.Repeat("a", 1<<20): "",
	} {
		got, err := ParseID(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%.40q gives %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestToolsComeInThreeShapes(t *testing.T) {
	for name, c := range map[string]struct {
		yaml  string
		want  []string
		notes []string
	}{
		"a list":         {"tools: [Read, Grep, read]", []string{"read", "search"}, nil},
		"a text":         {"tools: Read, Write ,, Bash", []string{"read", "write", "shell"}, nil},
		"a map":          {"tools:\n  add: [read, task_.*]\n  remove: [task_stop]", []string{"read", "task_await", "task_list"}, nil},
		"everything":     {`tools: ["*"]`, KnownTools(), nil},
		"nothing":        {"tools: []", []string{}, nil},
		"null":           {"tools:", []string{}, nil},
		"none of ours":   {"tools: [WebFetch, a/b]", []string{}, []string{"there is no tool WebFetch here", "there is no tool a/b here"}},
		"an unknown key": {"tools:\n  only: [read]", []string{}, []string{"the key tools.only means nothing here"}},
		"a requirement":  {"tools:\n  require: [edit, propose_plan, task_.*]", []string{"propose_plan"}, []string{"tools.require takes names of tools; task_.* is none"}},
	} {
		c2 := Load(folder(map[string]string{"a.md": "---\n" + c.yaml + "\n---\nGo.\n"}))
		a, err := c2.Agent("a")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, a.Policy().Tools); diff != "" {
			t.Errorf("%s: tools (-want +got):\n%s", name, diff)
		}
		var notes []string
		for _, n := range c2.Verdicts[0].Notes {
			notes = append(notes, n.Text)
		}
		if diff := cmp.Diff(c.notes, notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", name, diff)
		}
	}
}

func TestLinksLeadNowhereOutside(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.md")
	write(t, outside, good)
	write(t, filepath.Join(dir, "good.md"), good)
	for name, to := range map[string]string{
		"inside.md": "good.md", "outside.md": outside, "up.md": "../" + filepath.Base(filepath.Dir(outside)) + "/secret.md",
		"dangling.md": "nowhere.md", "parent.md": "..", "itself.md": "itself.md", "here.md": ".",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]State{}
	for _, v := range c.Verdicts {
		got[v.File] = v.State
	}
	want := map[string]State{
		"good.md": Loaded, "inside.md": Loaded, "outside.md": Refused, "up.md": Refused, "dangling.md": Refused,
		"parent.md": Refused, "itself.md": Refused, "here.md": Refused, "folder.md": Ignored,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheFirstFolderThatHasAnIDWins(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".turnbook/agents/a.md"), good)
	write(t, filepath.Join(dir, ".claude/agents/a.md"), good)
	write(t, filepath.Join(dir, ".claude/agents/b.md"), "no agent")
	write(t, filepath.Join(dir, ".mux/agents/b.md"), good)
	write(t, filepath.Join(dir, ".mux/agents/notes.txt"), "no agent")
	write(t, filepath.Join(dir, "README.md"), "# not looked at")
	c, err := LoadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(good))
	digest := hex.EncodeToString(sum[:])
	want := []Verdict{
		{File: ".turnbook/agents/a.md", Scope: Project, State: Loaded, ID: "a", Digest: digest},
		{File: ".claude/agents/a.md", Scope: Project, State: Shadowed, ID: "a", By: ".turnbook/agents/a.md", Digest: digest},
		{File: ".claude/agents/b.md", Scope: Project, State: Refused, ID: "b"},
		{File: ".mux/agents/b.md", Scope: Project, State: Shadowed, ID: "b", By: ".claude/agents/b.md", Digest: digest},
		{File: ".mux/agents/notes.txt", Scope: Project, State: Ignored},
	}
	if diff := cmp.Diff(want, c.Verdicts, cmpopts.IgnoreFields(Verdict{}, "Problem")); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
	var broken *BrokenError
	if _, err := c.Agent("b"); !errors.As(err, &broken) || broken.Source != ".claude/agents/b.md" {
		t.Errorf("the broken file exposed the one below it: %v", err)
	}
}

func TestAFolderOfTooManyFilesStillSaysSoOfEach(t *testing.T) {
	files := map[string]string{}
	for i := range maxFiles + 2 {
		files[fmt.Sprintf("a%05d.md", i)] = good
	}
	c := Load(folder(files))
	count := map[State]int{}
	for _, v := range c.Verdicts {
		count[v.State]++
	}
	if diff := cmp.Diff(map[State]int{Loaded: maxFiles, Refused: 2}, count); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

func TestAFolderThatIsNotThereHoldsNothing(t *testing.T) {
	if _, err := LoadDir(filepath.Join(t.TempDir(), "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
