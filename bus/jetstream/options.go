package jetstream

import (
	"fmt"
	"time"
)

// Options say where the log is. The zero value keeps it in the folder "data".
type Options struct {
	Dir       string // folder of the embedded server; "" for "data". Not used with URL
	ListenTCP string // loopback host:port where the embedded server also takes NATS clients; "" for none, port 0 for any
	URL       string // servers elsewhere, as in "nats://a:4222,nats://b:4222"; "" for the embedded one
	Creds     string // credentials file for URL; "" for none
	CA        string // PEM file of the authorities that URL's certificates are checked with; "" for the system's
	Cert, Key string // PEM files of our own certificate for URL; "" for none

	Sync          Sync  // of the embedded server; zero for SyncAlways
	Replicas      int   // copies of everything; 0 for 1, or 3 in a cluster
	MaxStoreBytes int64 // of the log, given when it is made: beyond, appends fail; 0 for what the server allows

	// TakeOver hands out again at once, at Open, the wakes that are in somebody's
	// hand: nobody else is alive. It always holds for the embedded server, whose
	// folder is ours alone.
	TakeOver bool
}

// Sync says what an acknowledged append has survived.
type Sync int

const (
	SyncAlways   Sync = iota // every append is synced to disk: it survives a power cut
	SyncInterval             // every append is with the operating system, and on disk within [SyncEvery]
)

// SyncEvery is how often the embedded server syncs with [SyncInterval].
const SyncEvery = 10 * time.Second

func (s Sync) String() string {
	switch s {
	case SyncAlways:
		return "always"
	case SyncInterval:
		return "interval"
	}
	return fmt.Sprintf("Sync(%d)", int(s))
}

const (
	// maxPayload is what the embedded server takes in one message. It is the most
	// that nats-server takes without a warning.
	maxPayload = 8 << 20
	// headroom is left in every message for its headers.
	headroom = 8 << 10
)

func (o Options) dir() string {
	if o.Dir == "" {
		return "data"
	}
	return o.Dir
}
