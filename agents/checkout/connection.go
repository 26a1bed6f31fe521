package checkout

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path"
	"strings"
	"time"

	"github.com/pkg/sftp"
)

// distant is [Files] on another host.
type distant struct {
	client *sftp.Client
	cmd    *exec.Cmd
	root   string // resolved by the server
	place  Place
}

func (c *Checkouts) openThere(ctx context.Context, p Place) (Files, error) {
	cmd := c.sftp(ctx, p.Host)
	ownGroup(cmd)
	cmd.Env = environment()
	cmd.WaitDelay = 5 * time.Second
	said := &capped{most: 8 << 10}
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, &UnreachableError{p.Host, p.Path, err.Error()}
	}
	client, err := sftp.NewClientPipe(out, in)
	if err != nil {
		in.Close()
		return nil, &UnreachableError{p.Host, p.Path, why(errors.Join(cmd.Wait(), err), said)}
	}
	d := &distant{client: client, cmd: cmd, place: p}
	return d.enter()
}

// why prefers what ssh said to how it ended.
func why(err error, said *capped) string {
	if text := strings.TrimSpace(said.String()); text != "" {
		return text
	}
	return err.Error()
}

// enter resolves the folder that all names start from.
func (d *distant) enter() (Files, error) {
	checkout, err := d.client.RealPath(d.place.Path)
	if err == nil {
		d.root, err = d.client.RealPath(path.Join(checkout, d.place.Sub))
	}
	var info fs.FileInfo
	if err == nil {
		info, err = d.client.Stat(d.root)
	}
	switch {
	case err != nil:
	case !info.IsDir():
		err = errors.New("it is no folder")
	case !inside(checkout, d.root):
		err = errors.New("the sub-project leads out of it")
	}
	if err != nil {
		d.Close()
		return nil, &UnreachableError{d.place.Host, d.place.Path, err.Error()}
	}
	return d, nil
}

// inside says whether a resolved path is a resolved folder or below it.
func inside(folder, name string) bool {
	return name == folder || strings.HasPrefix(name, strings.TrimSuffix(folder, "/")+"/")
}

func (d *distant) Close() error {
	err := d.client.Close()
	if exit := d.cmd.Wait(); err == nil && !exited(exit, sshFailed) {
		err = exit
	}
	return err
}
