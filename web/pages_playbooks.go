package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// playbooksView is what the page of playbooks and library shows.
type playbooksView struct {
	Playbooks []playbookCard
	More      bool // there are more playbooks than the page lists
	Modules   []libraryCard
	Cursor    string
}

type playbookCard struct {
	ID, Title, Status     string
	Modules, Tasks, Steps int
	Changed               projections.Stamp
}

func (c playbookCard) link() templ.SafeURL { return pathTo("playbooks", c.ID) }

// libraryCard is a module of the library, or a template of steps.
type libraryCard struct {
	ID, Title    string
	Tasks, Steps int
	Archived     bool
	Template     bool
}

// pathTo is the address of a thing's page; ids are segments, whatever they hold.
func pathTo(noun, id string) templ.SafeURL {
	return templ.SafeURL("/" + noun + "/" + url.PathEscape(id))
}

// mostPlaybooks is how many playbooks one page lists, the last changed first.
const mostPlaybooks = 500

// countedPlaybooks lists playbooks with what their canvases hold, tasks of linked
// modules included, in one query, so that a long list costs one reading of the tables.
const countedPlaybooks = `SELECT p.id, p.title, p.status, p.changed_at,
	(SELECT count(*) FROM modules m WHERE m.vendor = p.vendor AND m.playbook_id = p.id),
	(SELECT count(*) FROM modules m JOIN tasks t ON t.vendor = m.vendor AND t.module_id = m.id
		AND t.playbook_id = CASE WHEN m.linked THEN '' ELSE p.id END
		WHERE m.vendor = p.vendor AND m.playbook_id = p.id),
	(SELECT count(*) FROM modules m JOIN tasks t ON t.vendor = m.vendor AND t.module_id = m.id
		AND t.playbook_id = CASE WHEN m.linked THEN '' ELSE p.id END
		JOIN steps s ON s.vendor = t.vendor AND s.playbook_id = t.playbook_id AND s.task_id = t.id
		WHERE m.vendor = p.vendor AND m.playbook_id = p.id)
	FROM playbooks p WHERE p.vendor = ? ORDER BY p.changed_at DESC, p.id`

func (p *pages) playbooks(r *http.Request) (templ.Component, error) {
	answer, err := p.store.Query(r.Context(), countedPlaybooks, []any{string(p.vendor)}, projections.Limits{Rows: mostPlaybooks})
	if err != nil {
		return nil, err
	}
	v := playbooksView{More: answer.Truncated, Cursor: cursorOf(answer.AsOf)}
	for _, row := range answer.Rows {
		v.Playbooks = append(v.Playbooks, playbookCard{
			ID: text(row[0]), Title: text(row[1]), Status: text(row[2]), Changed: projections.Stamp(text(row[3])),
			Modules: number(row[4]), Tasks: number(row[5]), Steps: number(row[6]),
		})
	}
	v.Modules, err = p.libraryCards(r.Context())
	return playbooksPage(v), err
}

func (p *pages) libraryCards(ctx context.Context) ([]libraryCard, error) {
	library, _, err := p.store.Library(ctx, p.vendor, "")
	if err != nil {
		return nil, err
	}
	var cards []libraryCard
	for _, m := range library.Modules {
		c := libraryCard{ID: string(m.ID), Title: m.Title, Tasks: len(m.Tasks), Archived: m.Archived}
		for _, t := range m.Tasks {
			c.Steps += countSteps(t.Steps)
		}
		cards = append(cards, c)
	}
	for _, t := range library.Templates {
		c := libraryCard{ID: t.ID, Title: t.Title, Template: true}
		var steps []schemas.Step
		if err := json.Unmarshal([]byte(t.Steps), &steps); err != nil {
			return nil, fmt.Errorf("read the steps of template %s: %w", t.ID, err)
		}
		c.Steps = document.NewSteps(steps).Len()
		cards = append(cards, c)
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
