package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func newServe() *cobra.Command {
	var c config
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve pages, streams and turns (also with no command)",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			return serve(cmd.Context(), c, asJSON, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.flags(cmd.Flags())
	return cmd
}

// grace is how long a turn's round may take to finish once the process is asked to
// stop. What is cut off is taken up at the next start.
const grace = 5 * time.Second

// serve runs the house until ctx ends: then no new round is begun, those under way
// have [grace] to finish, and a second signal stops at once.
func serve(ctx context.Context, c config, asJSON bool, stdout, stderr io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	lg, err := c.logger(stderr)
	if err != nil {
		return err
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	h, err := openHouse(work, lg, c)
	if err != nil {
		return err
	}
	defer h.close()

	listener, err := net.Listen("tcp", c.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", c.listen, err)
	}
	server := &http.Server{Handler: h.web, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(lg.Handler(), slog.LevelWarn)}
	streams, endStreams := context.WithCancel(work)
	defer endStreams()
	running := &parts{failed: make(chan error, 8)}
	h.begin(running, lg, ctx, work)
	running.begin("streams", func() error { return h.web.Run(streams) })
	running.begin("http", func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	if err := announce(stdout, asJSON, "http://"+listener.Addr().String(), c.data, h.log.Sync()); err != nil {
		return err
	}

	select {
	case <-ctx.Done():
	case err = <-running.failed:
	}
	again, unnotify := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer unnotify()
	shut, cancel := context.WithTimeout(again, grace)
	defer cancel()
	endStreams()
	_ = server.Shutdown(shut) // what is still open is closed below
	_ = server.Close()
	if err == nil {
		h.runtime.Drain(shut)
		h.lastAnchor(shut, lg)
	}
	stop()
	running.Wait()
	return err
}

// parts are what runs until it is told to stop. The first that fails ends them all.
type parts struct {
	sync.WaitGroup
	failed chan error // holds as many as there are parts
}

func (p *parts) begin(name string, run func() error) {
	p.Go(func() {
		if err := run(); err != nil {
			p.failed <- fmt.Errorf("%s: %w", name, err)
		}
	})
}

// begin begins the parts that follow the log: nothing new is begun once intake ends, and
// what is under way goes on until work does.
func (h *house) begin(p *parts, lg *slog.Logger, intake, work context.Context) {
	p.begin("projections", func() error { return h.store.Run(work, h.log) })
	// Who only watches turns is no reason to stop them.
	p.begin("metrics", func() error { return watching(lg, "turns are counted no more", h.metrics.Run(work)) })
	if h.teller != nil {
		p.begin("telemetry", func() error { return watching(lg, "the collector is told of no more turns", h.teller.Run(work)) })
	}
	p.begin("turns", func() error { return h.runtime.Run(intake, work) })
	p.begin("workspaces", func() error { return h.workspaces.Run(work) })
	p.begin("anchors", func() error { return h.anchors.Run(intake) })
}

// watching takes the end of a part that only watches.
func watching(lg *slog.Logger, ended string, err error) error {
	if err != nil {
		lg.Error(ended, "err", err)
	}
	return nil
}

// announce prints where the house is, once it takes requests.
func announce(w io.Writer, asJSON bool, url, data, sync string) error {
	if asJSON {
		return json.NewEncoder(w).Encode(map[string]string{"url": url, "data": data, "sync": sync})
	}
	_, err := fmt.Fprintf(w, "Turnbook is at %s\nThe book is in %s (sync: %s). Stop with Ctrl-C.\n", url, data, sync)
	return err
}
