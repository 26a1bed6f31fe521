package web

import (
	"context"
	"net/http"
	"strconv"

	"turnbook/projections/comments"
	"turnbook/schemas"
)

type commentBody struct {
	Text  string  `json:"text" doc:"1 to 10000 characters; kept as it comes, and never markup"`
	Seq   *uint64 `json:"seq,omitempty" doc:"position of the turn's event that it stands on; absent for the turn"`
	Index *int    `json:"idx,omitempty" doc:"of the event in its message; absent for the turn's first one there"`
	Key   string  `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

type commentPath struct {
	ID string `path:"id" doc:"the comment"`
}

type commentChange struct {
	Key string `json:"idempotency_key,omitempty" doc:"the same key again changes nothing more"`
}

type commentGoing struct {
	ID  string `path:"id" doc:"the comment"`
	Key string `query:"idempotency_key" doc:"the same key again changes nothing more, and is no error"`
}

type commentGone struct {
	ID comments.ID `json:"id"`
}

type turnComments struct {
	ID    string `path:"id" doc:"the turn"`
	State string `query:"state" enum:"open,resolved" doc:"only these"`
	After string `query:"after" doc:"where the page begins: next of the page before"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type allComments struct {
	State  string `query:"state" enum:"open,resolved" default:"open" doc:"only these"`
	Before string `query:"before" doc:"where the page begins: next of the page before"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"at most so many"`
}

type commentPage struct {
	Comments []comments.Comment `json:"comments"`
	Next     string             `json:"next,omitempty" doc:"where the next page begins; absent on the last one"`
}

// comments hangs on the routes of what stands beside the log.
func (r *rest) comments() {
	serve(r, route{http.MethodGet, "/v1/turns/{id}/comments", "listTurnComments", 0, "Comments on a turn and its events, in the order in which they were made"}, r.listTurnComments)
	serve(r, route{http.MethodPost, "/v1/turns/{id}/comments", "addComment", 201, "Comment on a turn or on one event of it; the log does not hold it"}, r.addComment)
	serve(r, route{http.MethodGet, "/v1/comments", "listComments", 0, "Comments on all turns, the latest first; the open ones, unless asked otherwise"}, r.listComments)
	serve(r, route{http.MethodGet, "/v1/comments/{id}", "getComment", 0, "A comment"}, r.getComment)
	serve(r, route{http.MethodPost, "/v1/comments/{id}/resolve", "resolveComment", 0, "Say of a comment that it is done with; again changes nothing"}, r.changing(commentResolve))
	serve(r, route{http.MethodPost, "/v1/comments/{id}/reopen", "reopenComment", 0, "Open a resolved comment again; again changes nothing"}, r.changing(commentReopen))
	serve(r, route{http.MethodDelete, "/v1/comments/{id}", "deleteComment", 0, "Delete a comment of one's own, for good"}, r.deleteComment)
}

func (r *rest) addComment(ctx context.Context, in *turnPath, b commentBody) (comments.Comment, error) {
	return r.comment(ctx, remark{Turn: in.ID, Seq: b.Seq, Index: b.Index, Text: b.Text, Key: b.Key})
}

func (r *rest) changing(what string) func(context.Context, *commentPath, commentChange) (comments.Comment, error) {
	return func(ctx context.Context, in *commentPath, b commentChange) (comments.Comment, error) {
		return r.changeComment(ctx, what, in.ID, b.Key)
	}
}

func (r *rest) deleteComment(ctx context.Context, in *commentGoing, _ none) (commentGone, error) {
	c, err := r.changeComment(ctx, commentDelete, in.ID, in.Key)
	return commentGone{c.ID}, err
}

func (r *rest) getComment(ctx context.Context, in *commentPath, _ none) (comments.Comment, error) {
	if r.o.Comments == nil {
		return comments.Comment{}, errNoComments
	}
	id, err := schemas.ParseID[comments.ID]("comment", in.ID)
	if err != nil {
		return comments.Comment{}, err
	}
	return r.o.Comments.Get(ctx, r.o.Vendor, id)
}

func (r *rest) listTurnComments(ctx context.Context, in *turnComments, _ none) (commentPage, error) {
	t, _, err := r.turn(ctx, in.ID)
	if err != nil {
		return commentPage{}, err
	}
	return r.commentPage(ctx, comments.Filter{Turn: t.ID, State: comments.State(in.State), Limit: in.Limit}, "after", in.After)
}

func (r *rest) listComments(ctx context.Context, in *allComments, _ none) (commentPage, error) {
	return r.commentPage(ctx, comments.Filter{State: comments.State(in.State), Limit: in.Limit}, "before", in.Before)
}

// commentPage lists what a filter lets through, from a place on that a page before has told.
func (r *rest) commentPage(ctx context.Context, f comments.Filter, field, from string) (commentPage, error) {
	if r.o.Comments == nil {
		return commentPage{}, errNoComments
	}
	f.Vendor = r.o.Vendor
	if from != "" {
		n, err := strconv.ParseInt(from, 10, 64)
		if err != nil || n < 1 {
			return commentPage{}, badParameter(field, "%q is no place in the list; give next of the page before", from)
		}
		f.Beyond = n
	}
	list, next, err := r.o.Comments.List(ctx, f)
	page := commentPage{Comments: all(list)}
	if next != 0 {
		page.Next = strconv.FormatInt(next, 10)
	}
	return page, err
}
