package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"turnbook/agents/telemetry"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/projections/comments"
	"turnbook/projections/saved"
	"turnbook/schemas"
	"turnbook/schemas/price"
	"turnbook/web"
	"turnbook/web/metrics"
)

// version is the program's; a release sets it when it is built.
var version = "dev"

// A house is the parts, met.
type house struct {
	log        *jetstream.Store
	store      *projections.Store
	saved      *saved.Store
	comments   *comments.Store
	anchors    *audit.Anchorer
	runtime    *worker.Runtime
	workspaces *workspaces.Service
	web        *web.Server
	voices     *voices
	prices     *price.Table
	metrics    *metrics.Metrics
	teller     *telemetry.Teller // nil where nobody is told
}

// tablesFile is the SQLite file of a data folder.
func tablesFile(data string) string { return filepath.Join(data, "turnbook.db") }

// savedFile is the file of a data folder that keeps saved queries.
func savedFile(data string) string { return filepath.Join(data, "saved.db") }

// commentsFile is the file of a data folder that keeps comments.
func commentsFile(data string) string { return filepath.Join(data, "comments.db") }

// openHouse opens the parts in the order in which facts flow, and furnishes an empty
// book. The folder is locked before anything in it is opened.
func openHouse(ctx context.Context, lg *slog.Logger, c config) (*house, error) {
	voices, err := c.models.open(c.data)
	if err != nil {
		return nil, err
	}
	h := &house{voices: voices}
	for _, open := range []func(context.Context, *slog.Logger, config) error{h.openBook, h.openTables, h.openAgents, h.openWeb, h.openTeller} {
		if err := open(ctx, lg, c); err != nil {
			h.close()
			return nil, err
		}
	}
	return h, nil
}

// openBook opens the log, and what anchors it.
func (h *house) openBook(ctx context.Context, lg *slog.Logger, c config) error {
	var err error
	if h.prices, err = pricesOf(c.prices); err != nil {
		return err
	}
	h.log, err = jetstream.Open(ctx, lg, jetstream.Options{Dir: c.data, URL: c.nats, Creds: c.creds, Sync: c.syncMode()})
	if err != nil {
		return fmt.Errorf("open the book: %w", err)
	}
	if err := h.furnish(ctx, lg, c); err != nil {
		return err
	}
	key, err := audit.OpenKey(c.data)
	if err != nil {
		return err
	}
	h.anchors = audit.New(lg, audit.Options{Log: h.log, Vendor: schemas.VendorID(c.vendor), Key: key, File: c.anchorFile, Every: c.anchorEvery})
	return nil
}

// openTables opens what is read from: the tables, what is counted, the saved queries and
// the comments.
func (h *house) openTables(ctx context.Context, lg *slog.Logger, c config) (err error) {
	h.store, err = projections.Open(ctx, lg, projections.Options{Path: tablesFile(c.data), Prices: h.prices})
	if err != nil {
		return fmt.Errorf("open the tables: %w", err)
	}
	h.metrics, err = metrics.New(ctx, metrics.Options{Log: h.log, Prices: h.prices, Tables: h.tables, Views: func() int { return h.web.Views() }})
	if err != nil {
		return err
	}
	if h.saved, err = saved.Open(ctx, savedFile(c.data)); err != nil {
		return fmt.Errorf("open the saved queries: %w", err)
	}
	if h.comments, err = comments.Open(ctx, lg, commentsFile(c.data)); err != nil {
		return fmt.Errorf("open the comments: %w", err)
	}
	return nil
}

// openAgents makes what works turns.
func (h *house) openAgents(_ context.Context, lg *slog.Logger, c config) (err error) {
	h.runtime = worker.New(lg, worker.Options{
		Log: h.metrics.Timed(h.log), Wakes: h.log, Cast: h.voices.cast, Texts: h.log, Deltas: h.log.Deltas(), Budget: c.budget,
	})
	h.workspaces, err = h.openWorkspaces(lg, c)
	return err
}

// openWeb makes what pages and streams come from.
func (h *house) openWeb(_ context.Context, lg *slog.Logger, c config) (err error) {
	h.web, err = web.New(lg, web.Options{
		Runtime: h.runtime, Workspaces: h.workspaces, Log: h.log, Deltas: h.log.Deltas(), Texts: h.log, Store: h.store, Saved: h.saved, Comments: h.comments, Anchors: h.anchors, Vendor: schemas.VendorID(c.vendor), Sync: h.log.Sync(), Version: version,
		Metrics: h.metrics,
		Origins: c.origins,
	})
	if err != nil {
		return fmt.Errorf("make the server: %w", err)
	}
	return nil
}

// openTeller makes what tells a collector of turns, where one is named.
func (h *house) openTeller(ctx context.Context, lg *slog.Logger, c config) (err error) {
	if !telemetry.Wanted(c.otlp) {
		return nil
	}
	h.teller, err = telemetry.New(ctx, lg, telemetry.Options{
		Log: h.log, Address: c.otlp, File: filepath.Join(c.data, "telemetry.json"), Content: c.content, Version: version,
	})
	if err != nil {
		return fmt.Errorf("tell a collector of turns: %w", err)
	}
	return nil
}

// tables is how the tables stand, for who watches them from outside.
func (h *house) tables(ctx context.Context) (metrics.Tables, error) {
	letters, _, err := h.store.DeadLetters(ctx, "")
	return metrics.Tables{Seq: h.store.Checkpoint().Seq, Parked: len(letters)}, err
}

// furnish gives a vendor of whom nothing is known its capability, and an empty book
// something to look at.
func (h *house) furnish(ctx context.Context, lg *slog.Logger, c config) error {
	vendor := schemas.VendorID(c.vendor)
	known, err := h.log.Last(ctx, schemas.Entity{Vendor: vendor, Kind: schemas.VendorBoundary, ID: c.vendor})
	if err != nil {
		return fmt.Errorf("look for vendor %s: %w", c.vendor, err)
	}
	if known > 0 {
		return nil
	}
	// A runtime without a model takes commands and works no turns.
	commands := worker.New(lg, worker.Options{Log: h.log, Wakes: h.log})
	if c.demo {
		if err := furnishDemo(ctx, commands, vendor); err != nil {
			return fmt.Errorf("write the demo: %w", err)
		}
	}
	// Last, so that a start that was cut off begins again.
	_, err = commands.Record(ctx, vendor, schemas.VendorBoundary, c.vendor, "system", schemas.FlagFlipped{Flag: schemas.AITaskBuilder, On: true}, "first-start")
	if err != nil {
		return fmt.Errorf("switch %s on: %w", schemas.AITaskBuilder, err)
	}
	return nil
}

// lastAnchor anchors what was written since the last time, and lets the tables take it
// in: a book that was stopped in good order is anchored whole.
func (h *house) lastAnchor(ctx context.Context, lg *slog.Logger) {
	if _, err := h.anchors.Anchor(ctx); err != nil {
		lg.Warn("chains not anchored at the stop", "err", err)
		return
	}
	if head, err := h.log.Head(ctx); err == nil {
		_ = h.store.WaitFor(ctx, head) // else the next start does it
	}
}

func (h *house) close() {
	if h.saved != nil {
		_ = h.saved.Close() // each save was whole when it was answered
	}
	if h.comments != nil {
		_ = h.comments.Close() // and so was each comment
	}
	if h.store != nil {
		_ = h.store.Close() // the tables can be drawn again from the log
	}
	if h.log != nil {
		h.log.Close()
	}
	h.voices.close()
}
