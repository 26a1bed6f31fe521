package audit_test

import (
	"crypto/sha256"
	"testing"
	"time"

	"turnbook/schemas"
	"turnbook/schemas/proof"
)

// Verifying a book's chains and anchors, against SHA-256 over the same bytes, taken in
// turns. Goal (DESIGN.md section 9): at most 3.
func BenchmarkVerifier(b *testing.B) {
	store, _ := written(b)
	var records []schemas.Record
	long := newBook(b, store)
	e := schemas.Entity{Vendor: vendor, Kind: schemas.SessionBoundary, ID: "long"}
	for range 300 {
		records = append(records, long.say(e, "a step is written with a title and what it says", "another", "and a third")...)
	}
	bytes := 0
	for i := range records {
		records[i].Position = schemas.Position{Seq: uint64(i/3) + 1, Index: i % 3}
		bytes += len(records[i].Stored)
	}
	b.SetBytes(int64(bytes))
	var ours, floor time.Duration
	for b.Loop() {
		began := time.Now()
		v := proof.NewVerifier(1, proof.NewAnchors(vendor, ""))
		for _, r := range records {
			v.See(r)
		}
		if r := v.Report(nil); !r.Holds {
			b.Fatal(r.Findings)
		}
		ours += time.Since(began)
		began = time.Now()
		for _, r := range records {
			sha256.Sum256(r.Stored)
		}
		floor += time.Since(began)
	}
	b.ReportMetric(float64(ours)/float64(floor), "x-floor")
}
