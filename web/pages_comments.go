package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"turnbook/projections/comments"
	"turnbook/schemas"
)

// A commentary is what was said of a turn and its events.
type commentary struct {
	List  []comments.Comment // in the order in which they were made
	More  int                // how many stand beyond the list
	Actor string             // who reads
	Key   string             // begins the idempotency keys of the page's forms
}

// commentable says whether the page takes comments: the screen as it was takes none.
func (v *turnView) commentable() bool { return v.Comments != nil && v.Past == nil }

// readComments reads at most so many comments of the turn; of the past, none.
func (p *pages) readComments(ctx context.Context, v *turnView, most int) error {
	if p.comments == nil {
		return nil
	}
	v.Comments = &commentary{}
	if v.Past != nil {
		return nil
	}
	v.Comments.Actor, v.Comments.Key = actorOf(p.user), strings.ToLower(rand.Text())
	var next int64
	var err error
	if v.Comments.List, next, err = p.comments.List(ctx, comments.Filter{Vendor: p.vendor, Turn: v.Turn.ID, Limit: most}); err != nil || next == 0 {
		return err
	}
	n, err := p.comments.Count(ctx, p.vendor, v.Turn.ID)
	v.Comments.More = max(n-len(v.Comments.List), 0)
	return err
}

// on are the comments on an event; on the turn where it is zero.
func (c *commentary) on(at schemas.Position) (out []comments.Comment) {
	for _, one := range c.List {
		if one.Position() == at {
			out = append(out, one)
		}
	}
	return out
}

// waiting are the open comments on events.
func (c *commentary) waiting() (out []comments.Comment) {
	for _, one := range c.List {
		if one.Open() && one.Seq != 0 {
			out = append(out, one)
		}
	}
	return out
}

// standing says how many are open.
func (c *commentary) standing() string {
	open := 0
	for _, one := range c.List {
		if one.Open() {
			open++
		}
	}
	switch {
	case len(c.List) == 0:
		return "None yet."
	case open == 0:
		return "All are resolved."
	}
	return fmt.Sprintf("%d open.", open)
}

func commentAnchor(id comments.ID) string { return "c-" + string(id) }

// placeAnchor names a place of a turn's page in ids and keys.
func placeAnchor(at schemas.Position) string {
	if at.Seq == 0 {
		return "turn"
	}
	return eventAnchor(at)
}

// comment is the page with a comment: with its event in the list, where it stands on one.
func (a turnAsk) comment(c comments.Comment) templ.SafeURL {
	to, _, _ := strings.Cut(string(a.event(c.Position())), "#")
	return templ.SafeURL(to + "#" + commentAnchor(c.ID))
}

// commentForm is where a form of the page is sent: behind it stands the page that it
// came from.
func (a turnAsk) commentForm() templ.SafeURL { return a.commentAddress("") }

func (a turnAsk) commentAct(id comments.ID, what string) templ.SafeURL {
	return a.commentAddress("/" + url.PathEscape(string(id)) + "/" + what)
}

func (a turnAsk) commentAddress(rest string) templ.SafeURL {
	_, query, asked := strings.Cut(string(a.address("")), "?")
	to := pathTo("turns", string(a.Turn)) + templ.SafeURL("/comments"+rest)
	if asked {
		to += templ.SafeURL("?" + query)
	}
	return to
}
