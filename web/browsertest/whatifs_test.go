package browsertest

import (
	"context"
	"iter"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/contracttest"
)

// A heldLog keeps readers of single conversations waiting while it is held.
type heldLog struct {
	bus.Log
	mu   sync.Mutex
	gate chan struct{} // closed where nothing is held
	left chan struct{} // tells that a reader has left
}

func (l *heldLog) hold() (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	gate := make(chan struct{})
	l.gate = gate
	return sync.OnceFunc(func() { close(gate) })
}

func (l *heldLog) Read(ctx context.Context, q bus.Query) iter.Seq2[schemas.Record, error] {
	l.mu.Lock()
	gate := l.gate
	l.mu.Unlock()
	if gate == nil || q.Kind != schemas.SessionBoundary || q.ID == "" {
		return l.Log.Read(ctx, q)
	}
	return func(yield func(schemas.Record, error) bool) {
		select {
		case <-gate:
			l.Log.Read(ctx, q)(yield)
		case <-ctx.Done():
			l.left <- struct{}{}
			yield(schemas.Record{}, ctx.Err())
		}
	}
}

// held is one more server of the house, whose what-ifs can be held.
func (h *house) held() (*heldLog, *httptest.Server) {
	h.t.Helper()
	log := &heldLog{Log: h.log, left: make(chan struct{}, 1)}
	server := h.server("local", log)
	front := httptest.NewServer(contracttest.Watch(h.t, server))
	h.t.Cleanup(front.Close)
	h.run("held server", server.Run)
	return log, front
}

// someTurns are two turns with a subtask builder open.
func (h *house) someTurns(t *testing.T) {
	t.Helper()
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.click("[data-task=laptop] .task-open")
	v.is("document.activeElement.id === 'builder-title'")
	v.ask("add a step called Passport")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.ask("How many tasks are there?")
	v.is("document.querySelectorAll('.talk[data-status=completed]').length === 2")
}

// The whole way at the keyboard: to the page by the bar, a field of the screen, the turns,
// the answer, and the place in a turn that a line leads to.
func TestAnAuditorAsksOfManyTurnsAtTheKeyboard(t *testing.T) {
	h := open(t)
	h.someTurns(t)
	for name, width := range map[string]int64{"wide": 1280, "phone": 390} {
		t.Run(name, func(t *testing.T) {
			v := visit(t, width, 844)
			v.read(h.url + "/sessions")
			if width < 1000 {
				v.tabTo(".nav-open")
				v.press("Enter")
				v.is("document.querySelector('#nav:popover-open')")
				v.see("nav-phone")
			}
			v.tabTo("#nav a[href='/what-if']")
			v.press("Enter")
			v.is("location.pathname === '/what-if' && document.querySelector('#link-state').hidden")
			v.tabTo("[name=set]")
			v.typed("/current_task_id=0")
			v.tabTo("[name=domain]")
			v.typed("task-builder")
			v.press("Enter")
			v.is("document.querySelector('#what-if-sum')")
			wants(t, "what is said aloud is the sum", get[bool](v, "document.querySelector('#what-if-sum').textContent.includes(' looked at: ')"), true)
			v.is("document.querySelector('#say').textContent === document.querySelector('#what-if-sum').textContent")
			wants(t, "the address", get[string](v, "decodeURIComponent(location.search)"), "?set=/current_task_id=0&domain=task-builder")
			sum := v.text("#what-if-sum")
			v.see("what-if-" + name)
			v.tabTo(".what-if-told .what-if-lines > li > p > a")
			v.press("Enter")
			v.is("location.pathname.startsWith('/turns/') && location.hash && document.getElementById(location.hash.slice(1))")
			other := visit(t, width, 844)
			other.read(h.url + "/what-if?set=/current_task_id=0&domain=task-builder")
			other.is("document.querySelector('#what-if-sum')")
			wants(t, "what a colleague reads", other.text("#what-if-sum"), sum)
		})
	}
}

func TestAWhatIfOfManyTurnsSaysHowFarItIsAndStops(t *testing.T) {
	h := open(t)
	h.someTurns(t)
	log, front := h.held()
	v := visit(t, 1280, 900)
	v.read(front.URL + "/what-if")
	v.is("document.querySelector('#link-state').hidden")
	for _, way := range []string{"button", "Escape"} {
		release := log.hold()
		v.set("[name=rule]", "redirect/2")
		v.click("#ask-it")
		v.is("document.querySelector('#what-if-progress').textContent.startsWith('0 of 2 turns looked at')")
		v.see("what-if-running")
		if way == "Escape" {
			v.press("Escape")
		} else {
			v.click("#stop-it")
		}
		v.is("document.querySelector('#stop-it').hidden && document.querySelector('#say').textContent === 'Stopped.' && document.activeElement.id === 'ask-it'")
		<-log.left
		wants(t, "no answer after "+way, get[bool](v, "!document.querySelector('#what-if-sum')"), true)
		release()
		v.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#say').textContent = ''; undefined"))
	}
	release := log.hold()
	v.click("#ask-it")
	v.is("document.querySelector('#what-if-progress').textContent.startsWith('0 of 2 turns looked at')")
	release()
	v.is("document.querySelector('#what-if-sum')?.textContent.startsWith('2 turns and ')")
	wants(t, "steps that are seen", get[int](v, "Array.from(document.querySelectorAll('.what-if-step, .what-if-running')).filter((e) => e.checkVisibility()).length"), 0)

	// Without the script the page that comes says so too, and its link stops it.
	defer log.hold()()
	other := visit(t, 390, 844)
	other.do(chromedp.Evaluate[chromedp.Void]("location.href = '" + front.URL + "/what-if?rule=redirect/2'; undefined"))
	other.is("document.querySelector('.what-if-step')?.textContent.startsWith('0 of 2 turns looked at')")
	other.see("what-if-running-phone")
	// The page is still on its way, so nobody waits until it has come.
	other.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.what-if-running a').click()"))
	<-log.left
	other.is("location.search.includes('draft=1') && document.querySelector('[name=rule]').value === 'redirect/2' && document.readyState === 'complete'")
	wants(t, "a question that is only shown", get[bool](other, "!document.querySelector('#what-if-sum')"), true)
}

// The bar holds every entry in one line, or gathers them under a button.
func TestTheBarIsOneLineAtEveryWidth(t *testing.T) {
	h := open(t)
	for _, width := range []int64{1440, 1280, 1100, 1081, 1080, 700, 390, 320} {
		v := visit(t, width, 844)
		v.read(h.url + "/ledger")
		v.is("document.querySelector('#link-state').hidden")
		wants(t, "the height of the bar", get[int](v, "document.querySelector('.top').getBoundingClientRect().height"), get[int](v, "parseInt(getComputedStyle(document.documentElement).getPropertyValue('--top'))"))
		if width > 1080 {
			wants(t, "the button", get[bool](v, "document.querySelector('.nav-open').checkVisibility()"), false)
			wants(t, "entries that lie over the end of the bar", get[int](v, "(() => { const end = document.querySelector('.top > .link-state, .top > .round').previousElementSibling && document.querySelector('.top > .round').getBoundingClientRect().left; return Array.from(document.querySelectorAll('#nav a')).filter((e) => e.getBoundingClientRect().right > end || e.getClientRects().length > 1).length; })()"), 0)
			wants(t, "where one is", v.text("#nav [aria-current]"), "Ledger")
			continue
		}
		wants(t, "the button says where one is", strings.TrimSpace(v.text(".nav-open")), "Ledger")
		v.click(".nav-open")
		v.is("document.querySelector('#nav:popover-open')")
		wants(t, "the entries, in groups", v.texts("#nav .nav-name"), []string{"Authoring", "Delegated work", "Audit", "Operation"})
		wants(t, "entries out of the window", get[int](v, "Array.from(document.querySelectorAll('#nav a')).filter((e) => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth; }).length"), 0)
		v.press("Escape")
		v.is("!document.querySelector('#nav:popover-open')")
	}
}
