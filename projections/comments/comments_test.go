package comments_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/projections"
	"turnbook/projections/comments"
)

var at = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func open(t *testing.T, path string) *comments.Store {
	t.Helper()
	s, err := comments.Open(t.Context(), slog.New(slog.NewTextHandler(t.Output(), nil)), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func by(user, key string) comments.Command {
	return comments.Command{Vendor: "acme", Actor: "user/" + user, Key: key, At: at}
}

// add keeps a comment of Ann's on event 4.1 of turn t1.
func add(t *testing.T, s *comments.Store, key, text string) comments.Comment {
	t.Helper()
	c, err := s.Add(t.Context(), comments.Comment{Session: "s1", Turn: "t1", Seq: 4, Index: 1, Text: text}, by("ann", key))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// awkward is a text that wants to be markup, a statement, the end of a text, and bytes.
const awkward = "</p><script>alert(1)</script> '); DROP TABLE comments; --\x00 \u202eevil\u202c 👩‍👩‍👧\r\n\tend"

func TestACommentIsKeptAsItCameResolvedOpenedAgainAndThereAfterARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "comments.db")
	s := open(t, path)
	want := comments.Comment{Vendor: "acme", Session: "s1", Turn: "t1", Seq: 4, Index: 1, Author: "user/ann", Text: awkward, MadeAt: projections.StampOf(at)}
	got := add(t, s, "k1", awkward)
	want.ID = got.ID
	if diff := cmp.Diff(want, got); diff != "" || got.ID == "" || !got.Open() {
		t.Errorf("the comment (-want +got):\n%s", diff)
	}
	resolved, err := s.Resolve(t.Context(), got.ID, by("bob", "k2"))
	want.ResolvedBy, want.ResolvedAt = "user/bob", projections.StampOf(at)
	if diff := cmp.Diff(want, resolved); diff != "" || err != nil {
		t.Errorf("resolved: %v (-want +got):\n%s", err, diff)
	}
	if again, err := s.Resolve(t.Context(), got.ID, by("cid", "k3")); err != nil || again != resolved {
		t.Errorf("resolved by another as well: %v, %+v", err, again)
	}
	s.Close()
	s = open(t, path)
	if kept, err := s.Get(t.Context(), "acme", got.ID); err != nil || kept != resolved {
		t.Errorf("after a restart: %v, %+v", err, kept)
	}
	want.ResolvedBy, want.ResolvedAt = "", ""
	if reopened, err := s.Reopen(t.Context(), got.ID, by("bob", "k4")); err != nil || reopened != want {
		t.Errorf("opened again: %v, %+v", err, reopened)
	}
}

func TestTheSameKeyAgainChangesNothingMore(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "comments.db"))
	c := add(t, s, "k", "one")
	if again := add(t, s, "k", "one"); again != c {
		t.Errorf("the same again: %+v, first %+v", again, c)
	}
	var used *comments.KeyError
	for name, other := range map[string]comments.Comment{
		"another text":  {Turn: "t1", Seq: 4, Index: 1, Text: "two"},
		"another event": {Turn: "t1", Seq: 4, Index: 2, Text: "one"},
	} {
		if _, err := s.Add(t.Context(), other, by("ann", "k")); !errors.As(err, &used) {
			t.Errorf("%s under the key: %v", name, err)
		}
	}
	if _, err := s.Add(t.Context(), comments.Comment{Turn: "t1", Seq: 4, Index: 1, Text: "one"}, by("bob", "k")); !errors.As(err, &used) {
		t.Errorf("another author under the key: %v", err)
	}
	if elsewhere, err := s.Add(t.Context(), comments.Comment{Turn: "t2", Text: "one"}, by("ann", "k")); err != nil || elsewhere.ID == c.ID {
		t.Errorf("one key of two turns is one comment: %v", err)
	}
	if _, err := s.Resolve(t.Context(), c.ID, by("ann", "r")); err != nil {
		t.Error(err)
	}
	if _, err := s.Reopen(t.Context(), c.ID, by("ann", "o")); err != nil {
		t.Error(err)
	}
	if late, err := s.Resolve(t.Context(), c.ID, by("ann", "r")); err != nil || !late.Open() {
		t.Errorf("a resolve that was sent twice came late: %v, %+v", err, late)
	}
	if _, err := s.Reopen(t.Context(), c.ID, by("ann", "r")); !errors.As(err, &used) {
		t.Errorf("the key of another change: %v", err)
	}
}

func TestOnlyItsAuthorDeletesACommentAndThenItIsGone(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "comments.db"))
	c := add(t, s, "k", "a secret that was told by mistake")
	var author *comments.AuthorError
	if err := s.Delete(t.Context(), c.ID, by("bob", "d")); !errors.As(err, &author) || author.Author != "user/ann" {
		t.Errorf("deleted by another: %v", err)
	}
	for range 2 { // the same again changes nothing
		if err := s.Delete(t.Context(), c.ID, by("ann", "d")); err != nil {
			t.Fatal(err)
		}
	}
	var missing *projections.NotFoundError
	_, gone := s.Get(t.Context(), "acme", c.ID)
	_, resolve := s.Resolve(t.Context(), c.ID, by("ann", "r"))
	_, again := s.Add(t.Context(), comments.Comment{Turn: "t1", Seq: 4, Index: 1, Text: c.Text}, by("ann", "k"))
	for what, err := range map[string]error{"read": gone, "resolved": resolve, "added with its key": again, "deleted anew": s.Delete(t.Context(), c.ID, by("ann", "d2"))} {
		if !errors.As(err, &missing) {
			t.Errorf("%s after it was deleted: %v", what, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if raw, err := os.ReadFile(file); err != nil || bytes.Contains(raw, []byte("a secret")) {
			t.Errorf("%s: %v, or it still holds the text", file, err)
		}
	}
}

func TestAListIsReadPageByPageAndCountsWhatWaits(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "comments.db"))
	for i := range 5 {
		add(t, s, fmt.Sprint("k", i), fmt.Sprint("c", i))
	}
	other, err := s.Add(t.Context(), comments.Comment{Turn: "t2", Text: "other"}, by("ann", "k"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Add(t.Context(), comments.Comment{Turn: "t1", Text: "foreign"}, comments.Command{Vendor: "umbrella", Actor: "user/ann", Key: "k", At: at}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resolve(t.Context(), other.ID, by("ann", "r")); err != nil {
		t.Fatal(err)
	}
	pages := func(f comments.Filter) (out string) {
		for {
			list, next, err := s.List(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range list {
				out += c.Text + " "
			}
			if f.Beyond = next; next == 0 {
				return strings.TrimSpace(out)
			}
			out += "| "
		}
	}
	for want, f := range map[string]comments.Filter{
		"c0 c1 | c2 c3 | c4":     {Vendor: "acme", Turn: "t1", Limit: 2},
		"c0 c1 c2 c3 c4":         {Vendor: "acme", Turn: "t1", State: comments.Waiting, Limit: 5},
		"other c4 c3 c2 | c1 c0": {Vendor: "acme", Limit: 4},
		"c4 | c3 | c2 | c1 | c0": {Vendor: "acme", State: comments.Waiting, Limit: 1},
		"other":                  {Vendor: "acme", State: comments.Resolved},
		"foreign":                {Vendor: "umbrella"},
		"":                       {Vendor: "nobody"},
	} {
		if got := pages(f); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
	waiting, err := s.Waiting(t.Context(), "acme")
	if n, err2 := s.Count(t.Context(), "acme", "t2"); errors.Join(err, err2) != nil || n != 1 || len(waiting) != 1 || waiting["t1"] != 5 {
		t.Errorf("%v: t2 has %d, and waiting are %v", errors.Join(err, err2), n, waiting)
	}
}

func TestWhatIsNoCommentIsRefusedWithItsField(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "comments.db"))
	for what, text := range map[string]string{
		"nothing": "", "blanks": " \t\r\n\u2003", "invisible characters": "\u200b\u202e\u0000", "no UTF-8": "a\xff",
		"10,001 characters": strings.Repeat("é", comments.MaxText+1), "a megabyte": strings.Repeat("a", 1<<20),
	} {
		var invalid *comments.InvalidError
		if _, err := s.Add(t.Context(), comments.Comment{Turn: "t1", Text: text}, by("ann", what)); !errors.As(err, &invalid) || invalid.Field != "text" {
			t.Errorf("%s: %v", what, err)
		}
	}
	add(t, s, "longest", strings.Repeat("👩", comments.MaxText))
}

func TestManyWriteOneFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "comments.db")
	stores := []*comments.Store{open(t, path), open(t, path)}
	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			if _, err := stores[i%2].Add(t.Context(), comments.Comment{Turn: "t1", Text: "same"}, by("ann", fmt.Sprint("k", i/2))); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	if n, err := stores[0].Count(t.Context(), "acme", "t1"); n != 10 || err != nil {
		t.Errorf("%d comments of ten keys: %v", n, err)
	}
}
