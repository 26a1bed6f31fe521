package exports_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/telemetry"
	"turnbook/bus"
	"turnbook/projections/exports"
	"turnbook/schemas"
)

var begin = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func TestSpansOfTheTurnsThatAQueryNamesAreALineEach(t *testing.T) {
	log := bus.Mem()
	session := schemas.Entity{Vendor: "acme", Kind: schemas.SessionBoundary, ID: "s7"}
	records, err := log.Append(t.Context(), session, 0, begin, schemas.Draft{ID: "o/0", Event: schemas.SessionOpened{User: "local"}, Actor: "user/local"})
	last := records[0].Seq
	for n, id := range []schemas.TurnID{"t1", "t2"} {
		if err == nil {
			records, err = log.Append(t.Context(), session, last, begin.Add(time.Duration(n)*time.Second),
				schemas.Draft{
					ID: string(id) + "/0", Turn: id, Actor: "user/local", TraceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
					Event: schemas.TurnRequested{Text: "x", Key: string(id), Digest: "d"},
				},
				schemas.Draft{ID: string(id) + "/1", Turn: id, Event: schemas.TurnEnded{Status: schemas.TurnFailed, Stop: "model_error"}, Actor: "agent/router"})
			last = records[0].Seq
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	s := tables(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, log) }()
	if err := s.WaitFor(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	file, survey, done := writtenFrom(t, s, exports.Spans, "SELECT id AS turn_id FROM turns UNION ALL SELECT 't2' ORDER BY 1", 0)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if want := spansInLog(t, log, "t1", "t2"); file != want || survey.Rows != 2 || done != 2 {
		t.Errorf("%+v, %d told, the file (-want +got):\n%s", survey.End, done, cmp.Diff(want, file))
	}
	if strings.Count(file, "\n") != 2 {
		t.Errorf("two turns are not two lines:\n%s", file)
	}
}

// spansInLog are the lines of some turns, made of the log instead of the tables.
func spansInLog(t *testing.T, log bus.Log, turns ...schemas.TurnID) string {
	t.Helper()
	var out strings.Builder
	for _, id := range turns {
		var records []schemas.Record
		for r, err := range log.Read(t.Context(), bus.Query{Kind: schemas.SessionBoundary}) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Turn == id {
				records = append(records, r)
			}
		}
		if err := telemetry.WriteLine(&out, telemetry.SpansOf(records)); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}
