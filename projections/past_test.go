package projections

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestATableIsAskedAsItStoodAtAnEarlierPosition(t *testing.T) {
	log := tell(t, smallBook)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	got := map[uint64]string{}
	for _, seq := range []uint64{1, 2, 7, 8} {
		p, err := s.Past(t.Context(), log, seq)
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Query(t.Context(), "SELECT id, status, domain FROM turns ORDER BY id", nil, Limits{})
		if err != nil || a.AsOf.Seq != seq || p.Cost.Messages != seq || p.Cost.Bytes == 0 || p.Cost.Cached {
			t.Errorf("as of %d: %+v at the cost of %+v, %v", seq, a.AsOf, p.Cost, err)
		}
		got[seq] = fmt.Sprint(a.Rows)
		p.Release()
	}
	want := map[uint64]string{1: "[]", 2: "[[t1 running ]]", 7: "[[t1 completed guide]]", 8: "[[t1 completed guide] [t2 awaiting_answer task-builder]]"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	again, err := s.Past(t.Context(), log, 7)
	if err != nil || !again.Cost.Cached {
		t.Errorf("the same position again: %+v, %v", again.Cost, err)
	}
	again.Release()
}

func TestPastsAreFewAndThrownAway(t *testing.T) {
	log, dir := tell(t, smallBook), t.TempDir()
	s := projected(t, log, dir)
	folders := func() (n int) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), checkFolders) {
				n++
			}
		}
		return n
	}
	held, err := s.Past(t.Context(), log, 1)
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(2); seq < 9; seq++ {
		p, err := s.Past(t.Context(), log, seq)
		if err != nil {
			t.Fatal(err)
		}
		p.Release()
	}
	if n := folders(); n != keptPasts {
		t.Errorf("%d are kept, want %d", n, keptPasts)
	}
	if a, err := held.Query(t.Context(), "SELECT count(*) FROM events", nil, Limits{}); err != nil || a.Rows[0][0] != int64(1) {
		t.Errorf("the one that is in use: %+v, %v", a, err)
	}
	held.Release()
	closeStore(t, s)
	if n := folders(); n != 0 {
		t.Errorf("%d are left after the end", n)
	}
}

func TestAPositionThatIsNotThereYetIsToldWhereTheTablesStand(t *testing.T) {
	log := tell(t, smallBook)
	s := projected(t, log, t.TempDir())
	defer closeStore(t, s)
	for _, seq := range []uint64{0, 99} {
		var refused *PastError
		if _, err := s.Past(t.Context(), log, seq); !errors.As(err, &refused) || refused.Detail != "give 1 to 15, where the tables stand" {
			t.Errorf("as of %d: %v", seq, err)
		}
	}
}
