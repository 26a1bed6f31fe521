package browsertest

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// strike presses keys as a keyboard does: what a page keeps from being typed is not typed.
func (v *visitor) strike(keys ...string) {
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
