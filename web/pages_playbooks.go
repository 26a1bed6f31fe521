package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// playbooksView is what the page of playbooks shows: one page of those that were asked
// for, the last changed first.
type playbooksView struct {
	Ask       shelfAsk
	Playbooks []playbookCard
	Counts    map[document.Status]int // of those that the words find, by status; "" for all
	Found     int                     // those that words and status find
	Now       time.Time               // what "ago" counts from; zero for plain times
	User      schemas.UserID          // who looks
	Cursor    string
}

// shelfAsk is what a shelf is asked for: words that titles must hold, a status, a page.
type shelfAsk struct {
	Words  string
	Status document.Status // "" for all
	Page   int             // from 1
}

type playbookCard struct {
	ID, Title             string
	Status                document.Status
	Modules, Tasks, Steps int
	Changed               projections.Stamp
	Lock                  *lock // who edits it now; nil for nobody
}

func (c playbookCard) link() templ.SafeURL { return pathTo("playbooks", c.ID) }

// can lists what may be done with a playbook from the list.
func (c playbookCard) can() string {
	switch c.Status {
	case document.Draft:
		return "rename archive"
	case document.Published:
		return "archive"
	}
	return ""
}

// pathTo is the address of a thing's page; ids are segments, whatever they hold.
func pathTo(noun, id string) templ.SafeURL {
	return templ.SafeURL("/" + noun + "/" + url.PathEscape(id))
}

// shelfPage is how many playbooks stand on one page of the list.
const shelfPage = 50

// statuses are the filters of the list, in their order; the first lets all through.
var statuses = []document.Status{"", document.Draft, document.Published, document.Archived}

// askOf reads what a shelf is asked for; what makes no sense is as good as absent.
func askOf(q url.Values) shelfAsk {
	a := shelfAsk{Words: strings.TrimSpace(q.Get("q")), Page: 1}
	for _, s := range statuses {
		if string(s) == q.Get("status") {
			a.Status = s
		}
	}
	if n, err := strconv.Atoi(q.Get("page")); err == nil && n > 1 {
		a.Page = n
	}
	return a
}

// link is the address of the same words under another status or on another page.
func (a shelfAsk) link(status document.Status, page int) templ.SafeURL {
	q := url.Values{}
	if a.Words != "" {
		q.Set("q", a.Words)
	}
	if status != "" {
		q.Set("status", string(status))
	}
	if page > 1 {
		q.Set("page", strconv.Itoa(page))
	}
	if len(q) == 0 {
		return "/"
	}
	return templ.SafeURL("/?" + q.Encode())
}

// holdsWords says whether a title holds every one of some words, whatever their case.
func holdsWords(title, words string) bool {
	title = strings.ToLower(title)
	for _, w := range strings.Fields(strings.ToLower(words)) {
		if !strings.Contains(title, w) {
			return false
		}
	}
	return true
}

func (p *pages) playbooks(r *http.Request) (templ.Component, error) {
	v := playbooksView{Ask: askOf(r.URL.Query()), Now: time.Now(), User: p.user, Counts: make(map[document.Status]int)}
	found, asOf, err := p.shelf(r.Context(), &v)
	if err != nil {
		return nil, err
	}
	v.Cursor, v.Found = cursorOf(asOf), len(found)
	v.Ask.Page = min(v.Ask.Page, v.pages())
	from := (v.Ask.Page - 1) * shelfPage
	v.Playbooks, err = p.cards(r.Context(), found[from:min(from+shelfPage, len(found))])
	return playbooksPage(v), err
}

// bare says that the book has no playbook yet.
func (v playbooksView) bare() bool {
	return v.Ask.Words == "" && v.Ask.Status == "" && v.Counts[""] == 0
}

// pages is how many pages the list has; an empty one has one.
func (v playbooksView) pages() int { return max(1, (v.Found+shelfPage-1)/shelfPage) }

// mostTitles bounds what a search looks through.
const mostTitles = 200_000

// shelf finds the ids of what is asked for, the last changed first, and counts what the
// words find. Words are compared here and not in SQL, which folds the case of ASCII only.
func (p *pages) shelf(ctx context.Context, v *playbooksView) (ids []string, asOf projections.AsOf, err error) {
	answer, err := p.store.Query(ctx, `SELECT id, title, status FROM playbooks WHERE vendor = ? ORDER BY changed_at DESC, id`,
		[]any{string(p.vendor)}, projections.Limits{Rows: mostTitles})
	for _, row := range answer.Rows {
		if !holdsWords(text(row[1]), v.Ask.Words) {
			continue
		}
		status := document.Status(text(row[2]))
		v.Counts[""]++
		v.Counts[status]++
		if v.Ask.Status == "" || v.Ask.Status == status {
			ids = append(ids, text(row[0]))
		}
	}
	return ids, answer.AsOf, err
}

// countedPlaybooks reads one playbook with what its canvas holds, tasks of linked
// modules included. CROSS JOIN has SQLite go from the playbook's modules on: by itself it
// begins with all that the vendor has.
const countedPlaybooks = `SELECT p.id, p.title, p.status, p.changed_at, p.locked_by, p.locked_until, p.locked_since,
	(SELECT count(*) FROM modules m WHERE m.vendor = p.vendor AND m.playbook_id = p.id),
	(SELECT count(*) FROM modules m CROSS JOIN tasks t ON t.vendor = m.vendor AND t.module_id = m.id
		AND t.playbook_id = CASE WHEN m.linked THEN '' ELSE p.id END
		WHERE m.vendor = p.vendor AND m.playbook_id = p.id),
	(SELECT count(*) FROM modules m CROSS JOIN tasks t ON t.vendor = m.vendor AND t.module_id = m.id
		AND t.playbook_id = CASE WHEN m.linked THEN '' ELSE p.id END
		CROSS JOIN steps s ON s.vendor = t.vendor AND s.playbook_id = t.playbook_id AND s.task_id = t.id
		WHERE m.vendor = p.vendor AND m.playbook_id = p.id)
	FROM playbooks p WHERE p.vendor = ? AND p.id IN (`

// cards reads playbooks by their ids, in that order, in one query.
func (p *pages) cards(ctx context.Context, ids []string) ([]playbookCard, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	place, args := make(map[string]int, len(ids)), []any{string(p.vendor)}
	for i, id := range ids {
		place[id] = i
		args = append(args, id)
	}
	answer, err := p.store.Query(ctx, countedPlaybooks+strings.Repeat("?, ", len(ids)-1)+"?)", args, projections.Limits{})
	if err != nil {
		return nil, err
	}
	cards := make([]playbookCard, len(ids))
	for _, row := range answer.Rows {
		cards[place[text(row[0])]] = playbookCard{
			ID: text(row[0]), Title: text(row[1]), Status: document.Status(text(row[2])), Changed: projections.Stamp(text(row[3])),
			Lock: lockOf(projections.Playbook{
				LockedBy: schemas.UserID(text(row[4])), LockedUntil: projections.Stamp(text(row[5])), LockedSince: projections.Stamp(text(row[6])),
			}),
			Modules: number(row[7]), Tasks: number(row[8]), Steps: number(row[9]),
		}
	}
	return cards, nil
}

// countSteps counts steps with those in their branches.
func countSteps(steps []projections.StepTree) int {
	n := len(steps)
	for _, s := range steps {
		for _, b := range s.Branches {
			n += countSteps(b.Steps)
		}
	}
	return n
}

// text and number read a column of an answer, whichever type the table kept it in.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return ""
}

func number(v any) int {
	n, _ := v.(int64)
	return int(n)
}
