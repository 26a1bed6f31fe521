package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a walk waits for what must come.
const patience = 30 * time.Second

// A visitor is a tab in a browser of its own.
type visitor struct {
	t   *testing.T
	ctx context.Context
}

// visit opens a tab of the given size, in CSS pixels, with a profile of its own. Errors
// of the pages' scripts fail the test.
func visit(t *testing.T, width, height int64) *visitor {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(browser, 4*patience)
	ctx, leave := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for the tab to be gone
		leave()
		cancel()
	})
	if err := chromedp.Do(ctx); err != nil { // opens the tab
		t.Fatal(err)
	}
	err = chromedp.Listen(ctx, func(e any) {
		if e, ok := e.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %s", describe(e.ExceptionDetails))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{t: t, ctx: ctx}
	v.do(chromedp.EmulateViewport(width, height))
	return v
}

func describe(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

func (v *visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// is waits until an expression of the page is true, over any number of pages.
func (v *visitor) is(expression string) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	wait := "new Promise((done) => { const look = () => ((" + expression + ") ? done(true) : setTimeout(look, 10)); look(); })"
	for {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](wait, chromedp.EvalAwaitPromise))
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			v.t.Fatalf("never true: %s\n%s", expression, v.text("body"))
		}
	}
}

// get is the value of an expression of the page.
func get[T any](v *visitor, expression string) T {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, patience)
	defer cancel()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// prefers sets a media feature, as in prefers-color-scheme: dark.
func (v *visitor) prefers(feature, value string) {
	v.t.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
	if err != nil {
		v.t.Fatal(err)
	}
}

// text is what a reader sees of an element.
func (v *visitor) text(selector string) string {
	v.t.Helper()
	return get[string](v, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// texts are the texts of all elements of a selector.
func (v *visitor) texts(selector string) []string {
	v.t.Helper()
	return get[[]string](v, fmt.Sprintf("Array.from(document.querySelectorAll(%q), (e) => e.textContent.trim())", selector))
}

// open goes to a page and waits until it is live.
func (v *visitor) open(address string) {
	v.t.Helper()
	v.do(chromedp.Navigate(address))
	v.is("document.querySelector('#link-state')?.dataset.status === 'live'")
}

// read goes to a page that need not be live.
func (v *visitor) read(address string) {
	v.t.Helper()
	v.do(chromedp.Navigate(address))
}

// why goes to the page of the last turn of the conversation.
func (v *visitor) why(h *house) {
	v.t.Helper()
	v.read(h.url + get[string](v, "Array.from(document.querySelectorAll('.why')).at(-1).getAttribute('href')"))
}

// ask sends a message in the editor.
func (v *visitor) ask(text string) {
	v.t.Helper()
	v.into("#ask", text)
	v.click("#send")
}

// see keeps a picture of the page where TURNBOOK_PICTURES says to.
func (v *visitor) see(name string) {
	folder := os.Getenv("TURNBOOK_PICTURES")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		v.t.Fatal(err)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
