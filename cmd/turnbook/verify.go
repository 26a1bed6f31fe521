package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"turnbook/bus/audit"
	"turnbook/bus/jetstream"
	"turnbook/schemas"
	"turnbook/schemas/proof"
	"turnbook/web"
	"turnbook/web/client"
)

// A verification is what verify was told.
type verification struct {
	remote  remote
	data    string
	bundle  string
	vendor  string
	key     string
	outside string
	anchor  bool
	stderr  io.Writer
}

func newVerify() *cobra.Command {
	var v verification
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Prove that the book, or an evidence bundle, is what was written",
		Long: `Verify hashes every event, follows the chain of every boundary, and holds both against
the signed anchors. It names what it finds: an edit, an insertion, a removal, a
reordering, a splice, a cut tail, a foreign key, each with boundary, position and event.
JSON that was only written another way is no finding. docs/verify.md says what is proved
and what is not.

It asks the server; with --data it reads a folder that no server has open, and changes
nothing in it; with --bundle it needs neither. Give --key where you know the vendor's key
from elsewhere: else the book's own word for it is taken.

Exit status: 0 it holds, 1 it does not or could not be read, 2 wrong usage.`,
		Example: "  turnbook verify\n  turnbook verify --data data --anchor-file /mnt/outside/anchors.jsonl\n  turnbook verify --bundle evidence.zip",
		Args:    noArgs,
		PreRunE: verifyFlags.check,
		RunE: func(cmd *cobra.Command, _ []string) error {
			asJSON := jsonWanted(cmd)
			v.stderr = cmd.ErrOrStderr()
			r, err := v.run(cmd.Context())
			if err != nil {
				return err
			}
			return verdict(r, asJSON, cmd.OutOrStdout())
		},
	}
	v.remote.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&v.data, "data", "", "verify this folder, which no server has open")
	f.StringVar(&v.bundle, "bundle", "", "verify this evidence bundle")
	f.StringVar(&v.vendor, "vendor", "default", "with --data: whose book it is")
	f.StringVar(&v.key, "key", "", "the vendor's public key, as you know it from elsewhere")
	f.StringVar(&v.outside, "anchor-file", "", "with --data: anchors that were kept outside the book; each must be in it")
	f.BoolVar(&v.anchor, "anchor", false, "have the server anchor all that is in the book first")
	return cmd
}

var verifyFlags = flagRules{
	needs: map[string][]string{"vendor": {"data"}, "anchor-file": {"data"}},
	apart: [][2]string{{"data", "bundle"}, {"url", "data"}, {"url", "bundle"}, {"anchor", "data"}, {"anchor", "bundle"}},
}

func (v *verification) run(ctx context.Context) (proof.Report, error) {
	switch {
	case v.bundle != "":
		return v.ofBundle()
	case v.data != "":
		return v.ofFolder(ctx)
	}
	return v.ofServer(ctx)
}

// ofFolder verifies a copy: to open a folder is to write into it.
func (v *verification) ofFolder(ctx context.Context) (proof.Report, error) {
	vendor, err := schemas.ParseID[schemas.VendorID]("--vendor", v.vendor)
	if err != nil {
		return proof.Report{}, &usageError{err}
	}
	asked := audit.Asked{Vendor: vendor, Key: v.key}
	if v.outside != "" {
		if asked.Outside, err = audit.ReadOutside(v.outside, vendor); err != nil {
			return proof.Report{}, err
		}
	}
	dir, err := os.MkdirTemp("", "turnbook-verify-")
	if err != nil {
		return proof.Report{}, err
	}
	defer os.RemoveAll(dir)
	if err := jetstream.CopyFolder(v.data, dir); errors.Is(err, fs.ErrNotExist) {
		return proof.Report{}, &noBookError{v.data}
	} else if err != nil {
		return proof.Report{}, err
	}
	lg := slog.New(slog.NewTextHandler(v.stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	log, err := jetstream.Open(ctx, lg, jetstream.Options{Dir: dir, Sync: jetstream.SyncInterval})
	if err != nil {
		return proof.Report{}, fmt.Errorf("open the book: %w", err)
	}
	defer log.Close()
	head, err := log.Head(ctx)
	if err != nil {
		return proof.Report{}, err
	}
	b := bar{w: v.stderr, what: "Verifying"}
	defer b.end()
	asked.Progress = func(done uint64) { b.show(done, head) }
	return audit.Verify(ctx, log, asked)
}

func (v *verification) ofServer(ctx context.Context) (proof.Report, error) {
	c, err := v.remote.client()
	if err != nil {
		return proof.Report{}, err
	}
	if v.anchor {
		if err := c.Call(ctx, http.MethodPost, "/v1/anchors", map[string]any{}, nil); err != nil {
			return proof.Report{}, err
		}
	}
	var r proof.Report
	err = watched(ctx, bar{w: v.stderr, what: "Verifying"}, func(ctx context.Context) (done, all uint64, running bool) {
		var p struct {
			Running    bool
			Done, Head uint64
		}
		err := c.Call(ctx, http.MethodGet, "/v1/verify/progress", nil, &p)
		return p.Done, p.Head, err == nil && p.Running
	}, func() error { return c.Call(ctx, http.MethodGet, "/v1/verify?key="+url.QueryEscape(v.key), nil, &r) })
	if told := (*client.Problem)(nil); errors.As(err, &told) && told.Code == web.CodeAltered {
		var p web.Problem
		if err := json.Unmarshal(told.Raw, &p); err != nil {
			return r, err
		}
		r.Findings = p.Findings
		return r, nil
	}
	return r, err
}

// verdict prints a report. The error is an [*alteredError] where it does not hold.
func verdict(r proof.Report, asJSON bool, out io.Writer) error {
	if asJSON {
		printValue(out, r)
	} else {
		tellVerdict(r, out)
	}
	if r.Holds {
		return nil
	}
	return &alteredError{r.Findings}
}

func tellVerdict(r proof.Report, out io.Writer) {
	if !r.Holds {
		for _, f := range r.Findings {
			fmt.Fprintln(out, visible(f.String()))
		}
		return
	}
	fmt.Fprintf(out, "It holds: %s in %s.\n", counted(int(r.Events), "event"), counted(r.Boundaries, "chain"))
	if r.Anchors == 0 {
		fmt.Fprintln(out, "Nothing is anchored: a book that was written anew as a whole would hold just so.")
		return
	}
	fmt.Fprintf(out, "%s, up to position %d of %d, signed with %s.\n", counted(r.Anchors, "anchor"), r.Anchored, r.Head, visible(r.Key))
}

func (v *verification) ofBundle() (proof.Report, error) {
	raw, err := os.ReadFile(v.bundle)
	if err != nil {
		return proof.Report{}, err
	}
	return proof.VerifyBundle(raw, v.key)
}
