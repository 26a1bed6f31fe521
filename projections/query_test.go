package projections

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestParametersAreBoundAndNeverSpliced(t *testing.T) {
	s := history(t, "refused-write")
	text := "SELECT :a AS a, ':b' AS b, id FROM turns WHERE id = :id OR id = :a -- :c"
	args, err := Bind(text, map[string]any{"a": "x' OR 1=1 --", "id": "t1"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Query(t.Context(), text, args, Limits{})
	if diff := gocmp.Diff([][]any{{"x' OR 1=1 --", ":b", "t1"}}, got.Rows); diff != "" || err != nil {
		t.Errorf("%v, want (-), got (+):\n%s", err, diff)
	}
	for detail, values := range map[string]map[string]any{
		"give a value for :id":                              {"a": 1},
		"the statement has no parameter :c; it has :a, :id": {"a": 1, "id": 2, "c": 3},
	} {
		_, err := Bind(text, values)
		var refused *QueryError
		if !errors.As(err, &refused) || refused.Reason != QueryParams || refused.Detail != detail {
			t.Errorf("%v: %v, want %q", values, err, detail)
		}
	}
}

func TestAParametersTextIsANumberOnlyInItsOwnSpelling(t *testing.T) {
	for text, want := range map[string]any{
		"12": int64(12), "-3": int64(-3), "9007199254740993": int64(9007199254740993), "2.5": 2.5,
		"012": "012", "1e3": "1e3", "107505301260286111999": "107505301260286111999", "+Inf": "+Inf", "NaN": "NaN", "": "", "1.50": "1.50",
	} {
		if got := ValueOf(text); got != want {
			t.Errorf("%q is %T %v, want %T %v", text, got, got, want, want)
		}
	}
}

func TestNumbersKeepEveryDigit(t *testing.T) {
	s := history(t, "refused-write")
	got, err := s.Query(t.Context(), `SELECT 9007199254740993, 107505301260286111, 1e400, -1e400, -9223372036854775808, '107505301260286111999'`, nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(got.Rows)
	want := `[[9007199254740993,107505301260286111,1e999,-1e999,-9223372036854775808,"107505301260286111999"]]`
	if string(raw) != want || err != nil {
		t.Errorf("%v, want %s\ngot %s", err, want, raw)
	}
}

// pairs is a sink that keeps what it is given, and stops after some rows.
type pairs struct {
	columns []string
	rows    []string
	most    int
	fail    error
}

func (p *pairs) Begin(_ AsOf, columns []string) error { p.columns = columns; return nil }

func (p *pairs) Row(values []any) error {
	if len(p.rows) == p.most {
		return p.fail
	}
	p.rows = append(p.rows, values[0].(string))
	return nil
}

func TestEachSinkIsGivenAllRowsOrStopsThem(t *testing.T) {
	s := history(t, "refused-write")
	text := "SELECT rule FROM decisions ORDER BY seq, idx"
	first, second := pairs{most: 9}, pairs{most: 1, fail: ErrEnough}
	end, err := s.Stream(t.Context(), text, nil, Limits{Rows: 3}, &first, &second)
	if end.Rows != 1 || end.AsOf.Seq != 12 || err != nil {
		t.Errorf("%+v, %v", end, err)
	}
	if diff := gocmp.Diff([][]string{{"bucket/1", "router/1", "redirect/1"}, {"bucket/1"}}, [][]string{first.rows, second.rows}); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	broken := errors.New("the disk is full")
	if _, err := s.Stream(t.Context(), text, nil, Limits{}, &pairs{fail: broken}); err != broken {
		t.Errorf("the sink's own error: %v", err)
	}
}

func TestWhatTakesTooLongIsToldItsLimitAndTheWayOut(t *testing.T) {
	s := history(t, "refused-write")
	endless := "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
	_, err := s.Query(t.Context(), endless, nil, Limits{Time: 1})
	if err == nil || !strings.Contains(err.Error(), "more than 1ns, its limit; narrow it, or give it more time") {
		t.Error(err)
	}
}
