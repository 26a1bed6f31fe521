package checkout

import (
	"log/slog"
	"sync"
	"time"
)

// Options are how checkouts are made. SSH, RemoteRoot and the limits may be left out.
type Options struct {
	Root        string        // where worktrees are made on this host, absolute
	SSH         []string      // arguments that each call of the ssh client gets, as -F and a file; nil for none
	RemoteRoot  string        // where they are made on other hosts, below the home folder; "" for turnbook
	Limit       time.Duration // longest that git may take on this host; 0 for a minute
	RemoteLimit time.Duration // longest that a command on another host may take; 0 for three minutes
}

// Checkouts makes and reaches checkouts. It may be used by many at once.
type Checkouts struct {
	lg *slog.Logger
	o  Options

	mu    sync.Mutex
	repos map[string]*sync.Mutex // one change at a time in a repository, by host and path
}

// New makes the checkouts of one data directory.
func New(lg *slog.Logger, o Options) *Checkouts {
	if o.RemoteRoot == "" {
		o.RemoteRoot = "turnbook"
	}
	if o.Limit == 0 {
		o.Limit = time.Minute
	}
	if o.RemoteLimit == 0 {
		o.RemoteLimit = 3 * time.Minute
	}
	return &Checkouts{lg: lg, o: o, repos: map[string]*sync.Mutex{}}
}

// lock holds the repository of a place until the function that it returns is called.
func (c *Checkouts) lock(p Place) (unlock func()) {
	c.mu.Lock()
	key := p.Host + "\x00" + p.Repo
	repo := c.repos[key]
	if repo == nil {
		repo = new(sync.Mutex)
		c.repos[key] = repo
	}
	c.mu.Unlock()
	repo.Lock()
	return repo.Unlock
}
