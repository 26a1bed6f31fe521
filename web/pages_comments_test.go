package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// submit sends a form as a browser without a script does, and returns where it leads to;
// the page where it leads nowhere.
func (h *house) submit(path string, form url.Values) (status int, to, body string) {
	h.t.Helper()
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := stay.PostForm(h.url+path, form)
	h.must(err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	h.must(err)
	return res.StatusCode, res.Header.Get("Location"), string(raw)
}

func TestACommentIsWrittenResolvedAndDeletedWithoutAScript(t *testing.T) {
	h, turn, _ := commented(t)
	path, at := "/turns/"+string(turn), h.turnPositions(turn)[3]
	form := url.Values{"text": {"<script>alert(1)</script>\r\nsecond \u202eline"}, "seq": {fmt.Sprint(at.Seq)}, "idx": {fmt.Sprint(at.Index)}, "key": {"k"}}
	status, to, _ := h.submit(path+"/comments?show=wire&at="+fmt.Sprintf("%d.%d", at.Seq, at.Index), form)
	if status != http.StatusSeeOther || !strings.HasPrefix(to, path+"?show=wire#c-") {
		t.Fatalf("kept: %d %s", status, to)
	}
	id := strings.TrimPrefix(to, path+"?show=wire#c-")
	if got := h.commentTexts("/v1/comments?", "before"); len(got) != 1 || got[0] != "<script>alert(1)</script>\nsecond \u202eline" {
		t.Errorf("kept as %q", got)
	}
	p := h.page(path)
	if !strings.Contains(p.body, "&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line") || strings.Contains(p.body, "<script>alert") || strings.Contains(p.body, "\u202e") {
		t.Error("the page does not show the comment as text")
	}
	if ways := p.all(`<a href="(/turns/[^"]+#c-` + id + `)">Event`); len(ways) != 1 {
		t.Errorf("ways to the comment: %q", ways)
	}
	if list := h.page("/sessions"); !strings.Contains(list.body, "1 open comment<") {
		t.Error("the sessions page does not count it")
	}
	past := h.page(path + fmt.Sprintf("?at=%d.%d", at.Seq, at.Index))
	if strings.Contains(past.body, "second line") || strings.Contains(past.body, "<textarea") || strings.Contains(past.body, `method="post"`) || !strings.Contains(past.body, "Comments are neither shown nor written here") {
		t.Error("the screen as it was shows comments, or takes them, or does not say that it does neither")
	}
	if status, to, _ := h.submit(path+"/comments/"+id+"/resolve", url.Values{"key": {"r"}}); status != http.StatusSeeOther || to != path+"#c-"+id {
		t.Errorf("resolved: %d %s", status, to)
	}
	if list := h.page("/sessions"); strings.Contains(list.body, "open comment") {
		t.Error("the sessions page counts what is resolved")
	}
	if status, to, _ := h.submit(path+"/comments/"+id+"/delete", url.Values{"key": {"d"}}); status != http.StatusSeeOther || to != path+"#comments" {
		t.Errorf("deleted: %d %s", status, to)
	}
	if status, _, body := h.submit(path+"/comments/"+id+"/reopen", nil); status != http.StatusNotFound || !strings.Contains(body, "The comment was not changed") {
		t.Errorf("opened again after it was deleted: %d", status)
	}
}

func TestACommentThatIsNotKeptIsGivenBackWithItsReason(t *testing.T) {
	h, turn, other := commented(t)
	path, foreign := "/turns/"+string(turn)+"/comments", h.turnPositions(other)[0]
	for what, c := range map[string]struct {
		path   string
		form   url.Values
		status int
		back   string
	}{
		"blanks":                   {path, url.Values{"text": {" \r\n"}}, 422, "there is nothing to read in it"},
		"10,001 characters":        {path, url.Values{"text": {strings.Repeat("b", 10_001)}}, 422, "</label> <textarea id=\"text-turn\" name=\"text\" rows=\"3\" required dir=\"auto\">bbb"},
		"no UTF-8":                 {path, url.Values{"text": {"a</textarea>\xff"}}, 422, "a&lt;/textarea&gt;\uFFFD</textarea>"},
		"a megabyte":               {path, url.Values{"text": {strings.Repeat("a", 1<<20)}}, 413, "which is the limit"},
		"an unknown turn":          {"/turns/nobody/comments", url.Values{"text": {"a"}}, 404, "there is no turn"},
		"an event of another turn": {path, url.Values{"text": {"a"}, "seq": {fmt.Sprint(foreign.Seq)}, "idx": {"0"}}, 404, "has no event"},
		"no position":              {path, url.Values{"text": {"a"}, "seq": {"x"}, "idx": {"0"}}, 422, "it names no event"},
	} {
		status, _, body := h.submit(c.path, c.form)
		if status != c.status || !strings.Contains(body, c.back) || !strings.Contains(body, "The comment was not kept") {
			t.Errorf("%s: %d, or without %q: %.3000s", what, status, c.back, body)
		}
	}
	if got := h.commentTexts("/v1/comments?", "before"); len(got) != 0 {
		t.Errorf("kept all the same: %q", got)
	}
}

func TestAPageOfManyCommentsListsTheFirstAndSaysHowManyMore(t *testing.T) {
	h, turn, _ := commented(t)
	for i := range 203 {
		h.remarked(turn, fmt.Sprintf(`{"text":"c%d"}`, i))
	}
	path := "/turns/" + string(turn)
	if p := h.page(path); len(p.all(`(class="comment" )`)) != 200 || !strings.Contains(p.body, "3 more comments.") {
		t.Error("the page does not list the first 200 comments and the way to the rest")
	}
	if p := h.page(path + "?list=all"); len(p.all(`(class="comment" )`)) != 203 {
		t.Error("the page does not list all when it is asked to")
	}
}
