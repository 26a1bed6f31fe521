package browsertest

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A page is redrawn at any moment, and a handle of an element that was drawn before leads
// to nothing. What a visitor does to an element is therefore done in the evaluation that
// finds it: nobody holds a handle from one message to the browser to the next.

// reach waits until the page is there with its scripts, the first element of a selector is
// drawn, and act, a function of the page, makes something of it that is true. It returns
// that.
func reach[T any](v *visitor, selector, act string) T {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	wait := fmt.Sprintf(`new Promise((done) => {
		const act = %s;
		const look = () => {
			const e = document.querySelector(%q);
			const there = document.readyState === "complete" && e?.getClientRects().length;
			const made = there ? act(e) : null;
			if (made) done(made); else setTimeout(look, 10);
		};
		look();
	})`, act, selector)
	for {
		out, err := chromedp.Run(ctx, chromedp.Evaluate[T](wait, chromedp.EvalAwaitPromise))
		if err == nil {
			return out
		}
		if ctx.Err() != nil { // before that, another page came in the way
			v.t.Fatalf("not within reach: %s: %v\n%s", selector, err, v.text("body"))
		}
	}
}

// center is where the mouse hits an element, once that is in view and stands still from
// one look to the next.
const center = `((was) => (e) => {
	e.scrollIntoViewIfNeeded();
	const r = e.getClientRects()[0], is = [r.left + r.width / 2, r.top + r.height / 2];
	const still = String(was) === String(is);
	was = is;
	return still && is;
})()`

func (v *visitor) click(selector string) {
	v.t.Helper()
	at := reach[[]float64](v, selector, center)
	v.do(chromedp.MouseClickXY(at[0], at[1]))
}

func (v *visitor) focus(selector string) {
	v.t.Helper()
	reach[bool](v, selector, "(e) => { e.focus(); return document.activeElement === e; }")
}

// into types a text into a field, before what stands there.
func (v *visitor) into(selector, text string) {
	v.t.Helper()
	v.focus(selector)
	v.typed(text)
}

// set gives a field its value at once, and tells the page as a hand's choice would.
func (v *visitor) set(selector, value string) {
	v.t.Helper()
	reach[bool](v, selector, fmt.Sprintf(`(e) => {
		e.value = %q;
		for (const what of ["input", "change"]) e.dispatchEvent(new Event(what, { bubbles: true }));
		return true;
	}`, value))
}

// choose gives files to a field, which need not be drawn.
func (v *visitor) choose(selector string, files ...string) {
	v.t.Helper()
	field := fmt.Sprintf("document.querySelector(%q)", selector)
	v.is(field)
	found, err := chromedp.Call(v.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: field})
	if err == nil {
		_, err = chromedp.Call(v.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, ObjectID: found.Result.ObjectID})
	}
	if err != nil {
		v.t.Fatalf("%s: %v", selector, err)
	}
}
