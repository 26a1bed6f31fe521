package proof

import (
	"cmp"
	"slices"

	"turnbook/schemas"
)

// A Verifier reads a book once, in the order of the log. It keeps a head for each
// boundary and the marks of the anchors, and no event.
type Verifier struct {
	anchors map[schemas.VendorID]*Anchors
	chains  map[schemas.Entity]*chain
	lately  schemas.Entity // whose chain is latest: most events follow one of their own boundary
	latest  *chain
	gaps    []gap
	first   uint64
	head    uint64
	events  uint64
}

// chain is how far a boundary has been read.
type chain struct {
	hash  string // of its last event
	marks []mark // that are yet to come
	odd   bool   // something does not fit
}

// gap is a run of sequences of which the log has no message.
type gap struct{ after, before uint64 }

// NewVerifier verifies against what the audit boundaries say, which were read before.
// first is the first sequence that the log has: what an operator let go before it is no
// finding.
func NewVerifier(first uint64, anchors ...*Anchors) *Verifier {
	v := &Verifier{anchors: make(map[schemas.VendorID]*Anchors), chains: make(map[schemas.Entity]*chain), first: first, head: first - 1}
	for _, a := range anchors {
		v.anchors[a.entity.Vendor] = a
	}
	return v
}

// See takes in the next record.
func (v *Verifier) See(r schemas.Record) {
	if r.Seq > v.head+1 {
		v.gaps = append(v.gaps, gap{v.head, r.Seq})
	}
	v.head = r.Seq
	v.events++
	c := v.chain(r)
	if c.odd {
		return
	}
	if r.Prev != c.hash || r.Err != nil && linkOf(r).bad != nil || !schemas.VerifyHash(r.Stored) {
		c.odd = true
		return
	}
	c.hash = r.Hash
	if r.Last {
		c.pass(r)
	}
}

func (v *Verifier) chain(r schemas.Record) *chain {
	if v.latest == nil || v.lately != r.Entity {
		v.lately, v.latest = r.Entity, v.chains[r.Entity]
		if v.latest == nil {
			v.latest = v.begin(r)
		}
	}
	return v.latest
}

// begin is a boundary's first record. A log whose beginning was let go begins with
// whatever is left.
func (v *Verifier) begin(r schemas.Record) *chain {
	c := &chain{hash: schemas.GenesisHash}
	if v.first > 1 {
		c.hash = r.Prev
	}
	if a := v.anchors[r.Vendor]; a != nil {
		c.marks = a.marks[r.Entity]
		for len(c.marks) > 0 && c.marks[0].seq < v.first {
			c.marks = c.marks[1:]
		}
	}
	v.chains[r.Entity] = c
	return c
}

// pass holds the end of a message against the next mark.
func (c *chain) pass(r schemas.Record) {
	if len(c.marks) == 0 || c.marks[0].seq > r.Seq {
		return
	}
	if c.marks[0].seq == r.Seq && c.marks[0].hash == r.Hash {
		c.marks = c.marks[1:]
		return
	}
	c.odd = true
}

// Odd lists the boundaries that [Diagnose] must look at: where something does not fit,
// or ends before an anchor saw it end.
func (v *Verifier) Odd() []schemas.Entity {
	var odd []schemas.Entity
	for e, c := range v.chains {
		if c.odd || len(c.marks) > 0 {
			odd = append(odd, e)
		}
	}
	for _, a := range v.anchors {
		for e, marks := range a.marks {
			if v.chains[e] == nil && marks[len(marks)-1].seq >= v.first {
				odd = append(odd, e)
			}
		}
	}
	slices.SortFunc(odd, func(x, y schemas.Entity) int {
		return cmp.Or(cmp.Compare(x.Vendor, y.Vendor), cmp.Compare(x.String(), y.String()))
	})
	return odd
}

// Diagnose says what was done to a boundary, of which these are all records.
func (v *Verifier) Diagnose(e schemas.Entity, records []schemas.Record) []Finding {
	d := diagnosis{entity: e, gaps: v.gaps, start: schemas.GenesisHash}
	for _, r := range records {
		d.links = append(d.links, linkOf(r))
	}
	if v.first > 1 && len(d.links) > 0 {
		d.start = d.links[0].prev
	}
	if a := v.anchors[e.Vendor]; a != nil {
		for _, m := range a.marks[e] {
			if m.seq >= v.first {
				d.marks = append(d.marks, m)
			}
		}
	}
	return d.run()
}

// Report sums up. found is what [Verifier.Diagnose] came to.
func (v *Verifier) Report(found []Finding) Report {
	r := Report{Head: v.head, Boundaries: len(v.chains), Events: v.events, Findings: slices.Clone(found)}
	for _, a := range v.anchors {
		r.Anchors += a.count
		r.Anchored = max(r.Anchored, a.anchored)
		r.Key = a.key
		r.Findings = append(r.Findings, a.findings...)
	}
	if len(v.anchors) > 1 {
		r.Key = ""
	}
	r.Findings = append(r.Findings, v.missing(r.Findings)...)
	slices.SortStableFunc(r.Findings, func(x, y Finding) int { return cmp.Or(cmp.Compare(x.Seq, y.Seq), cmp.Compare(x.Index, y.Index)) })
	if r.Findings == nil {
		r.Findings = []Finding{}
	}
	r.Holds = len(r.Findings) == 0
	return r
}

// missing are the gaps that no finding explains: whole messages that are gone, of a
// boundary whose chain ended with them.
func (v *Verifier) missing(found []Finding) (more []Finding) {
	for _, g := range v.gaps {
		told := slices.ContainsFunc(found, func(f Finding) bool {
			return f.Kind == Removal && f.Seq >= g.before || f.Kind == CutTail && f.Seq > g.after && f.Seq < g.before
		})
		if !told {
			more = append(more, Finding{Kind: Removal, Seq: g.after + 1, Why: "the log has no message here, and no chain misses it: it was the last of its boundary"})
		}
	}
	return more
}
