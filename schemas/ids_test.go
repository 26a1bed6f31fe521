package schemas

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// idRows is both tables of authoring.md, as far as one raw value decides: what
// current_task_id means (section 1) and what an event's task_id means (section 7).
var idRows = []struct{ raw, open, address string }{
	{"", "", ""}, // absent
	{"null", "", ""},
	{"false", "", ""},
	{"true", "", ""},
	{"{}", "", ""},
	{`{"id":1}`, "", ""},
	{"[]", "", ""},
	{"[42]", "", ""},
	{"0", "", "0"},
	{"-0", "", "0"},
	{"0.0", "", "0"},
	{"0e5", "", "0"},
	{"-0.00e-7", "", "0"},
	{"0e999999999999", "", "0"},
	{"42", "42", "42"},
	{"9007199254740993", "9007199254740993", "9007199254740993"},
	{"107505301260286111", "107505301260286111", "107505301260286111"},
	{"12.0", "12", "12"},
	{"1.2e1", "12", "12"},
	{"1.2E+1", "12", "12"},
	{"120e-1", "12", "12"},
	{"1.25", "1.25", "1.25"},
	{"1e-2", "0.01", "0.01"},
	{"-1", "-1", "-1"},
	{"-1.50", "-1.5", "-1.5"},
	{"1e3", "1000", "1000"},
	{"1e63", "1" + strings.Repeat("0", 63), "1" + strings.Repeat("0", 63)},
	{"1e64", "", ""}, // 65 digits
	{"1e-64", "0." + strings.Repeat("0", 63) + "1", "0." + strings.Repeat("0", 63) + "1"},
	{"1e-65", "", ""},
	{"1e400", "", ""},
	{"1e-400", "", ""},
	{"1e99999999999999999999", "", ""},
	{strings.Repeat("9", 64), strings.Repeat("9", 64), strings.Repeat("9", 64)},
	{strings.Repeat("9", 65), "", ""},
	{`""`, "", ""},
	{`" "`, "", ""},
	{`" \t\n\u00a0\u2003 "`, "", ""},
	{`"0"`, "0", "0"},
	{`"NaN"`, "NaN", "NaN"},
	{`" 42 "`, "42", "42"},
	{`"\u00a0a b\u3000"`, "a b", "a b"},
	{`"t\u00e4sk.*>\ud83d\ude00"`, "täsk.*>😀", "täsk.*>😀"},
	{`"null"`, "null", "null"},
}

func TestRawIDsMeanWhatTheTablesSay(t *testing.T) {
	for _, row := range idRows {
		if got, ok := IDText(json.RawMessage(row.raw), ZeroIsNone); got != row.open || ok != (row.open != "") {
			t.Errorf("current_task_id %s: %q, %v; want %q", row.raw, got, ok, row.open)
		}
		if got, ok := IDText(json.RawMessage(row.raw), ZeroIsID); got != row.address || ok != (row.address != "") {
			t.Errorf("task_id %s: %q, %v; want %q", row.raw, got, ok, row.address)
		}
		context := `{"current_task_id":` + row.raw + `}`
		if row.raw == "" {
			context = `{}`
		}
		if got, ok := MustUIContext(context).OpenTaskID(); string(got) != row.open || ok != (row.open != "") {
			t.Errorf("%s: open task %q, %v; want %q", context, got, ok, row.open)
		}
		if got, ok := (StepAddress{TaskID: json.RawMessage(row.raw)}).Task(); string(got) != row.address || ok != (row.address != "") {
			t.Errorf("task_id %s: task %q, %v; want %q", row.raw, got, ok, row.address)
		}
	}
}

func TestWhatIsNoJSONIsNoID(t *testing.T) {
	for _, raw := range []string{"NaN", "01", "1 2", "-", "+1", "1.", ".5", "1e", "0x1", `"a`, `"a"b"`, "undefined", "-01", "00", "1a"} {
		if got, ok := IDText(json.RawMessage(raw), ZeroIsID); ok {
			t.Errorf("%s: %q", raw, got)
		}
	}
}

func TestEqualNumbersAreEqualIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringMatching(`[1-9][0-9]{0,30}`).Draw(t, "whole")
		zeros := rapid.IntRange(0, 20).Draw(t, "zeros")
		shifted := whole[:1] + "." + whole[1:] + strings.Repeat("0", zeros+1)
		for _, spelling := range []string{
			whole + "." + strings.Repeat("0", zeros+1),
			whole + strings.Repeat("0", zeros) + "e-" + json.Number(itoa(zeros)).String(),
			shifted + "E+" + itoa(len(whole)-1),
		} {
			if got, ok := IDText(json.RawMessage(spelling), ZeroIsNone); !ok || got != whole {
				t.Errorf("%s: %q, %v; want %s", spelling, got, ok, whole)
			}
		}
	})
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }

func TestCoordinatesAreTwoWholeNumbersFromZero(t *testing.T) {
	for _, c := range []struct {
		module, task string
		m, n         int
		ok           bool
	}{
		{"0", "0", 0, 0, true},
		{"3", "12", 3, 12, true},
		{"1e1", "2.0", 10, 2, true},
		{"-0", "0", 0, 0, true},
		{"-1", "0", 0, 0, false},
		{"0", "-1", 0, 0, false},
		{"1.5", "0", 0, 0, false},
		{"0", "", 0, 0, false},
		{"", "0", 0, 0, false},
		{`"1"`, "0", 0, 0, false},
		{` "1"`, "0", 0, 0, false},
		{"null", "0", 0, 0, false},
		{"true", "0", 0, 0, false},
		{"[0]", "0", 0, 0, false},
		{"9223372036854775808", "0", 0, 0, false},
	} {
		a := StepAddress{ModuleIndex: json.RawMessage(c.module), TaskIndex: json.RawMessage(c.task)}
		m, n, ok := a.Coordinates()
		if ok != c.ok || ok && (m != c.m || n != c.n) {
			t.Errorf("%s, %s: %d, %d, %v", c.module, c.task, m, n, ok)
		}
	}
}

func TestOnlyWhatCanBeShownIsAnID(t *testing.T) {
	for _, good := range []string{"a", "a.b", "*", ">", "a b", "日本", "👩‍👩‍👧", "%2e", "..", strings.Repeat("x", 200), "é", "/"} {
		if got, err := ParseID[TaskID]("task", good); err != nil || string(got) != good {
			t.Errorf("%q: %q, %v", good, got, err)
		}
	}
	for _, bad := range []string{"", " ", " a", "a ", "\u00a0a", "a\n", "a\x00b", "a\nb", "a\x7fb", "a\u0085b", "\xff", "a\u202eb", "a\u2066b", "a\u200eb", strings.Repeat("x", 201), strings.Repeat("é", 101)} {
		got, err := ParseID[TaskID]("task", bad)
		var e *IDError
		if !errors.As(err, &e) || got != "" || e.What != "task" || len(e.Value) > 64+len("…") || e.Want == "" {
			t.Errorf("%q: %q, %v", bad, got, err)
		}
	}
}
