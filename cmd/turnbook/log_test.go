package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// logKeys are the keys of log lines, everywhere: who looks for a turn looks for turn=.
var logKeys = map[string]string{
	"vendor": "whose book it is", "session": "the conversation", "turn": "the turn", "task": "the task, or the background command", "view": "the tab",
	"workspace": "the workspace", "handle": "the delegated turn",
	"seq": "a position in the log", "entity": "a boundary", "kind": "a kind of boundary", "type": "of an event or a frame",
	"err": "what went wrong", "reason": "why something is done",
	"method": "of a request", "path": "of a request", "thread": "an AG-UI client's name of the conversation",
	"file": "a file of the data folder", "subject": "of NATS", "url": "of NATS, without what is secret", "line": "of the NATS server's own log", "bytes": "a size", "count": "how many",
	"boundaries": "how many wait",
}

// levels are the methods of a logger, by how many arguments stand before the first key.
var levels = map[string]int{"Debug": 1, "Info": 1, "Warn": 1, "Error": 1, "DebugContext": 2, "InfoContext": 2, "WarnContext": 2, "ErrorContext": 2, "Log": 3, "With": 0}

func TestLogLinesHaveConstantMessagesAndTheSameFewKeys(t *testing.T) {
	used := make(map[string]bool)
	lines := 0
	eachCall(t, func(at token.Position, c *ast.CallExpr) {
		lines++
		first := levels[c.Fun.(*ast.SelectorExpr).Sel.Name]
		if first > 0 && len(c.Args) >= first && text(c.Args[first-1]) == "" && !isVariable(c.Args[first-1]) {
			t.Errorf("%s: the message is put together; say it in one constant, and the rest in keys", at)
		}
		for i := first; i < len(c.Args); i += 2 {
			key := text(c.Args[i])
			if logKeys[key] == "" {
				t.Errorf("%s: %q is a stranger among the keys; there are %s", at, key, strings.Join(keysOf(logKeys), ", "))
			}
			used[key] = true
		}
	})
	if lines < 30 {
		t.Errorf("looked at %d log lines; where are the rest?", lines)
	}
	for _, key := range keysOf(logKeys) {
		if !used[key] && key != "task" {
			t.Errorf("nobody uses the key %q any more", key)
		}
	}
}

func keysOf(m map[string]string) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// eachCall finds the lines that are logged: calls on what is called lg.
func eachCall(t *testing.T, look func(token.Position, *ast.CallExpr)) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && isLog(c) {
				look(files.Position(c.Pos()), c)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isLog(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if _, ok := levels[s.Sel.Name]; !ok {
		return false
	}
	switch on := s.X.(type) {
	case *ast.Ident:
		return on.Name == "lg"
	case *ast.SelectorExpr:
		return on.Sel.Name == "lg"
	}
	return false
}

// text is a constant text; "" for anything else.
func text(e ast.Expr) string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		s, _ := strconv.Unquote(l.Value)
		return s
	}
	return ""
}

func isVariable(e ast.Expr) bool { _, ok := e.(*ast.Ident); return ok }

func TestTheLogIsForPeopleOrForPrograms(t *testing.T) {
	for form, want := range map[string]string{"text": `level=WARN msg=said turn=t1`, "json": `"level":"WARN","msg":"said","turn":"t1"`} {
		var out bytes.Buffer
		c := config{log: form, level: "warn"}
		lg, err := c.logger(&out)
		if err != nil {
			t.Fatal(err)
		}
		lg.Info("not said", "turn", "t1")
		lg.Warn("said", "turn", "t1")
		if line := out.String(); !strings.Contains(line, want) || strings.Count(line, "\n") != 1 || (form == "json") != json.Valid(out.Bytes()) {
			t.Errorf("--log %s writes %q", form, line)
		}
	}
	for _, c := range []config{{log: "xml", level: "warn"}, {log: "text", level: "loud"}} {
		_, err := c.logger(&bytes.Buffer{})
		if wrong := (*usageError)(nil); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
