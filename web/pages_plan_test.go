package web_test

import (
	"strings"
	"testing"

	"turnbook/web"
)

// The list of playbooks counts what stands in the fifty that it shows. It must not go
// through all that a vendor has for each of them: with a few thousand playbooks in the
// book, the page came to no end.
func TestTheListOfPlaybooksGoesThroughThoseThatItShows(t *testing.T) {
	h := open(t, setting{})
	rows, err := h.store.DB().QueryContext(h.context(), "EXPLAIN QUERY PLAN "+web.CountedPlaybooks+"?, ?)", string(vendor), "p1", "p2")
	h.must(err)
	defer rows.Close()
	steps := 0
	for rows.Next() {
		var id, parent, unused int
		var detail string
		h.must(rows.Scan(&id, &parent, &unused, &detail))
		steps++
		if strings.HasPrefix(detail, "SCAN") || strings.HasSuffix(detail, "(vendor=?)") {
			t.Errorf("the plan goes through all of a vendor: %s", detail)
		}
	}
	if rows.Err() != nil || steps == 0 {
		t.Errorf("%d steps in the plan: %v", steps, rows.Err())
	}
}
