package web_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
	"turnbook/web/client"
)

// A sent event is what a reader of server-sent events makes of its lines.
type sentEvent struct{ ID, Event, Data string }

// listening is one reader of /v1/events.
type listening struct {
	h     *house
	body  io.ReadCloser
	lines *bufio.Reader
	last  string // id of the last event that had one, as a browser would keep it
}

// listen opens a stream of events of a server, behind last where it is not "".
func (h *house) listen(base, query, last string) *listening {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.context(), "GET", base+"/v1/events?"+query, nil)
	h.must(err)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(req)
	h.must(err)
	h.t.Cleanup(func() { res.Body.Close() })
	if kind := res.Header.Get("Content-Type"); res.StatusCode != 200 || kind != "text/event-stream" {
		body, _ := io.ReadAll(res.Body)
		h.t.Fatalf("%s is answered with %d, %s: %s", query, res.StatusCode, kind, body)
	}
	return &listening{h, res.Body, bufio.NewReader(res.Body), last}
}

// read is the next event, or the error that ended the stream.
func (l *listening) read() (e sentEvent, err error) {
	for {
		line, err := l.lines.ReadString('\n')
		if err != nil {
			return e, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case line == "\n" && e.Event != "":
			return e, nil
		case name == "id":
			e.ID, l.last = value, value
		case name == "event":
			e.Event = value
		case name == "data":
			e.Data += value
		}
	}
}

// next is the next event of a type; only frames of a subscription may come before it.
func (l *listening) next(kind string) sentEvent {
	l.h.t.Helper()
	for {
		e, err := l.read()
		if err != nil {
			l.h.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if e.Event == kind {
			return e
		}
		if e.Event == "error" {
			l.h.t.Fatalf("waiting for %s: %s", kind, e.Data)
		}
	}
}

// until reads all up to the event of a type of the log.
func (l *listening) until(eventType string) (all []sentEvent) {
	l.h.t.Helper()
	for {
		e := l.next("event")
		if all = append(all, e); strings.Contains(e.Data, `"type":"`+eventType+`"`) {
			return all
		}
	}
}

func TestAListenerGetsTheFramesOfTheBridge(t *testing.T) {
	h := open(t, setting{})
	session := h.session()
	b := h.tab("")
	b.shows(onEditor)
	h.must(h.store.WaitFor(h.context(), h.head()))
	l := h.listen(h.url, url.Values{"session": {string(session)}, "view": {string(b.view)}, "tasks": {"t2"}}.Encode(), "")
	h.must(b.s.Subscribe(h.context(), client.Subscribe{Session: session, Tasks: []schemas.TaskID{"t2"}}))

	snapshot, told := b.next("snapshot"), l.next("snapshot")
	if diff := cmp.Diff(sentEvent{snapshot.AsOf, "snapshot", string(snapshot.Raw)}, told); diff != "" {
		t.Errorf("the snapshot (-bridge +listener):\n%s", diff)
	}
	caughtUp, told := b.next("caught_up"), l.next("caught_up")
	if diff := cmp.Diff(sentEvent{caughtUp.Cursor, "caught_up", string(caughtUp.Raw)}, told); diff != "" {
		t.Errorf("caught up (-bridge +listener):\n%s", diff)
	}
	h.ask(session, "Add a step to task 2 of module 1", onEditor)
	var want []sentEvent
	for _, raw := range b.events("turn.ended") {
		cursor := strings.Split(raw, `"`)[7]
		want = append(want, sentEvent{cursor, "event", raw})
	}
	if diff := cmp.Diff(want, l.until("turn.ended")); diff != "" {
		t.Errorf("a turn's frames (-bridge +listener):\n%s", diff)
	}
}

func TestWithoutAViewAStepEventHasNoTarget(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	l := h.listen(h.url, "playbook=p1&types=task.step-added,turn.ended&from="+h.log.Epoch()+".0.0", "")
	l.next("caught_up")
	wrote := h.writeSteps(session, schemas.Subject{Playbook: "p1", Task: "t1"}, step("s1", schemas.TaskAddress("t1")))
	want := strings.Replace(h.frame("", wrote[0], nil), `"ref":"",`, "", 1)
	if got := l.next("event"); got.Data != want {
		t.Errorf("the frame is\n%s, want\n%s", got.Data, want)
	}
}

func TestAListenerGoesOnBehindItsLastEventOverARestartOfTheServer(t *testing.T) {
	h := open(t, setting{told: true})
	session := h.session()
	write := func(id string) {
		h.writeSteps(session, schemas.Subject{Playbook: "p1", Task: "t1"}, step(id+"a", schemas.CanvasAddress(0, 0)), step(id+"b", schemas.CanvasAddress(0, 0)))
	}
	query := "playbook=p1&types=task.step-added&from=" + h.log.Epoch() + ".0.0" // as a browser repeats it
	var got []string
	take := func(l *listening, n int) string {
		for range n {
			got = append(got, l.next("event").ID)
		}
		return l.last
	}
	write("one")
	first := h.restart()
	l := h.listen(first.URL, query, "")
	last := take(l, 1) // in the middle of a message
	l.body.Close()
	last = take(h.listen(first.URL, query, last), 1)
	first.stop()
	write("two")
	second := h.restart()
	l = h.listen(second.URL, query, last)
	take(l, 2)
	write("three")
	take(l, 2)
	if diff := cmp.Diff(h.stepCursors(), got); diff != "" {
		t.Errorf("events (-log +listener):\n%s", diff)
	}
}

// Case B3 for who can't read a status.
func TestAListenerWhoCantGoOnGetsAResyncAndOneFreshSnapshot(t *testing.T) {
	h := open(t, setting{})
	epoch, head := h.log.Epoch(), h.head()
	at := h.store.Checkpoint()
	asOf := fmt.Sprintf("%s.%d.%d", epoch, at.Seq, at.Index)
	for last, reason := range map[string]string{
		"abc": "malformed", epoch + ".-1.0": "malformed", "other.1.0": "other_epoch", fmt.Sprintf("%s.%d.0", epoch, head+1): "above_head",
	} {
		l := h.listen(h.url, "playbook=p1&from=snapshot", last)
		for _, want := range []sentEvent{
			{"", "resync", fmt.Sprintf(`{"type":"resync","reason":%q,"epoch":%q,"head":%d,"as_of":%q}`, reason, epoch, head, asOf)},
			{asOf, "snapshot", ""},
			{asOf, "caught_up", fmt.Sprintf(`{"type":"caught_up","cursor":%q}`, asOf)},
		} {
			got, err := l.read()
			h.must(err)
			if want.Event == "snapshot" {
				got.Data = ""
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("behind %q (-want +got):\n%s", last, diff)
			}
		}
	}
	l := h.listen(h.url, "from=other.1.0", "")
	if got := l.next("resync"); !strings.Contains(got.Data, `"reason":"other_epoch"`) {
		t.Errorf("a cursor of another life is answered with %s", got.Data)
	}
}

func TestWhatNobodyCanListenToIsAProblemBeforeTheStreamBegins(t *testing.T) {
	h := open(t, setting{})
	for query, want := range map[string]string{
		"from=abc":                     `{"status":400,"code":"INVALID_CURSOR"}`,
		"from=" + h.log.Epoch() + ".1": `{"status":400,"code":"INVALID_CURSOR"}`,
		"session=a%00":                 `{"status":400,"code":"INVALID_ID","field":"session"}`,
		"session=nobody":               `{"status":404,"code":"NOT_FOUND"}`,
		"playbook=p9":                  `{"status":404,"code":"NOT_FOUND"}`,
		"types=turn.lost":              `{"status":422,"code":"INVALID_REQUEST","field":"types"}`,
		"sesion=s1":                    `{"status":422,"code":"INVALID_REQUEST","field":"sesion"}`,
		"view=nobody":                  `{"status":404,"code":"UNKNOWN_VIEW"}`,
	} {
		status, kind, body := h.raw("GET", "/v1/events?"+query, "")
		same(t, "the answer to "+query, brief(t, body), want)
		if kind != "application/problem+json" || fmt.Sprint(status) != want[len(`{"status":`):][:3] {
			t.Errorf("%s is answered with %d, %s", query, status, kind)
		}
	}
}

func TestAViewOfSomebodyElseDecidesNoTargets(t *testing.T) {
	h := open(t, setting{})
	id, err := h.rt.OpenView(t.Context(), vendor, "ann", "")
	h.must(err)
	_, _, body := h.raw("GET", "/v1/events?view="+string(id), "")
	same(t, "the answer", brief(t, body), `{"status":404,"code":"UNKNOWN_VIEW"}`)
	if b := h.tab(id); b.view == id {
		t.Error("a tab came back as the view of somebody else")
	}
}

func TestAQuietStreamShowsThatItLives(t *testing.T) {
	beats := make(chan time.Time)
	h := open(t, setting{beats: beats})
	l := h.listen(h.url, "types=turn.ended&from="+h.log.Epoch()+".0.0", "")
	l.next("caught_up")
	for range 2 {
		beats <- time.Time{}
		line, err := l.lines.ReadString('\n')
		h.must(err)
		if line != ": \n" {
			t.Errorf("a beat is %q", line)
		}
		_, err = l.lines.ReadString('\n')
		h.must(err)
	}
}

func TestAServerThatStopsEndsItsListenersCleanly(t *testing.T) {
	h := open(t, setting{})
	l := h.listen(h.url, "", "")
	l.next("caught_up")
	h.stop()
	if e, err := l.read(); !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the stream ended with %+v, %v", e, err)
	}
	// A status would keep a browser away for good.
	if res, err := http.Get(h.url + "/v1/events"); !errors.Is(err, io.EOF) {
		t.Errorf("a server that stops answers %v, %v", res, err)
	}
}
