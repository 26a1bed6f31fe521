package projections

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

// parted is a playbook with a linked module, and a session that has written a module that
// is read and one that is not.
const parted = `
acme.library.library library.module-added {"module":{"id":"lib","title":"Shared","tasks":[{"id":"l1","title":"Do it","steps":[{"id":"a","kind":"DECISION","title":"A?","branches":[{"name":"yes","steps":[{"id":"b","kind":"FORM","title":"B"}]},{"name":"no"}]}]}]}}
acme.playbook.p1 playbook.imported {"title":"Visa","modules":[{"id":"m1","title":"One","tasks":[{"id":"t1","title":"T1","steps":[{"id":"s1","kind":"INSTRUCTION","title":"Old"},{"id":"s2","kind":"INSTRUCTION","title":"Goes"}]},{"id":"t2","title":"T2"}]},{"id":"m2","title":"Two","tasks":[{"id":"t3","title":"T3","steps":[{"id":"s3","kind":"INSTRUCTION","title":"Stays"}]}]},{"id":"lib","linked":"lib","title":""},{"id":"m3","title":"Empty"}],"source":"v","format":"markdown","digest":"d"}
acme.session.s7 turn=t1 turn.requested {"text":"x","ui_context":{},"idempotency_key":"k","digest":"x"}
+ about=p1/t1 task.steps-removed {"task_id":"t1","step_ids":["s2"]}
+ about=p1/t3 task.step-added {"task_id":"t3","step_id":"n1","kind":"INSTRUCTION","title":"New","place":{"after_id":"s3"}}
+ about=p1/t3 task.step-added {"task_id":"t3","step_id":"n2","kind":"INSTRUCTION","title":"Newer","place":{}}
`

func TestAPartOfAPlaybookIsThatPartOfTheWhole(t *testing.T) {
	s := projected(t, tell(t, parted), t.TempDir())
	defer closeStore(t, s)
	for _, session := range []schemas.SessionID{"", "s7"} {
		whole, _, err := s.Playbook(t.Context(), "acme", "p1", session)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			part Part
			read []bool
		}{
			{Part{}, []bool{false, false, false, true}},
			{Part{First: 4}, []bool{true, false, false, true}},
			{Part{First: 4, Modules: []schemas.ModuleID{"lib", "gone"}}, []bool{true, false, true, true}},
			{Part{First: 100}, []bool{true, true, true, true}},
		} {
			got, _, err := s.PlaybookPart(t.Context(), "acme", "p1", session, c.part)
			if err != nil {
				t.Fatal(err)
			}
			want := append([]ModuleTree(nil), whole.Modules...)
			for i := range want {
				if !c.read[i] {
					want[i].Tasks = nil
				}
			}
			if diff := gocmp.Diff(want, got.Modules); diff != "" {
				t.Errorf("session %q, %+v: whole (-), part (+):\n%s", session, c.part, diff)
			}
		}
		for _, m := range whole.Modules {
			got, asOf, err := s.ModuleTree(t.Context(), "acme", "p1", m.ID, session)
			if err != nil || asOf.Seq != 3 {
				t.Fatalf("as of %v: %v", asOf, err)
			}
			if diff := gocmp.Diff(m, got); diff != "" {
				t.Errorf("session %q, module %s: whole (-), alone (+):\n%s", session, m.ID, diff)
			}
		}
	}
}

func TestTasksCountTheirSavedSteps(t *testing.T) {
	log := someTurns(t, 3, 4)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	tasks, err := query[Task](t.Context(), s.DB(), "SELECT * FROM tasks ORDER BY playbook_id, id")
	if err != nil || len(tasks) == 0 {
		t.Fatal(len(tasks), err)
	}
	for _, task := range tasks {
		var n int
		if err := s.DB().QueryRow("SELECT COUNT(*) FROM steps WHERE playbook_id = ? AND task_id = ?", task.Playbook, task.ID).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == 0 || task.StepCount != n {
			t.Errorf("%s: %d steps, counted %d", task.ID, n, task.StepCount)
		}
	}
}

// The first screen must not cost what the playbook costs: each of its queries finds what
// it reads by an index, none walks through all steps.
func TestNoQueryOfAPartWalksThroughAllSteps(t *testing.T) {
	s := projected(t, tell(t, parted), t.TempDir())
	defer closeStore(t, s)
	rows, err := s.DB().Query(`EXPLAIN QUERY PLAN SELECT * FROM steps WHERE vendor = ? AND playbook_id = ?
		AND task_id IN (SELECT id FROM tasks WHERE vendor = ? AND playbook_id = ? AND module_id = ?) ORDER BY task_id, position`, "", "", "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, none int
		var detail string
		if err := rows.Scan(&id, &parent, &none, &detail); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(detail, "SCAN") {
			t.Errorf("it walks: %s", detail)
		}
	}
}
