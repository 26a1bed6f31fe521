package main

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"turnbook/bus/jetstream"
	"turnbook/schemas"
	"turnbook/web"
)

// config is what serve is told.
type config struct {
	listen string
	data   string
	nats   string
	creds  string
	sync   string
	models models
	vendor string
	demo   bool
	budget int // --context-tokens

	workspaces workspaceConfig
	origins    []string

	log     string // text or json
	level   string // of the log
	otlp    string // "" for what the environment says
	content bool
	prices  string // "" for those that the program came with

	anchorFile  string
	anchorEvery time.Duration
}

// defaultListen is where serve listens and clients look, unless told otherwise.
const defaultListen = "127.0.0.1:7777"

// leastBudget is the smallest --context-tokens that leaves room for a summary and for
// what was said last.
const leastBudget = 1000

func (c *config) flags(f *pflag.FlagSet) {
	f.StringVar(&c.listen, "listen", defaultListen, "address to serve on; port 0 picks one")
	f.StringVar(&c.data, "data", "data", "folder of the book")
	f.StringVar(&c.nats, "nats", "", "URL of NATS servers; without it, one runs inside")
	f.StringVar(&c.creds, "nats-creds", "", "credentials file for --nats")
	f.StringVar(&c.sync, "sync", "always", "always: an acknowledged write is on disk; interval: it is within seconds")
	c.models.flags(f)
	f.IntVar(&c.budget, "context-tokens", 100_000, "tokens of conversation and canvas that a model may be shown before older messages are summed up; 0: never, and only the last 40 are shown")
	f.StringVar(&c.vendor, "vendor", "default", "whose book it is")
	f.StringArrayVar(&c.origins, "allow-origin", nil, "origin of a page that may use this server as you do, without sign-in, as in http://127.0.0.1:8080; may be given several times")
	c.workspaces.flags(f)
	f.StringVar(&c.log, "log", "text", "form of the log on standard error: text or json")
	f.StringVar(&c.level, "log-level", "warn", "what is logged: debug, info, warn or error, and what is graver")
	f.StringVar(&c.otlp, "otlp", "", "collector that is told of turns over OpenTelemetry, as in http://127.0.0.1:4318 (else OTEL_EXPORTER_OTLP_ENDPOINT; else nobody is told)")
	f.BoolVar(&c.content, "otel-content", false, "tell it, too, what people and models said")
	f.StringVar(&c.prices, "prices", "", "file of model prices (else TURNBOOK_PRICES, else those that the program came with)")
	f.StringVar(&c.anchorFile, "anchor-file", "", "append each signed anchor to this file too; keep it where who writes the book can't")
	f.DurationVar(&c.anchorEvery, "anchor-every", time.Minute, "how often the chains are anchored")
	f.BoolVar(&c.demo, "demo", true, "put something to look at into an empty book")
}

// check finds what is wrong before anything is opened.
func (c *config) check() error {
	if _, err := schemas.ParseID[schemas.VendorID]("--vendor", c.vendor); err != nil {
		return &usageError{err}
	}
	host, _, err := net.SplitHostPort(c.listen)
	if err != nil {
		return usage("--listen: %q is no host:port", c.listen)
	}
	if !loopback(host) {
		return usage("--listen: %q is not on this machine alone; Turnbook has no sign-in yet, so it listens on loopback only", c.listen)
	}
	for _, origin := range c.origins {
		if _, err := web.ParseOrigin(origin); err != nil {
			return usage("--allow-origin: %v", err)
		}
	}
	if _, err := c.logger(io.Discard); err != nil {
		return err
	}
	if c.anchorEvery <= 0 {
		return usage("--anchor-every: %s is no time between anchors", c.anchorEvery)
	}
	if c.budget != 0 && c.budget < leastBudget {
		return usage("--context-tokens: %d is too few for a conversation; give %d or more, or 0 to sum up nothing", c.budget, leastBudget)
	}
	if c.sync != "always" && c.sync != "interval" {
		return usage("--sync: %q is neither always nor interval", c.sync)
	}
	return nil
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

func (c *config) syncMode() jetstream.Sync {
	if c.sync == "interval" {
		return jetstream.SyncInterval
	}
	return jetstream.SyncAlways
}

// serverURL is where a command finds the server.
func serverURL(flag string) string {
	if flag != "" {
		return strings.TrimRight(flag, "/")
	}
	if env := os.Getenv("TURNBOOK_URL"); env != "" {
		return strings.TrimRight(env, "/")
	}
	return fmt.Sprintf("http://%s", defaultListen)
}
