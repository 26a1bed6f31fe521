package web

import (
	"strconv"

	"turnbook/projections"
)

// ladderView is one decision with its words.
type ladderView struct {
	projections.Decision
	Words Explanation
}

func explain(d projections.Decision) ladderView { return ladderView{d, Explain(d)} }

// ladderID is the place of a decision on a turn's page.
func ladderID(seq uint64, index int) string {
	return "d" + strconv.FormatUint(seq, 10) + "-" + strconv.Itoa(index)
}
