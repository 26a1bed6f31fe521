package schemas_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"turnbook/schemas"
)

// An event of a turn that got a ladder must be asked for it.
func TestEveryLadderOfATurnIsAVerdict(t *testing.T) {
	for _, name := range schemas.Types() {
		if family, _, _ := strings.Cut(name, "."); family != "turn" && family != "task" {
			continue
		}
		raw, err := os.ReadFile("testdata/samples/" + name + "@1.json")
		if err != nil {
			t.Fatal(err)
		}
		e, err := schemas.Decode(name, raw)
		if err != nil {
			t.Fatal(err)
		}
		f := reflect.ValueOf(e).FieldByName("Ladder")
		if !f.IsValid() || f.Kind() == reflect.Pointer { // a pointer is a ladder that came from a document
			continue
		}
		got := schemas.Verdicts(e)
		if len(got) != 1 || !reflect.DeepEqual(got[0].Ladder, f.Interface()) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
