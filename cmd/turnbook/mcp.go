package main

import (
	"log/slog"

	"github.com/spf13/cobra"

	"turnbook/web/mcp"
)

func newMCP() *cobra.Command {
	var r remote
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer a running server's tools to an AI application, over standard input and output",
		Long: `Mcp speaks the Model Context Protocol on standard input and output, for applications that
start such programs themselves. Each tool is a call of the running server; where none
answers, the tool says so. Applications that can use HTTP need no program between: the
server speaks the same at /mcp.`,
		Example: `  turnbook mcp --url http://127.0.0.1:7777`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := r.client()
			if err != nil {
				return err
			}
			lg := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
			return mcp.ServeStdio(cmd.Context(), lg, mcp.Options{Caller: c, Version: version})
		},
	}
	r.flags(cmd.Flags())
	return cmd
}
