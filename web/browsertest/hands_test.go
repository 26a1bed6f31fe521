package browsertest

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// press presses keys as a keyboard does: what a page keeps from being typed is not typed.
func (v *visitor) press(keys ...string) {
	v.t.Helper()
	for _, key := range keys {
		down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, WindowsVirtualKeyCode: virtualKeys[key]}
		if name, with, found := strings.Cut(key, "+"); found {
			down.Key, down.WindowsVirtualKeyCode, down.Modifiers = with, virtualKeys[with], modifiers[name]
		} else if len(key) == 1 {
			down.Text = key
		} else if key == "Enter" {
			down.Text = "\r"
		}
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			if _, err := chromedp.Call(v.ctx, input.DispatchKeyEvent, event); err != nil {
				v.t.Fatal(err)
			}
		}
	}
}

var (
	virtualKeys = map[string]int64{"Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40, "Delete": 46, "F2": 113}
	modifiers   = map[string]int64{"Alt": 1, "Shift": 8} // as the protocol counts them
)

// drag takes what one selector finds and lets it go over what another finds, at a
// fraction of its height.
func (v *visitor) drag(from, to string, at float64) {
	v.t.Helper()
	x, y := v.middle(from, 0.5)
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for range 3 { // what lies under the pointer moves along with it
		x, y = v.middle(to, at)
		v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, chromedp.ButtonLeft))
	}
	v.see("dragging")
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

func (v *visitor) middle(selector string, at float64) (x, y float64) {
	v.t.Helper()
	r := get[[]float64](v, fmt.Sprintf("(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height * %v]; })()", selector, at))
	return r[0], r[1]
}
