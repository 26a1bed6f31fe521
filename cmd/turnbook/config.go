package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

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

	origins []string
}

// defaultListen is where serve listens and clients look, unless told otherwise.
const defaultListen = "127.0.0.1:7777"

func (c *config) flags(f *pflag.FlagSet) {
	f.StringVar(&c.listen, "listen", defaultListen, "address to serve on; port 0 picks one")
	f.StringVar(&c.data, "data", "data", "folder of the book")
	f.StringVar(&c.nats, "nats", "", "URL of NATS servers; without it, one runs inside")
	f.StringVar(&c.creds, "nats-creds", "", "credentials file for --nats")
	f.StringVar(&c.sync, "sync", "always", "always: an acknowledged write is on disk; interval: it is within seconds")
	c.models.flags(f)
	f.StringVar(&c.vendor, "vendor", "default", "whose book it is")
	f.StringArrayVar(&c.origins, "allow-origin", nil, "origin of a page that may use this server as you do, without sign-in, as in http://127.0.0.1:8080; may be given several times")
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
