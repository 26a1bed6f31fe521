package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startWithin is how long the embedded server may take to open its folder. A
// million events take under a second even where the index must be rebuilt (DESIGN.md
// section 9).
const startWithin = time.Minute

// startServer starts the embedded server. Its folder is locked already.
func startServer(lg *slog.Logger, o Options) (*server.Server, error) {
	so := &server.Options{
		ServerName: "turnbook",
		DontListen: o.ListenTCP == "",
		JetStream:  true,
		StoreDir:   o.dir(),
		SyncAlways: o.Sync == SyncAlways,
		MaxPayload: maxPayload,
		NoSigs:     true,
	}
	if o.Sync == SyncInterval {
		so.SyncInterval = SyncEvery
	}
	if o.ListenTCP != "" {
		var err error
		if so.Host, so.Port, err = listenAddress(o.ListenTCP); err != nil {
			return nil, fmt.Errorf("listen for NATS clients: %w", err)
		}
	}
	srv, err := server.NewServer(so)
	if err != nil {
		return nil, fmt.Errorf("start the embedded NATS server: %w", err)
	}
	log := &serverLog{lg: lg}
	srv.SetLoggerV2(log, false, false, false)
	srv.Start()
	if !srv.ReadyForConnections(startWithin) || !srv.JetStreamEnabled() {
		srv.Shutdown()
		srv.WaitForShutdown()
		return nil, fmt.Errorf("start the embedded NATS server on %s: %w", o.dir(), log.lastError())
	}
	return srv, nil
}

// listenAddress reads host:port. The embedded server has no sign-in, so the host
// must be loopback.
func listenAddress(text string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		return "", 0, err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", 0, &net.AddrError{Err: "the embedded server has no sign-in and takes loopback addresses only", Addr: text}
	}
	if port, err = strconv.Atoi(digits); err != nil {
		return "", 0, &net.AddrError{Err: "the port is no number", Addr: text}
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// serverLog hands the server's lines on. They carry text from outside, so they are
// a value and never the message.
type serverLog struct {
	lg   *slog.Logger
	last atomic.Value // string: the last error line, which says why a start failed
}

func (l *serverLog) Noticef(f string, a ...any) { l.line(slog.LevelDebug, f, a) }
func (l *serverLog) Debugf(f string, a ...any)  { l.line(slog.LevelDebug, f, a) }
func (l *serverLog) Tracef(f string, a ...any)  { l.line(slog.LevelDebug, f, a) }
func (l *serverLog) Warnf(f string, a ...any)   { l.line(slog.LevelWarn, f, a) }
func (l *serverLog) Errorf(f string, a ...any)  { l.line(slog.LevelError, f, a) }
func (l *serverLog) Fatalf(f string, a ...any)  { l.line(slog.LevelError, f, a) }

func (l *serverLog) line(level slog.Level, format string, args []any) {
	text := fmt.Sprintf(format, args...)
	if level == slog.LevelError {
		l.last.Store(text)
	}
	l.lg.Log(context.Background(), level, "nats server", "line", text)
}

func (l *serverLog) lastError() error {
	if text, ok := l.last.Load().(string); ok {
		return errors.New(text)
	}
	return fmt.Errorf("it is not ready after %v", startWithin)
}

// connect opens the store's one connection, in process where srv is given. It
// reconnects for ever.
func connect(lg *slog.Logger, o Options, srv nats.InProcessConnProvider) (*nats.Conn, error) {
	opts := []nats.Option{
		nats.Name("turnbook"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(50 * time.Millisecond),
		nats.ReconnectJitter(50*time.Millisecond, 200*time.Millisecond),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			subject := ""
			if sub != nil {
				subject = sub.Subject
			}
			lg.Warn("nats connection", "subject", subject, "err", err)
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				lg.Warn("nats disconnected", "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) { lg.Info("nats reconnected", "url", nc.ConnectedUrlRedacted()) }),
	}
	if srv != nil {
		return nats.Connect("", append(opts, nats.InProcessServer(srv))...)
	}
	if o.Creds != "" {
		opts = append(opts, nats.UserCredentials(o.Creds))
	}
	if o.CA != "" {
		opts = append(opts, nats.RootCAs(o.CA))
	}
	if o.Cert != "" || o.Key != "" {
		opts = append(opts, nats.ClientCert(o.Cert, o.Key))
	}
	nc, err := nats.Connect(o.URL, opts...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return nc, nil
}

// A VersionError says that a server is too old: it does not answer a request for
// many messages.
type VersionError struct{ Have, Want string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the NATS server is version %s; Turnbook needs %s or later", e.Have, e.Want)
}

func checkVersion(have string) error {
	var major, minor int
	if _, err := fmt.Sscanf(have, "%d.%d", &major, &minor); err != nil || major < 2 || major == 2 && minor < 11 {
		return &VersionError{Have: have, Want: "2.11"}
	}
	return nil
}
