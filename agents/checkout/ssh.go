package checkout

import (
	"context"
	"net/url"
	"os/exec"
	"slices"
	"strings"
)

// sshFailed is the status with which the ssh client ends when it is ssh that failed,
// and not the command.
const sshFailed = 255

// patience are options that keep a silent host from holding a command for ever, and
// ssh from asking somebody who is not there.
var patience = []string{"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3"}

// ssh is a command on another host, as its shell reads it.
func (c *Checkouts) ssh(ctx context.Context, host, command string) *exec.Cmd {
	name, port := splitHost(host)
	args := slices.Concat(c.o.SSH, patience)
	if port != "" {
		args = append(args, "-p", port)
	}
	return exec.CommandContext(ctx, "ssh", append(args, "--", name, command)...)
}

// sftp is the file server of another host.
func (c *Checkouts) sftp(ctx context.Context, host string) *exec.Cmd {
	cmd := c.ssh(ctx, host, "sftp")
	cmd.Args = slices.Insert(cmd.Args, 1, "-s")
	return cmd
}

// sshCommand is what git calls in the place of ssh.
func (c *Checkouts) sshCommand() string {
	return quoteAll(slices.Concat([]string{"ssh"}, c.o.SSH, patience))
}

// address is a repository on another host, as git knows it. A path that is not
// absolute is below the home folder.
func address(host, path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/~/" + path
	}
	u := url.URL{Scheme: "ssh", Path: path}
	return "ssh://" + host + u.EscapedPath()
}

// quote makes one word of a text, for any shell.
func quote(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}
