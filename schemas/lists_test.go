package schemas

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// declared are the constants of each named type of the package, in their order.
func declared(t *testing.T) map[string][]string {
	t.Helper()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]string)
	for _, name := range names {
		if !strings.HasSuffix(name.Name(), ".go") || strings.HasSuffix(name.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, s := range g.Specs {
					addConst(found, s.(*ast.ValueSpec))
				}
			}
		}
	}
	return found
}

func addConst(found map[string][]string, s *ast.ValueSpec) {
	of, ok := s.Type.(*ast.Ident)
	if !ok || len(s.Values) != 1 {
		return
	}
	if text, ok := s.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
		value, _ := strconv.Unquote(text.Value) // the parser read it
		found[of.Name] = append(found[of.Name], value)
	}
}

func TestEveryListIsWhatIsDeclared(t *testing.T) {
	consts := declared(t)
	for _, list := range []any{
		TargetOutcomes(), TargetReasons(), TurnStatuses(), StopReasons(), CardStatuses(), CardDecisions(), RowStatuses(), StepKinds(), TaskContexts(),
	} {
		v := reflect.ValueOf(list)
		var got []string
		for i := range v.Len() {
			got = append(got, fmt.Sprint(v.Index(i)))
		}
		want := consts[v.Type().Elem().Name()]
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the list of %s (-declared +listed):\n%s", v.Type().Elem(), diff)
		}
	}
}
