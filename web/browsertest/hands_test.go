package browsertest

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// press presses keys where the focus is, one after the other, each as in "Enter" or
// "Control+Shift+Z". It does so as a keyboard does: what a page keeps from being typed is
// not typed.
func (v *visitor) press(keys ...string) {
	v.t.Helper()
	for _, key := range keys {
		down := keyDown(key)
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			if _, err := chromedp.Call(v.ctx, input.DispatchKeyEvent, event); err != nil {
				v.t.Fatal(err)
			}
		}
	}
}

// keyDown is a key on its way down. With another one held it is a command and types
// nothing, but for Enter.
func keyDown(key string) input.DispatchKeyEventParams {
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown}
	for {
		held, rest, found := strings.Cut(key, "+")
		if !found {
			break
		}
		down.Modifiers, key = down.Modifiers|modifiers[held], rest
	}
	down.Key, down.WindowsVirtualKeyCode = key, virtualKeys[key]
	switch {
	case key == "Enter":
		down.Text = "\r"
	case len(key) == 1 && down.Modifiers == 0:
		down.Text = key
	}
	return down
}

var (
	virtualKeys = map[string]int64{
		"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "F2": 113,
	}
	modifiers = map[string]int64{"Alt": 1, "Control": 2, "Shift": 8} // as the protocol counts them
)

// typed types a text where the focus is.
func (v *visitor) typed(text string) {
	v.t.Helper()
	v.do(chromedp.KeyEvent(text))
}
