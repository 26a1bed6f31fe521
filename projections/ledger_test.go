package projections

import (
	"strings"
	"testing"

	"turnbook/schemas"
)

// A page of the ledger is read from the latest row on, and what is joined is found by its
// key. A filter that few rows pass has an index; a time passes a run of rows.
func TestTheLedgerReadsNoMoreThanItsFilterAsksFor(t *testing.T) {
	s := openAt(t, t.TempDir())
	defer closeStore(t, s)
	for _, c := range []struct {
		ask   LedgerAsk
		first string // how the refusals are found
	}{
		{LedgerAsk{}, "SCAN r"},
		{LedgerAsk{Before: schemas.Position{Seq: 9}}, "SCAN r"},
		{LedgerAsk{Code: "PERSISTED"}, "SEARCH r USING INDEX refusals_by_code_0 (code=?)"},
		{LedgerAsk{Task: "t1"}, "SEARCH r USING INDEX refusals_by_task_0 (task_id=?)"},
		{LedgerAsk{Task: "t1", Before: schemas.Position{Seq: 9}}, "SEARCH r USING INDEX refusals_by_task_0 (task_id=?)"},
	} {
		c.ask.Vendor, c.ask.Limit = "acme", 10
		for _, kind := range []string{LedgerRefusal, LedgerDrop} {
			c.ask.Kind = kind
			want := c.first
			if kind == LedgerDrop {
				want = strings.NewReplacer("refusals_by_code", "drops_by_reason", "(code", "(reason", "refusals", "drops").Replace(want)
			}
			plan := s.planOf(t, c.ask)
			if !strings.Contains(plan, want+"\n") {
				t.Errorf("%+v is answered by:\n%s", c.ask, plan)
			}
			for step := range strings.Lines(plan) {
				if joined := strings.HasPrefix(step, "SCAN ") && !strings.HasPrefix(step, "SCAN r\n") && !strings.HasPrefix(step, "SCAN ("); joined {
					t.Errorf("%+v goes through a whole table: %s", c.ask, step)
				}
			}
		}
	}
}

// planOf are the steps that answer an ask, one a line.
func (s *Store) planOf(t *testing.T, a LedgerAsk) string {
	t.Helper()
	text, args, err := a.query()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(step + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
