package audit

import (
	"context"
	"fmt"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// Asked says how a book is verified. The zero value trusts the key that the book names.
type Asked struct {
	Vendor   schemas.VendorID  // findings of others are left out; "" for every vendor
	Key      string            // the vendor's public key, as it is known elsewhere; "" for the book's own
	Outside  []schemas.Record  // anchors that were kept outside the book; they need Vendor
	Progress func(done uint64) // told now and then how far it has come; nil for nobody
}

// progressEvery is after how many messages progress is told.
const progressEvery = 1 << 10

// Verify reads a book and says whether it is what was written. It writes nothing. An
// error says that the book could not be read.
func Verify(ctx context.Context, log bus.Log, asked Asked) (proof.Report, error) {
	anchors, err := readAnchors(ctx, log, asked)
	if err != nil {
		return proof.Report{}, err
	}
	first, err := log.First(ctx)
	if err != nil {
		return proof.Report{}, fmt.Errorf("verify: %w", err)
	}
	v := proof.NewVerifier(first, anchors...)
	for r, err := range log.Read(ctx, bus.Query{}) {
		if err != nil {
			return proof.Report{}, fmt.Errorf("verify: %w", err)
		}
		v.See(r)
		if asked.Progress != nil && r.Last && r.Seq%progressEvery == 0 {
			asked.Progress(r.Seq)
		}
	}
	var found []proof.Finding
	for _, e := range v.Odd() {
		records, err := all(ctx, log, bus.Of(e))
		if err != nil {
			return proof.Report{}, fmt.Errorf("verify %s: %w", e, err)
		}
		found = append(found, v.Diagnose(e, records)...)
	}
	report := v.Report(found)
	return of(report, asked.Vendor), nil
}

// of leaves out what is found in the book of another vendor. What has no vendor concerns
// everybody.
func of(r proof.Report, v schemas.VendorID) proof.Report {
	if v == "" {
		return r
	}
	kept := []proof.Finding{}
	for _, f := range r.Findings {
		if f.Vendor == "" || f.Vendor == v {
			kept = append(kept, f)
		}
	}
	r.Findings, r.Holds = kept, len(kept) == 0
	return r
}

// readAnchors reads the audit boundaries, the vendor's or all.
func readAnchors(ctx context.Context, log bus.Log, asked Asked) ([]*proof.Anchors, error) {
	of := make(map[schemas.VendorID]*proof.Anchors)
	var list []*proof.Anchors
	at := func(v schemas.VendorID) *proof.Anchors {
		if of[v] == nil {
			of[v] = proof.NewAnchors(v, asked.Key)
			list = append(list, of[v])
		}
		return of[v]
	}
	if asked.Vendor != "" {
		at(asked.Vendor)
	}
	for r, err := range log.Read(ctx, bus.Query{Vendor: asked.Vendor, Kind: schemas.AuditBoundary}) {
		if err != nil {
			return nil, fmt.Errorf("read the anchors: %w", err)
		}
		if r.Entity == schemas.AuditOf(r.Vendor) {
			at(r.Vendor).See(r)
		}
	}
	for _, kept := range asked.Outside {
		at(asked.Vendor).Outside(kept)
	}
	return list, nil
}

func all(ctx context.Context, log bus.Log, q bus.Query) (records []schemas.Record, err error) {
	for r, err := range log.Read(ctx, q) {
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}
