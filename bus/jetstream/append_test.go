package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"turnbook/bus"
	"turnbook/bus/bustest"
	"turnbook/schemas"
)

type sender = func(context.Context, *nats.Msg) (*nats.Msg, error)

// A fault does something else than the request.
type fault func(ctx context.Context, m *nats.Msg, send sender) (*nats.Msg, error)

// faulty does the next requests wrong.
func faulty(send sender, next ...fault) sender {
	return func(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
		if len(next) == 0 {
			return send(ctx, m)
		}
		now := next[0]
		next = next[1:]
		return now(ctx, m, send)
	}
}

func ackLost(ctx context.Context, m *nats.Msg, send sender) (*nats.Msg, error) {
	if _, err := send(ctx, m); err != nil {
		return nil, err
	}
	return nil, nats.ErrTimeout
}

func neverSent(context.Context, *nats.Msg, sender) (*nats.Msg, error) { return nil, nats.ErrTimeout }

func noLeader(context.Context, *nats.Msg, sender) (*nats.Msg, error) {
	return nil, nats.ErrNoResponders
}

func answer(code js.ErrorCode) fault {
	return func(context.Context, *nats.Msg, sender) (*nats.Msg, error) {
		return &nats.Msg{Data: fmt.Appendf(nil, `{"error":{"code":400,"err_code":%d,"description":"x"},"stream":"TURNBOOK","seq":0}`, code)}, nil
	}
}

func ackInOtherForm(ctx context.Context, m *nats.Msg, send sender) (*nats.Msg, error) {
	ack, err := send(ctx, m)
	if err == nil {
		ack.Data = append([]byte(`{"domain":"hub",`), ack.Data[1:]...)
	}
	return ack, err
}

// errOnItsWay stands for an error that leaves open whether it was written: our first
// attempt may be what the second one met.
var errOnItsWay = errors.New("on its way")

func TestAppendFindsOutWhatBecameOfIt(t *testing.T) {
	type outcomes = []fault
	for _, c := range []struct {
		name  string
		next  outcomes
		want  error
		stays bool // whether the append stands afterwards
	}{
		{"an acknowledgement is lost", outcomes{ackLost}, nil, true},
		{"a message is lost", outcomes{neverSent}, nil, true},
		{"a message is lost, then an acknowledgement", outcomes{neverSent, ackLost}, nil, true},
		{"a message is lost twice", outcomes{neverSent, neverSent}, nats.ErrTimeout, false},
		{"one node answers a conflict", outcomes{answer(codeWrongLast)}, bus.ErrConflict, false},
		{"a cluster answers a conflict", outcomes{answer(codeWrongInFlight)}, bus.ErrConflict, false},
		{"a cluster answers a repetition with a conflict", outcomes{ackLost, answer(codeWrongInFlight)}, nil, true},
		{"a cluster has no leader for a moment", outcomes{noLeader}, nil, true},
		{"an acknowledgement says more", outcomes{ackInOtherForm}, nil, true},
		{"it is on its way twice", outcomes{neverSent, answer(codeWrongInFlight)}, errOnItsWay, false},
		{"the disk is full", outcomes{answer(codeStoreFailed)}, bus.ErrFull, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := mustOpen(t, Options{Dir: t.TempDir()})
			first := mustAppend(t, s, 0, said(1))
			real := s.request
			s.request = faulty(real, c.next...)
			got, err := s.Append(t.Context(), s7, first[0].Seq, at, said(2))
			api := (*js.APIError)(nil)
			if c.want == errOnItsWay && (errors.Is(err, bus.ErrConflict) || !errors.As(err, &api)) {
				t.Fatalf("got %v, want neither success nor a conflict", err)
			} else if c.want != errOnItsWay && !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			s.request = real
			stands := mustRead(t, s, bus.Query{})
			if (len(stands) == 2) != c.stays {
				t.Fatalf("%d events stand", len(stands))
			}
			if err == nil {
				if diff := bustest.Diff(slices.Concat(first, got), stands); diff != "" {
					t.Error(diff)
				}
			}
			// Whatever happened, the same append again ends with its records.
			again := mustAppend(t, s, first[0].Seq, said(2))
			if diff := bustest.Diff(slices.Concat(first, again), mustRead(t, s, bus.Query{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSubjects(t *testing.T) {
	for _, c := range []struct {
		q     bus.Query
		want  string
		holds []string
		not   []string
	}{
		{bus.Query{}, "turnbook.>", []string{"turnbook.a.session.1", "turnbook.a"}, nil},
		{bus.Query{Vendor: ">"}, "turnbook.%3E.>", []string{"turnbook.%3E.session.1"}, []string{"turnbook.a.session.1"}},
		{bus.Query{Kind: "view"}, "turnbook.*.view.>", []string{"turnbook.a.view.1"}, []string{"turnbook.a.session.1", "turnbook.view"}},
		{bus.Query{Vendor: "a", Kind: "view"}, "turnbook.a.view.>", []string{"turnbook.a.view.1"}, []string{"turnbook.b.view.1"}},
		{bus.Query{Vendor: "a", ID: "1"}, "turnbook.a.>", []string{"turnbook.a.view.1"}, []string{"turnbook.b.view.1"}},
		{bus.Query{Vendor: "a", Kind: "view", ID: "x.y"}, "turnbook.a.view.x%2Ey", []string{"turnbook.a.view.x%2Ey"}, []string{"turnbook.a.view.x", "turnbook.a.view.x%2Ey.z", "turnbook.a.view"}},
	} {
		got := filterOf(c.q)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
		for _, subject := range c.holds {
			if !matches(got, subject) {
				t.Errorf("%s should hold %s", got, subject)
			}
		}
		for _, subject := range c.not {
			if matches(got, subject) {
				t.Errorf("%s should not hold %s", got, subject)
			}
		}
	}
}

func TestASubjectIsReadBackAsItsBoundary(t *testing.T) {
	for _, id := range []string{"a", "a.b", "*", ">", "日本", "%", " "} {
		want := schemas.Entity{Vendor: schemas.VendorID(id), Kind: schemas.ViewBoundary, ID: id}
		subject, err := subjectOf(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := entityOf(subject); got != want || err != nil {
			t.Errorf("%s is read as %v, %v", subject, got, err)
		}
	}
}

func TestOldServersAreRefused(t *testing.T) {
	for version, good := range map[string]bool{"2.11.0": true, "2.15.3": true, "3.0.0-beta.1": true, "2.10.29": false, "1.4.1": false, "": false} {
		err := checkVersion(version)
		if old := (*VersionError)(nil); good != (err == nil) || !good && !errors.As(err, &old) {
			t.Errorf("%q: %v", version, err)
		}
	}
}
