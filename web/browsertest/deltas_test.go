package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/agents"
	"turnbook/agents/agentstest"
	"turnbook/schemas"
)

// words makes the guide say parts, each but the first when the test says so.
func (h *house) words(parts ...string) (pace chan struct{}) {
	pace = make(chan struct{})
	h.model.say("router", agentstest.Pick(schemas.Guide))
	h.model.say("guide", agentstest.Answer{Parts: parts, Pace: pace})
	return pace
}

func TestAMessageGrowsInThePlaceWhereItWillStand(t *testing.T) {
	h := open(t)
	pace := h.words("You have <b>3</b>", " tasks.\nAll are \u202eempty.", "")
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("How many tasks are there?")
	v.is("document.querySelector('.say[data-writing]')?.textContent === 'You have <b>3</b>'")
	v.do(chromedp.Evaluate[chromedp.Void](`void (window.place = document.querySelector(".say"), window.heard = [],
		new MutationObserver(() => heard.push(document.querySelector("#say").textContent)).observe(document.querySelector("#say"), {childList: true}))`))
	pace <- struct{}{}
	const all = "You have <b>3</b> tasks.\nAll are empty."
	v.is("document.querySelector('.say[data-writing]')?.textContent.endsWith('empty.')")
	wants(t, "the message so far", v.texts(".say"), []string{all})
	wants(t, "hidden from who listens", get[string](v, "place.ariaHidden"), "true")
	v.see("writing")
	type box struct{ X, Y, Width, Height float64 }
	const look = "(({x, y, width, height}) => ({X: x, Y: y, Width: width, Height: height}))(place.getBoundingClientRect())"
	before := get[box](v, look)
	pace <- struct{}{}
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "the finished message", v.texts(".say[data-call]:not([data-writing]):not([aria-hidden])"), []string{all})
	wants(t, "messages", len(v.texts(".say")), 1)
	wants(t, "its place", get[box](v, look), before)
	v.is("heard.some((text) => text.startsWith('You'))")
	wants(t, "what was said of it aloud", get[[]string](v, "[...new Set(heard.filter((text) => text.startsWith('You')))]"), []string{all})
}

func TestWhoReloadsInMidMessageSeesItFinished(t *testing.T) {
	h := open(t)
	pace := h.words("You have", " 3", " tasks.")
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("How many tasks are there?")
	v.is("document.querySelector('.say[data-writing]')?.textContent === 'You have'")
	v.open(h.url + "/playbooks/onboarding")
	v.is("document.querySelector('.talk[data-status=running]')")
	v.do(chromedp.Evaluate[chromedp.Void](`void (window.seen = [],
		new MutationObserver(() => { for (const e of document.querySelectorAll(".say")) seen.push(e.textContent); }).observe(document.querySelector("#talk"), {childList: true, subtree: true}))`))
	pace <- struct{}{}
	pace <- struct{}{}
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "messages", v.texts(".say[data-call]"), []string{"You have 3 tasks."})
	wants(t, "all that was ever seen", get[[]string](v, "[...new Set(seen)]"), []string{"You have 3 tasks."})
}

func TestAnAttemptThatFailsIsReplacedByTheNextAndGoesWithItsTurn(t *testing.T) {
	h := open(t)
	h.model.say("router", agentstest.Pick(schemas.Guide))
	pace := make(chan struct{})
	overloaded := &agents.Error{Code: schemas.CodeModelError, Message: "overloaded"}
	h.model.say("guide", agentstest.Answer{Parts: []string{"First", ""}, Pace: pace, Err: overloaded},
		agentstest.Answer{Parts: []string{"Second", ""}, Pace: pace, Err: overloaded}, agentstest.Answer{Err: overloaded})
	v := visit(t, 1280, 800)
	v.open(h.url + "/playbooks/onboarding")
	v.ask("How many tasks are there?")
	for _, text := range []string{"First", "Second"} {
		v.is("document.querySelector('.say[data-writing]')?.textContent === '" + text + "'")
		wants(t, "messages", v.texts(".say"), []string{text})
		pace <- struct{}{}
	}
	v.is("document.querySelector('.talk[data-status=failed]')")
	wants(t, "messages of a turn that failed", v.texts(".say"), []string{})
}

func TestTheModuleTellsAMessageFromItsBeginningOnOrNotAtAll(t *testing.T) {
	h := open(t)
	v := visit(t, 800, 600)
	v.open(h.url + "/")
	got := script[[]string](v, `
		let socket, ref;
		class Fed {
			constructor() { socket = this; this.readyState = 1; }
			send(text) { const frame = JSON.parse(text); if (frame.type === "subscribe") ref = frame.ref; }
			close() {}
		}
		const book = m.connect({url: "ws://nowhere", WebSocket: Fed}), seen = [];
		const feed = (frame) => socket.onmessage({data: JSON.stringify({ref, ...frame})});
		const piece = (turn, call, offset, text) => feed({type: "delta", session: "s", turn, call_id: call, domain: "guide", offset, text});
		let seq = 0;
		const event = (type, turn, data) => feed({type: "event", cursor: "e." + ++seq + ".0", event: {type, correlationid: turn, data: data || {}}});
		book.on("delta", (d) => seen.push([d.session, d.turn, d.call, d.domain, d.text].join("|")));
		feed({type: "welcome", view_id: "v"});
		book.subscribe({session: "s"});
		piece("t1", "c0", 4, "missed the beginning");
		piece("t1", "c1", 0, "é€");
		piece("t2", "c9", 0, "other ");
		piece("t1", "c1", 5, "😀");
		piece("t2", "c9", 6, "turn");
		piece("t1", "c1", 20, "behind a gap");
		piece("t1", "c1", 9, "!");
		piece("t1", "c2", 10, "of another call");
		piece("t1", "c2", 0, "again");
		piece("t1", "c2", 0, "anew");
		event("turn.message-written", "t1", {call_id: "c1"});
		piece("t1", "c2", 4, ", on");
		event("turn.message-written", "t1", {call_id: "c2"});
		piece("t1", "c2", 8, "late");
		event("turn.ended", "t2");
		piece("t2", "c9", 10, "late");
		piece("t3", "c3", 0, "kept ");
		feed({type: "snapshot", as_of: "e.9.0", running_turn: {id: "t3"}});
		piece("t3", "c3", 5, "on");
		feed({type: "snapshot", as_of: "e.10.0", running_turn: null});
		piece("t3", "c3", 7, "late");
		book.close();
		return seen;`)
	wants(t, "what was told", got, []string{
		"s|t1|c1|guide|é€", "s|t2|c9|guide|other ", "s|t1|c1|guide|é€😀", "s|t2|c9|guide|other turn", "s|t1|c1|guide|é€😀!",
		"s|t1|c2|guide|again", "s|t1|c2|guide|anew", "s|t1|c2|guide|anew, on", "s|t3|c3|guide|kept ", "s|t3|c3|guide|kept on",
	})
}
