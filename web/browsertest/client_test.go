package browsertest

import (
	"context"
	"net"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// script runs the body of an async function in the page, with the module as m.
func script[T any](v *visitor, body string) T {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	text := `(async () => { const m = await import("/assets/turnbook.js"); ` + body + ` })()`
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](text, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	return out
}

func TestTheModuleSaysWhichTaskIsOpenOnlyWhileABuilderIsMounted(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	type view map[string]any
	got := script[[]view](v, `
		const book = m.connect(), seen = [], look = () => seen.push(book.agentViewContext());
		look();
		book.loadTask({id: "42", context: "PLAYBOOK", playbook_id: "p1"}); look();
		const one = book.mountBuilder(), two = book.mountBuilder(); look();
		one(); one(); look();
		two(); two(); look();
		const three = book.mountBuilder(); book.loadTask(null); look();
		book.close();
		return seen;`)
	task := map[string]any{"id": "42", "context": "PLAYBOOK", "playbook_id": "p1"}
	wants(t, "contexts", got, []view{
		{"builder_mounts": 0.0},
		{"builder_mounts": 0.0},
		{"builder_mounts": 2.0, "current_task_id": "42", "loaded_task": task},
		{"builder_mounts": 1.0, "current_task_id": "42", "loaded_task": task},
		{"builder_mounts": 0.0},
		{"builder_mounts": 1.0},
	})
}

func TestACommandIsCarriedOutOnceOverLostConnections(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	type result struct {
		Turns  []string `json:"turns"`
		Lost   int      `json:"lost"`
		Asks   int      `json:"asks"`
		Rising bool     `json:"rising"`
		Ends   int      `json:"ends"`
	}
	got := script[result](v, `
		let lost = 0;
		class Flaky extends WebSocket { // loses the connection behind a message, twice
			send(text) { super.send(text); if (text.includes('"type":"message"') && lost < 2) { lost++; super.close(); } }
		}
		const {session} = await (await fetch("/v1/sessions", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"playbook_id":"onboarding"}'})).json();
		const book = m.connect({WebSocket: Flaky, wait: () => 5}), cursors = [], types = [];
		book.uiContext({page: "playbook_editor", is_playbook_editor_route: true, playbook_id: "onboarding", is_draft_active: true});
		const live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.subscribe({session});
		await live;
		const ended = new Promise((done) => book.on("event", ({cursor, event}) => {
			cursors.push(cursor); types.push(event.type);
			if (event.type === "turn.ended") done();
		}));
		const {turn} = await book.message({text: "How many tasks are there?", session});
		await ended;
		const list = await (await fetch("/v1/turns?session=" + session)).json();
		book.close();
		return {
			turns: list.turns.map((t) => t.id === turn ? "ours" : "another"), lost,
			asks: types.filter((t) => t === "turn.requested").length, ends: types.filter((t) => t === "turn.ended").length,
			rising: cursors.every((c, i) => i === 0 || m.isAfter(c, cursors[i - 1])),
		};`)
	wants(t, "what became of the message", got, result{Turns: []string{"ours"}, Lost: 2, Asks: 1, Rising: true, Ends: 1})
}

func TestWhereACursorMeansNothingAFreshSnapshotComes(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]string](v, `
		const book = m.connect(), seen = [];
		book.on("resync", (f) => seen.push("resync " + f.reason));
		const live = new Promise((done) => book.on("status", (s) => s === "live" && done()));
		book.on("snapshot", (f) => seen.push("snapshot of " + f.playbook.title));
		book.subscribe({playbook: "onboarding"}, "another-epoch.3.0");
		await live;
		book.close();
		return seen;`)
	wants(t, "what came", got, []string{"resync other_epoch", "snapshot of Onboarding a new colleague"})
}

// A wire stands between browser and server, and can be cut.
type wire struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	down     bool
	open     map[net.Conn]bool
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: to, open: make(map[net.Conn]bool)}
	go w.serve()
	t.Cleanup(func() { w.set(true); l.Close() })
	return w
}

func (w *wire) serve() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.mu.Lock()
		to := w.to
		w.mu.Unlock()
		far, err := net.Dial("tcp", to)
		w.mu.Lock()
		if err != nil || w.down {
			near.Close()
			if far != nil {
				far.Close()
			}
			w.mu.Unlock()
			continue
		}
		w.open[near], w.open[far] = true, true
		w.mu.Unlock()
		go pipe(near, far)
		go pipe(far, near)
	}
}

func pipe(from, to net.Conn) {
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// lead makes the wire end at another server.
func (w *wire) lead(to string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to = to
}

// set cuts the wire, or mends it.
func (w *wire) set(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = down
	if down {
		for c := range w.open {
			c.Close()
		}
		clear(w.open)
	}
}

func TestTheEditorGoesOnWhereItWasWhenTheConnectionIsBack(t *testing.T) {
	h := open(t)
	w := newWire(t, h.front.Listener.Addr().String())
	release := h.model.hold("step-writer")
	defer release()
	v := visit(t, 1280, 800)
	v.open("http://" + w.listener.Addr().String() + "/playbooks/onboarding")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelectorAll('.row[data-status=running]').length === 2")
	w.set(true)
	v.is("document.querySelector('#link-state').dataset.status === 'offline'")
	v.see("offline")
	release() // the turn goes on without anybody watching
	w.set(false)
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.is("document.querySelector('#link-state').dataset.status === 'live'")
	v.is("document.querySelectorAll('#modules .step[data-saved=false]').length === 0")
	wants(t, "counts", v.texts(".task-count"), []string{"6 steps", "3 steps", "3 steps", "0 steps", "1 step"})
	wants(t, "turns", len(v.texts(".talk")), 1)
}
