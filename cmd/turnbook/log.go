package main

import (
	"io"
	"log/slog"
)

// logger is the log of a server: a line an entry, for people or for programs.
func (c *config) logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	switch c.level {
	case "debug":
		level = slog.LevelDebug
	case "info":
		level = slog.LevelInfo
	case "warn":
		level = slog.LevelWarn
	case "error":
		level = slog.LevelError
	default:
		return nil, usage("--log-level: %q is none of debug, info, warn and error", c.level)
	}
	o := &slog.HandlerOptions{Level: level}
	switch c.log {
	case "text":
		return slog.New(slog.NewTextHandler(w, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, o)), nil
	}
	return nil, usage("--log: %q is neither text nor json", c.log)
}
