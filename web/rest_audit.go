package web

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"turnbook/bus/audit"
	"turnbook/projections"
	"turnbook/schemas/proof"
)

// verifying is how far the verification that began last has come, and what came of the
// last one that ended. It is kept in memory: what was proved before a start is not known
// after it.
type verifying struct {
	running    atomic.Int64
	done, head atomic.Uint64
	last       atomic.Pointer[verified] // nil for none since the start
}

// verified is what a verification came to.
type verified struct {
	At     time.Time // when it ended
	Report proof.Report
}

type verifyFilter struct {
	Key string `query:"key" doc:"the vendor's public key, as you know it from elsewhere; absent to trust the book's own"`
}

type verifyProgress struct {
	Running bool   `json:"running" doc:"a verification is under way"`
	Done    uint64 `json:"done" doc:"messages read, of the one that began last"`
	Head    uint64 `json:"head" doc:"messages to read"`
}

type anchored struct {
	Seq uint64 `json:"seq" doc:"all messages up to here are anchored"`
	Key string `json:"key" doc:"the public half of the key that signs"`
}

type anchorFilter struct {
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type anchorList struct {
	Standing
	Anchors []projections.Anchor `json:"anchors"`
}

func (r *rest) audit() {
	serve(r, route{http.MethodGet, "/v1/verify", "verify", 0, "Prove that the book is what was written; 409 with the findings where it is not (from this machine only)"}, r.verify)
	serve(r, route{http.MethodGet, "/v1/verify/progress", "verifyProgress", 0, "How far the verification has come that began last"}, r.verifyProgress)
	serve(r, route{http.MethodGet, "/v1/anchors", "listAnchors", 0, "Signed anchors, the latest first"}, r.listAnchors)
	serve(r, route{http.MethodPost, "/v1/anchors", "anchor", 0, "Anchor all that is in the book now (from this machine only)"}, r.anchor)
}

// mostFindings is how many findings a problem lists; its detail counts them all.
const mostFindings = 100

func (r *rest) verify(ctx context.Context, in *verifyFilter, _ none) (proof.Report, error) {
	if err := fromHere(ctx); err != nil {
		return proof.Report{}, err
	}
	head, err := r.o.Log.Head(ctx)
	if err != nil {
		return proof.Report{}, err
	}
	r.proof.head.Store(head)
	r.proof.done.Store(0)
	r.proof.running.Add(1)
	defer r.proof.running.Add(-1)
	report, err := audit.Verify(ctx, r.o.Log, audit.Asked{Vendor: r.o.Vendor, Key: in.Key, Progress: r.proof.done.Store})
	if err != nil {
		return report, err
	}
	r.proof.done.Store(report.Head)
	if report.Holds || in.Key == "" { // a caller's wrong key is no news of the book
		r.proof.last.Store(&verified{time.Now(), report})
	}
	if report.Holds {
		return report, nil
	}
	p := problem(CodeAltered, "the book is not what was written, in %s; the first: %s", counted(len(report.Findings), "place"), report.Findings[0])
	p.Findings, _ = firstOf(report.Findings, mostFindings)
	return proof.Report{}, p
}

func (r *rest) verifyProgress(context.Context, *none, none) (verifyProgress, error) {
	return verifyProgress{r.proof.running.Load() > 0, r.proof.done.Load(), r.proof.head.Load()}, nil
}

func (r *rest) listAnchors(ctx context.Context, in *anchorFilter, _ none) (anchorList, error) {
	r.settle(ctx)
	list, asOf, err := r.o.Store.Anchors(ctx, r.o.Vendor, in.Limit)
	return anchorList{r.standing(asOf), all(list)}, err
}

func (r *rest) anchor(ctx context.Context, _ *none, _ none) (anchored, error) {
	if err := fromHere(ctx); err != nil {
		return anchored{}, err
	}
	if r.o.Anchors == nil {
		return anchored{}, problem(CodeNotAnchored, "this server anchors nothing")
	}
	seq, err := r.o.Anchors.Anchor(ctx)
	return anchored{seq, r.o.Anchors.Key()}, err
}
