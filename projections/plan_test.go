package projections

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

// queries are the texts in the code of this package that read by a vendor and something
// narrower. Those that are put together of parts have tests of their own.
func queries(t *testing.T) (all []string) {
	t.Helper()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err == nil && strings.HasPrefix(text, "SELECT ") && strings.Contains(text, "vendor = ?") && strings.Contains(text, " AND ") && strings.Count(text, "(") == strings.Count(text, ")") {
				all = append(all, text)
			}
			return true
		})
	}
	return all
}

// SQLite knows nothing of how large the tables are, and takes a table's own key, which
// begins with the vendor, for narrower than an index that is beside the table. Then it
// reads all that a vendor has to find one thing of a turn.
func TestWhatAsksForOneThingDoesNotGoThroughAllOfAVendor(t *testing.T) {
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	all := queries(t)
	for _, f := range []CardFilter{{Vendor: "acme", Turn: "t1"}, {Vendor: "acme", Session: "s1"}} {
		text, _ := f.query()
		all = append(all, text)
	}
	for _, f := range []TurnFilter{{Vendor: "acme", Session: "s1"}, {Vendor: "acme", Status: "running"}, {Vendor: "acme", Session: "s1", Before: 9}} {
		text, _ := f.conditions().query("SELECT * FROM turns", "requested_seq DESC, id", f.Limit)
		all = append(all, text)
	}
	if len(all) < 20 {
		t.Fatalf("only %d queries were found", len(all))
	}
	for _, text := range all {
		rows, err := s.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, make([]any, strings.Count(text, "?"))...)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(step, "SCAN ") || strings.HasSuffix(step, "(vendor=?)") {
				t.Errorf("%s\n\tis answered by: %s", text, step)
			}
		}
		if err := rows.Err(); err != nil {
			t.Error(err)
		}
		rows.Close()
	}
}
