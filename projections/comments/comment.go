package comments

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"turnbook/projections"
	"turnbook/schemas"
)

// MaxText is the longest comment, in characters.
const MaxText = 10_000

// ID names a comment.
type ID string

// A Comment is a remark on a turn, or on one event of it.
type Comment struct {
	ID      ID                `json:"id"`
	Vendor  schemas.VendorID  `json:"vendor"`
	Session schemas.SessionID `json:"session"`
	Turn    schemas.TurnID    `json:"turn"`
	Seq     uint64            `json:"seq,omitempty" doc:"position of the event that it stands on; absent where it stands on the turn"`
	Index   int               `json:"idx,omitempty" doc:"of the event in its message; absent for the first"`
	Author  string            `json:"author" doc:"the actor who wrote it, as in user/local"`
	Text    string            `json:"text" doc:"1 to 10000 characters; never markup"`
	MadeAt  projections.Stamp `json:"made_at"`

	ResolvedBy string            `json:"resolved_by,omitempty" doc:"the actor who resolved it; absent while it is open"`
	ResolvedAt projections.Stamp `json:"resolved_at,omitempty"`
}

// Open says whether it waits to be resolved.
func (c Comment) Open() bool { return c.ResolvedAt == "" }

// Position is the event that it stands on; zero for the turn.
func (c Comment) Position() schemas.Position { return schemas.Position{Seq: c.Seq, Index: c.Index} }

// idOf is the id of the comment that a key makes on a turn: a repeated command finds it.
func idOf(c Comment, key string) ID {
	return schemas.DerivedID[ID]("c", string(c.Vendor), string(c.Turn), key)
}

// digest is that of several texts, of which none runs into the next.
func digest(texts ...string) string {
	return schemas.Digest(fmt.Appendf(nil, "%q", texts))
}

// An InvalidError says what is wrong with a comment.
type InvalidError struct {
	Field string
	Want  string // what would be right
}

func (e *InvalidError) Error() string { return e.Field + ": " + e.Want }

// check says what is wrong with a text. Whatever else it holds is kept as it came, and
// made harmless by whoever shows it.
func check(text string) error {
	n := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text):
		return &InvalidError{Field: "text", Want: "it is not UTF-8"}
	case n > MaxText:
		return &InvalidError{Field: "text", Want: fmt.Sprintf("it has %d characters; give 1 to %d", n, MaxText)}
	case !visible(text):
		return &InvalidError{Field: "text", Want: fmt.Sprintf("there is nothing to read in it; give 1 to %d characters", MaxText)}
	}
	return nil
}

// visible says whether a text shows anything: blanks, controls and invisible characters
// alone do not.
func visible(text string) bool {
	for _, r := range text {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return false
}
