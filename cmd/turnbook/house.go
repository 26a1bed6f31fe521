package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"

	"turnbook/agents/worker"
	"turnbook/bus/jetstream"
	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/web"
)

// version is the program's; a release sets it when it is built.
var version = "dev"

// A house is the parts, met.
type house struct {
	log     *jetstream.Store
	store   *projections.Store
	runtime *worker.Runtime
	web     *web.Server
	voices  *voices
}

// tablesFile is the SQLite file of a data folder.
func tablesFile(data string) string { return filepath.Join(data, "turnbook.db") }

// openHouse opens the parts in the order in which facts flow, and furnishes an empty
// book. The folder is locked before anything in it is opened.
func openHouse(ctx context.Context, lg *slog.Logger, c config) (*house, error) {
	voices, err := c.models.open()
	if err != nil {
		return nil, err
	}
	h := &house{voices: voices}
	h.log, err = jetstream.Open(ctx, lg, jetstream.Options{Dir: c.data, URL: c.nats, Creds: c.creds, Sync: c.syncMode()})
	if err != nil {
		h.close()
		return nil, fmt.Errorf("open the book: %w", err)
	}
	if err := h.furnish(ctx, lg, c); err != nil {
		h.close()
		return nil, err
	}
	h.store, err = projections.Open(ctx, lg, projections.Options{Path: tablesFile(c.data)})
	if err != nil {
		h.close()
		return nil, fmt.Errorf("open the tables: %w", err)
	}
	h.runtime = worker.New(lg, worker.Options{
		Log: h.log, Wakes: h.log, Model: voices.agents, Router: voices.router, Deltas: h.log.Deltas(),
	})
	h.web, err = web.New(lg, web.Options{
		Runtime: h.runtime, Log: h.log, Deltas: h.log.Deltas(), Store: h.store, Vendor: schemas.VendorID(c.vendor), Sync: h.log.Sync(), Version: version,
		Origins: c.origins,
	})
	if err != nil {
		h.close()
		return nil, fmt.Errorf("make the server: %w", err)
	}
	return h, nil
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

func (h *house) close() {
	if h.store != nil {
		_ = h.store.Close() // the tables can be drawn again from the log
	}
	if h.log != nil {
		h.log.Close()
	}
	h.voices.close()
}
