package web

import (
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"turnbook/agents/worker"
	"turnbook/projections/comments"
	"turnbook/schemas"
)

// A commentDraft is a comment that is being written.
type commentDraft struct {
	At   schemas.Position // of the event; zero for the turn
	Text string
	Key  string
}

func (d commentDraft) label() string {
	if d.At.Seq == 0 {
		return "Your comment on this turn"
	}
	return "Your comment on event " + positionText(d.At)
}

// kept is the text as a form gives it back: a line feed at its beginning would be taken
// for none of it.
func (d commentDraft) kept() string {
	text := strings.ToValidUTF8(d.Text, "\uFFFD")
	if strings.HasPrefix(text, "\n") {
		return "\n" + text
	}
	return text
}

// maxCommentForm is the largest form with a comment, in bytes: all of a text's characters
// may be written as %F0%9F%91%A9.
const maxCommentForm = comments.MaxText*12 + 4096

// postComment takes the form of a comment, and leads back to where it stands then. What
// can't be kept is given back, with the reason.
func (s *Server) postComment(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxCommentForm)
	ask := turnAskOfNow(r)
	m, err := readRemark(r)
	var c comments.Comment
	if err == nil {
		c, err = s.comment(r.Context(), m)
	}
	if err == nil {
		http.Redirect(w, r, string(ask.address(commentAnchor(c.ID))), http.StatusSeeOther)
		return
	}
	draft := commentDraft{Text: m.Text, Key: strings.ToLower(rand.Text())}
	if m.Seq != nil && m.Index != nil {
		draft.At = schemas.Position{Seq: *m.Seq, Index: *m.Index}
	}
	p := s.toldOf(r, err)
	sendPage(s.lg, w, r, p.Status, commentRefusedPage(ask, draft, p.Detail))
}

// postCommentChange takes the buttons beside a comment.
func (s *Server) postCommentChange(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	ask, place := turnAskOfNow(r), "comments"
	err := readForm(r)
	if err == nil {
		var c comments.Comment
		c, err = s.changeComment(r.Context(), r.PathValue("what"), r.PathValue("comment"), r.PostForm.Get("key"))
		if c.Turn == ask.Turn {
			place = commentAnchor(c.ID)
		}
	}
	if err == nil {
		http.Redirect(w, r, string(ask.address(place)), http.StatusSeeOther)
		return
	}
	p := s.toldOf(r, err)
	sendPage(s.lg, w, r, p.Status, problemPage(problemView{Title: "The comment was not changed", Detail: p.Detail}))
}

// turnAskOfNow is the page that a form came from, without the screen as it was.
func turnAskOfNow(r *http.Request) turnAsk {
	ask := readTurnAsk(schemas.TurnID(r.PathValue("id")), r.URL.Query())
	ask.At, ask.View = "", ""
	return ask
}

// readRemark reads the form of a comment. Lines of forms end in two characters, those of
// texts in one.
func readRemark(r *http.Request) (remark, error) {
	if err := readForm(r); err != nil {
		return remark{}, err
	}
	m := remark{Turn: r.PathValue("id"), Text: strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n"), Key: r.PostForm.Get("key")}
	if r.PostForm.Get("seq") == "" {
		return m, nil
	}
	seq, err1 := strconv.ParseUint(r.PostForm.Get("seq"), 10, 64)
	index, err2 := strconv.Atoi(r.PostForm.Get("idx"))
	if errors.Join(err1, err2) != nil {
		return m, &worker.InputError{Field: "seq", Want: "it names no event; give the position of one, with its idx"}
	}
	m.Seq, m.Index = &seq, &index
	return m, nil
}

func readForm(r *http.Request) error {
	err := r.ParseForm()
	if large := (*http.MaxBytesError)(nil); err == nil || errors.As(err, &large) {
		return err
	}
	return problem(CodeInvalidRequest, "the form can't be read; give application/x-www-form-urlencoded")
}
