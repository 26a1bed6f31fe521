package proof

import (
	"fmt"

	"turnbook/schemas"
)

// A diagnosis says what was done to one boundary. It walks the chain by its hashes,
// wherever the events stand: what is on the way was written there; what is not was put
// there.
type diagnosis struct {
	entity schemas.Entity
	links  []link // as they stand
	marks  []mark // as anchors saw the boundary
	gaps   []gap  // of the log
	start  string // the hash that the first event follows

	byPrev  map[string][]int // places in links
	first   map[string]int   // the first place of each hash
	way     []int            // places of the chain, in its order
	on      []bool           // which of links are on the way
	found   []Finding
	excused bool // the last link of the way is a finding already: that the chain breaks behind it is the same one
}

func (d *diagnosis) run() []Finding {
	d.index()
	d.walk()
	d.strangers()
	d.order()
	d.held()
	return d.found
}

func (d *diagnosis) index() {
	d.byPrev, d.first, d.on = make(map[string][]int), make(map[string]int), make([]bool, len(d.links))
	for i, l := range d.links {
		if _, twice := d.first[l.hash]; twice || !l.home {
			continue
		}
		d.first[l.hash] = i
		d.byPrev[l.prev] = append(d.byPrev[l.prev], i)
	}
}

// walk follows the chain from its start, and over its breaks.
func (d *diagnosis) walk() {
	for hash := d.start; ; {
		i, ok := d.next(hash)
		if !ok {
			if i, ok = d.orphan(); !ok {
				return
			}
			d.broken(i)
		}
		d.way, d.on[i] = append(d.way, i), true
		l := d.links[i]
		d.excused = false
		switch {
		case !l.holds:
			d.find(Edit, l, "its bytes are not those that its hash is over")
			d.excused = true
		case l.bad != nil:
			d.find(Edit, l, l.bad.Error())
		}
		hash = l.hash
	}
}

// next is the link that follows a hash. Where several claim to, it is the one that the
// chain goes on from.
func (d *diagnosis) next(hash string) (int, bool) {
	best, ok := -1, false
	for _, i := range d.byPrev[hash] {
		if d.on[i] {
			continue
		}
		if !ok || len(d.byPrev[d.links[i].hash]) > 0 && len(d.byPrev[d.links[best].hash]) == 0 {
			best, ok = i, true
		}
	}
	return best, ok
}

// orphan is where the chain goes on behind a break: the first link that follows nothing
// which is there, and that others follow or that is the end.
func (d *diagnosis) orphan() (int, bool) {
	from := 0
	if n := len(d.way); n > 0 {
		from = d.way[n-1] + 1
	}
	for i := from; i < len(d.links); i++ {
		l := d.links[i]
		if d.on[i] || !l.home || d.first[l.hash] != i {
			continue
		}
		_, follows := d.first[l.prev]
		if (!follows || !l.holds) && (len(d.byPrev[l.hash]) > 0 || i == len(d.links)-1) {
			return i, true
		}
	}
	return 0, false
}

// broken tells of a break before the link at i.
func (d *diagnosis) broken(i int) {
	l := d.links[i]
	switch n := len(d.way); {
	case d.excused, !l.holds: // told with the link itself
	case n == 0:
		d.find(Removal, l, "it follows an event that is gone: the beginning of the boundary is missing")
	case d.gapBefore(i):
		d.find(Removal, l, "it follows an event that is gone: the log has no message where that stood")
	default:
		d.find(Edit, d.links[d.way[n-1]], fmt.Sprintf("the event after it, %s, follows another hash: it was changed and hashed anew, or what stood between them was taken out", l.id))
	}
}

func (d *diagnosis) gapBefore(i int) bool {
	before := d.links[d.way[len(d.way)-1]].Seq
	for _, g := range d.gaps {
		if g.after >= before && g.before <= d.links[i].Seq {
			return true
		}
	}
	return false
}

// strangers are the links that are not on the way.
func (d *diagnosis) strangers() {
	for i, l := range d.links {
		if d.on[i] {
			continue
		}
		_, follows := d.first[l.prev]
		switch {
		case !l.home:
			d.find(Splice, l, "it says that it belongs to another boundary")
		case d.first[l.hash] != i:
			d.find(Insertion, l, fmt.Sprintf("it is a copy of the event at %d", d.links[d.first[l.hash]].Seq))
		case l.holds && !follows && l.prev != d.start:
			d.find(Splice, l, "it follows an event that this boundary never had: it comes from another book")
		default:
			d.find(Insertion, l, "no event was written here: the chain goes on without it")
		}
	}
}

// order finds what stands before an event that it follows.
func (d *diagnosis) order() {
	for n := 1; n < len(d.way); n++ {
		if d.way[n] < d.way[n-1] {
			l := d.links[d.way[n]]
			d.find(Reordering, l, fmt.Sprintf("it follows %s, which stands behind it at %d", d.links[d.way[n-1]].id, d.links[d.way[n-1]].Seq))
		}
	}
}

// held holds the chain against what anchors saw. Where something was found already, a
// hash that an anchor saw differently says nothing new; a tail that is gone does.
func (d *diagnosis) held() {
	found := len(d.found) > 0
	var last uint64
	for _, i := range d.way {
		last = max(last, d.links[i].Seq)
	}
	for _, m := range d.marks {
		i, there := d.first[m.hash]
		switch {
		case there && d.on[i]: // where it stands now is the log's matter: an insertion moves all that is behind it
		case last < m.seq:
			d.found = append(d.found, Finding{
				Kind: CutTail, Vendor: d.entity.Vendor, Boundary: d.entity.String(), Seq: m.seq,
				Why: fmt.Sprintf("anchor %s saw an event here; the boundary ends at %d", m.anchor, last),
			})
			return
		case !found:
			d.found = append(d.found, Finding{
				Kind: Edit, Vendor: d.entity.Vendor, Boundary: d.entity.String(), Seq: m.seq,
				Why: fmt.Sprintf("anchor %s saw the hash %s here: the boundary was written anew since", m.anchor, m.hash),
			})
			return
		}
	}
}

func (d *diagnosis) find(k Kind, l link, why string) {
	d.found = append(d.found, Finding{
		Kind: k, Vendor: d.entity.Vendor, Boundary: d.entity.String(), Seq: l.Seq, Index: l.Index, Event: l.id, Type: l.kind, Why: why,
	})
}
