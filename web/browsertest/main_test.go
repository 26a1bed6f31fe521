package browsertest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// chromium is the one browser of all tests. Each visitor has a profile of its own in
// it, as if it were another browser.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("no-first-run", true), chromedp.Flag("disable-background-networking", true),
	)
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...) // ends with the browser
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Do(ctx)
})

func TestMain(m *testing.M) {
	browser, err := chromium()
	if err != nil {
		fmt.Fprintln(os.Stderr, "the browser did not start:", err)
		os.Exit(1)
	}
	status := m.Run()
	if err := chromedp.Cancel(browser); err != nil { // waits for it to be gone
		fmt.Fprintln(os.Stderr, "the browser did not end well:", err)
	}
	os.Exit(status)
}
