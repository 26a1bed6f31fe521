package saved_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/projections/saved"
)

var at = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func open(t *testing.T, path string) *saved.Store {
	t.Helper()
	s, err := saved.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestASavedQuestionIsThereAfterARestartBesideTheReadyOnes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "saved.db")
	s := open(t, path)
	q := projections.Question{
		Name: "by-title", Title: `Tasks of a "title" <b>`, About: "which", SQL: "SELECT id FROM tasks WHERE title = :title AND position > :from -- :not",
		Params: []projections.Param{{Name: "from", Default: "3"}, {Name: "gone", Default: "x"}}, Chart: projections.Chart{Kind: "bar", X: "id", Y: []string{"n"}}, Ready: true,
	}
	if _, err := s.Save(t.Context(), q, "local", at); err != nil {
		t.Fatal(err)
	}
	q.Title = "Tasks"
	if _, err := s.Save(t.Context(), q, "local", at); err != nil {
		t.Fatal(err)
	}
	s.Close()
	q.Params, q.Ready = []projections.Param{{Name: "title"}, {Name: "from", Default: "3"}}, false
	list, err := open(t, path).List(t.Context())
	if diff := cmp.Diff(append(projections.Measures(), q), list); diff != "" || err != nil {
		t.Errorf("%v, want (-), got (+):\n%s", err, diff)
	}
}

func TestWhatIsNoQuestionIsRefusedWithItsField(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "saved.db"))
	good := projections.Question{Name: "a", Title: "A", SQL: "SELECT 1"}
	for field, change := range map[string]func(*projections.Question){
		"name":       func(q *projections.Question) { q.Name = "Bad Name/.." },
		"title":      func(q *projections.Question) { q.Title = "" },
		"chart.kind": func(q *projections.Question) { q.Chart.Kind = "pie" },
		"sql":        func(q *projections.Question) { q.SQL = string(make([]byte, 70_000)) },
	} {
		q := good
		change(&q)
		var invalid *saved.InvalidError
		if _, err := s.Save(t.Context(), q, "local", at); !errors.As(err, &invalid) || invalid.Field != field {
			t.Errorf("a wrong %s: %v", field, err)
		}
	}
	two := good
	two.SQL = "SELECT 1; SELECT 2"
	var several *projections.QueryError
	if _, err := s.Save(t.Context(), two, "local", at); !errors.As(err, &several) || several.Reason != projections.QuerySeveral {
		t.Errorf("two statements: %v", err)
	}
	ready := good
	ready.Name = projections.Measures()[0].Name
	if _, err := s.Save(t.Context(), ready, "local", at); !errors.Is(err, saved.ErrReady) {
		t.Errorf("in the place of a ready measure: %v", err)
	}
	if err := s.Delete(t.Context(), ready.Name); !errors.Is(err, saved.ErrReady) {
		t.Errorf("a ready measure forgotten: %v", err)
	}
	var missing *projections.NotFoundError
	if err := s.Delete(t.Context(), "nobody"); !errors.As(err, &missing) {
		t.Errorf("what is not there forgotten: %v", err)
	}
	if _, err := s.Save(t.Context(), good, "local", at); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(t.Context(), "a"); !errors.As(err, &missing) {
		t.Errorf("after it was forgotten: %v", err)
	}
}
