package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// A bar shows how far something long has come, on a terminal only.
type bar struct {
	w     io.Writer
	what  string
	shown bool
}

// barCells is how many columns the bar itself takes.
const barCells = 30

// show draws the bar at done of all.
func (b *bar) show(done, all uint64) {
	if all == 0 || !isTerminal(b.w) {
		return
	}
	full := int(min(done, all) * barCells / all)
	fmt.Fprintf(b.w, "\r%s [%s%s] %3d%%  %d of %d", b.what, strings.Repeat("█", full), strings.Repeat("░", barCells-full), min(done, all)*100/all, done, all)
	b.shown = true
}

// end leaves the line.
func (b *bar) end() {
	if b.shown {
		fmt.Fprintln(b.w)
	}
}

// watchEvery is how often a server is asked how far it has come.
const watchEvery = 250 * time.Millisecond

// watch shows a person how far a server has come, until the context ends. ask is only for
// show: the answer of what is watched is what counts.
func (b *bar) watch(ctx context.Context, ask func() (done, all uint64, running bool)) {
	if !isTerminal(b.w) {
		return
	}
	defer b.end()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if done, all, running := ask(); running {
			b.show(done, all)
		}
	}
}

// watched does f while a bar shows how far the server has come with it.
func watched(ctx context.Context, b bar, ask func(context.Context) (done, all uint64, running bool), f func() error) error {
	watching, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.watch(watching, func() (uint64, uint64, bool) { return ask(watching) })
	}()
	err := f()
	stop()
	<-ended
	return err
}
