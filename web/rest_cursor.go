package web

import (
	"context"
	"strconv"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// Standing says what an answer stands for: all events up to a position.
type Standing struct {
	AsOf   projections.AsOf `json:"as_of" doc:"all events up to here are in the answer"`
	Cursor string           `json:"cursor" doc:"the same position; streams go on from it"`
}

func (s *Server) standing(a projections.AsOf) Standing {
	if a.Epoch == "" {
		a.Epoch = s.o.Log.Epoch()
	}
	return Standing{AsOf: a, Cursor: cursor{a.Epoch, a.Position()}.String()}
}

// A cursor is a position in one life of the log (decisions.md 28).
type cursor struct {
	epoch string
	at    schemas.Position
}

func (c cursor) String() string {
	return c.epoch + "." + strconv.FormatUint(c.at.Seq, 10) + "." + strconv.Itoa(c.at.Index)
}

// parseCursor reads "<epoch>.<seq>.<index>".
func parseCursor(text string) (cursor, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] == "" {
		return cursor{}, problem(CodeInvalidCursor, "a cursor is <epoch>.<seq>.<index>")
	}
	seq, err1 := strconv.ParseUint(parts[1], 10, 63)
	index, err2 := strconv.ParseUint(parts[2], 10, 31)
	if err1 != nil || err2 != nil {
		return cursor{}, problem(CodeInvalidCursor, "a cursor is <epoch>.<seq>.<index>, with whole numbers from 0")
	}
	return cursor{parts[0], schemas.Position{Seq: seq, Index: int(index)}}, nil
}

// cursorHere reads a cursor that must belong to the log as it is now. The error is a
// [*Problem], or what the log reported.
func (s *Server) cursorHere(ctx context.Context, text string) (cursor, error) {
	c, err := parseCursor(text)
	if err != nil {
		return cursor{}, err
	}
	if c.epoch != s.o.Log.Epoch() {
		return cursor{}, problem(CodeInvalidCursor, "the cursor belongs to another life of the log; begin with a snapshot")
	}
	head, err := s.o.Log.Head(ctx)
	if err != nil {
		return cursor{}, err
	}
	if c.at.Seq > head {
		return cursor{}, problem(CodeInvalidCursor, "the cursor is above the head of the log, %d", head)
	}
	return c, nil
}
