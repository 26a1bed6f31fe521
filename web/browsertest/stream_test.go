package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
)

// Case B6: what is asked for before the connection is there is sent when it is.
func TestWhatIsAskedForInTheTickOfConnectIsSentWhenTheConnectionIsThere(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]string](v, `
		let answered;
		const later = new Promise((done) => { answered = done; });
		class Slow extends WebSocket { // the server's first word comes late
			set onmessage(f) { super.onmessage = async (m) => { await later; f(m); }; }
		}
		const {session} = await (await fetch("/v1/sessions", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"playbook_id":"onboarding"}'})).json();
		const book = m.connect({WebSocket: Slow}), seen = [];
		book.on("status", (s) => seen.push(s));
		book.on("snapshot", (f) => seen.push("snapshot of " + f.session.id.replace(session, "ours")));
		const live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.subscribe({session});
		const ack = book.message({text: "How many tasks are there?", session});
		await fetch("/healthz");
		seen.push("the server answers");
		answered();
		await live;
		seen.push((await ack).turn ? "a turn" : "no turn");
		book.close();
		return seen;`)
	wants(t, "what came", got, []string{"the server answers", "catching-up", "snapshot of ours", "live", "a turn", "closed"})
}

func TestAfterAResyncOneSnapshotSaysWhyItCame(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]string](v, `
		const book = m.connect(), seen = [];
		book.on("resync", (f) => seen.push("resync " + f.reason));
		book.on("snapshot", (f) => seen.push("snapshot after " + f.resync));
		let live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.subscribe({playbook: "onboarding"}, "another-epoch.3.0");
		await live;
		live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.subscribe({playbook: "onboarding"});
		await live;
		book.close();
		return seen;`)
	wants(t, "what came", got, []string{"resync other_epoch", "snapshot after other_epoch", "snapshot after undefined"})
}

func TestAServerThatCantJustNowIsAskedAgain(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]string](v, `
		const broken = ["welcome", "snapshot"];
		class Failing extends WebSocket { // the first welcome and the first snapshot can't be given
			set onmessage(f) {
				super.onmessage = (m) => {
					const frame = JSON.parse(m.data);
					if (frame.type !== broken[0]) return f(m);
					broken.shift();
					f({data: JSON.stringify({type: "error", ref: frame.ref, status: 503, code: "UNAVAILABLE", detail: "not now"})});
				};
			}
		}
		const book = m.connect({WebSocket: Failing, wait: () => 5}), seen = [];
		book.on("snapshot", (f) => seen.push("snapshot of " + f.playbook.title));
		book.on("status", (s) => seen.push(s));
		const live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.subscribe({playbook: "onboarding"});
		await live;
		book.close();
		return seen;`)
	wants(t, "what came", got, []string{
		"offline", "connecting", "catching-up", "offline", "connecting", "catching-up", "snapshot of Onboarding a new colleague", "live", "closed",
	})
}

func TestASecondHelloForALiveViewGetsAViewOfItsOwn(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]bool](v, `
		const welcome = (book) => new Promise((done) => book.on("welcome", (f) => done(f.view_id)));
		const first = m.connect(), one = await welcome(first);
		const second = m.connect({view: one}), two = await welcome(second);
		first.close(); second.close();
		return [one !== two, first.view === one, second.view === two];`)
	wants(t, "a view of its own, kept, used", got, []bool{true, true, true})
}

// posts makes a call and reads its answer.
func (h *house) posts(path, body string, out any) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", h.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(out); err != nil || res.StatusCode >= 300 {
		h.t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
	}
}

// turnOf asks in a session and waits for the end of the turn.
func (h *house) turnOf(session string) {
	h.t.Helper()
	var out struct{ Turn schemas.TurnID }
	h.posts("/v1/sessions/"+session+"/messages", `{"text":"How many tasks are there?","ui_context":{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"onboarding","is_draft_active":true}}`, &out)
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	for batch, err := range h.log.Follow(ctx, bus.Query{Vendor: vendor, Turn: out.Turn}) {
		if err != nil {
			h.t.Fatal(err)
		}
		for _, r := range batch {
			if r.Type == "turn.ended" {
				return
			}
		}
	}
}

// A browser's own EventSource, with no code of ours: it comes back by itself, with the
// id of the last event, to a server that was started again meanwhile.
func TestABrowsersEventSourceGoesOnOverARestartOfTheServer(t *testing.T) {
	h := open(t)
	w := newWire(t, h.front.Listener.Addr().String())
	var out struct{ Session string }
	h.posts("/v1/sessions", `{"playbook_id":"onboarding"}`, &out)
	if err := h.store.WaitFor(t.Context(), h.headOf()); err != nil {
		t.Fatal(err)
	}
	v := visit(t, 800, 600)
	v.open("http://" + w.listener.Addr().String() + "/")
	asOf := script[string](v, `
		window.got = []; window.snapshots = 0;
		window.source = new EventSource("/v1/events?session=`+out.Session+`&from=snapshot");
		source.addEventListener("event", (e) => got.push(e.lastEventId));
		return await new Promise((done) => source.addEventListener("snapshot", (e) => { snapshots++; done(e.lastEventId); }));`)
	h.turnOf(out.Session)
	w.set(true)
	h.turnOf(out.Session) // with nobody there
	w.lead(h.door("local").Listener.Addr().String())
	w.set(false)
	h.turnOf(out.Session)
	var want []string
	for _, r := range h.recordsOf(out.Session) {
		cursor := fmt.Sprintf("%s.%d.%d", h.log.Epoch(), r.Seq, r.Index)
		if schemas.VisibilityOf(r.Type) == schemas.Wire && after(cursor, asOf) {
			want = append(want, cursor)
		}
	}
	v.is(fmt.Sprintf("got.length >= %d", len(want)))
	type state struct {
		Got       []string `json:"got"`
		Snapshots int      `json:"snapshots"`
	}
	wants(t, "what came", script[state](v, `source.close(); return {got, snapshots};`), state{want, 1})
}

func after(cursor, than string) bool {
	place := func(c string) (seq, index int) {
		parts := strings.Split(c, ".")
		fmt.Sscan(parts[1], &seq)
		fmt.Sscan(parts[2], &index)
		return seq, index
	}
	s, i := place(cursor)
	ts, ti := place(than)
	return s > ts || s == ts && i > ti
}

func (h *house) headOf() uint64 {
	h.t.Helper()
	head, err := h.log.Head(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return head
}

func (h *house) recordsOf(session string) (all []schemas.Record) {
	h.t.Helper()
	for r, err := range h.log.Read(h.t.Context(), bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, ID: session}) {
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}
