package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// libraryView is what the page of the library shows: what playbooks share.
type libraryView struct {
	Words     string // what titles must hold; "" for everything
	Modules   []libraryModule
	Tasks     []libraryTask // those that stand on their own
	Templates []libraryTemplate
	Cursor    string
}

// libraryModule is a module with its tasks and the playbooks that show it.
type libraryModule struct {
	ID, Title string
	Archived  bool
	Found     bool // the words find it, or one of its tasks
	Tasks     []libraryTask
	Links     []libraryLink
}

type libraryTask struct {
	ID, Title, Description string
	Steps                  int
	Archived               bool
	Found                  bool // the words find it
}

func (t libraryTask) link() templ.SafeURL { return pathTo("tasks", t.ID) }

// libraryLink is a playbook that shows a module.
type libraryLink struct {
	Title  string
	Link   templ.SafeURL
	Status document.Status
}

// libraryTemplate is a set of steps to copy from, or a form that came from a file.
type libraryTemplate struct {
	ID, Title, Description string
	Steps                  int
	Format, Source         string // of the file; "" for a template of our own
}

// can lists what may be done with a line of the library. Places mean something only
// among all of them, not among those that words have found.
func (v libraryView) can(archived bool, acts string) string {
	switch {
	case archived:
		return ""
	case v.Words != "":
		return acts
	}
	return acts + " up down"
}

func (v libraryView) empty() bool { return len(v.Modules)+len(v.Tasks)+len(v.Templates) == 0 }

func (v libraryView) found() int {
	n := len(v.Templates)
	for _, m := range v.Modules {
		if m.Found {
			n++
		}
	}
	for _, t := range v.Tasks {
		if t.Found {
			n++
		}
	}
	return n
}

func (p *pages) library(r *http.Request) (templ.Component, error) {
	tree, asOf, err := p.store.Library(r.Context(), p.vendor, "")
	if err != nil {
		return nil, err
	}
	links, err := p.links(r.Context())
	if err != nil {
		return nil, err
	}
	v := libraryView{Words: strings.TrimSpace(r.URL.Query().Get("q")), Cursor: cursorOf(asOf)}
	for _, m := range tree.Modules {
		v.Modules = append(v.Modules, v.module(m, links[string(m.ID)]))
	}
	for _, t := range tree.Tasks {
		v.Tasks = append(v.Tasks, v.task(t, false))
	}
	v.Templates, err = v.templates(tree.Templates)
	return libraryPage(v), err
}

// module is a module of the library as the page shows it. Where its own title is found,
// all of its tasks are shown.
func (v libraryView) module(m projections.ModuleTree, links []libraryLink) libraryModule {
	out := libraryModule{ID: string(m.ID), Title: m.Title, Archived: m.Archived, Found: holdsWords(m.Title, v.Words), Links: links}
	whole := out.Found
	for _, t := range m.Tasks {
		task := v.task(t, whole)
		out.Found = out.Found || task.Found
		out.Tasks = append(out.Tasks, task)
	}
	return out
}

func (v libraryView) task(t projections.TaskTree, found bool) libraryTask {
	return libraryTask{
		ID: string(t.ID), Title: t.Title, Description: t.Description, Steps: countSteps(t.Steps), Archived: t.Archived,
		Found: found || holdsWords(t.Title, v.Words),
	}
}

func (v libraryView) templates(rows []projections.StepTemplate) ([]libraryTemplate, error) {
	var out []libraryTemplate
	for _, t := range rows {
		var steps []schemas.Step
		if err := json.Unmarshal([]byte(t.Steps), &steps); err != nil {
			return nil, fmt.Errorf("read the steps of template %s: %w", t.ID, err)
		}
		if holdsWords(t.Title, v.Words) {
			out = append(out, libraryTemplate{
				ID: t.ID, Title: t.Title, Description: t.Description, Steps: document.NewSteps(steps).Len(), Format: t.Format, Source: t.Source,
			})
		}
	}
	return out, nil
}

// linkedPlaybooks lists who shows which module of the library.
const linkedPlaybooks = `SELECT l.module_id, p.id, p.title, p.status FROM links l
	JOIN playbooks p ON p.vendor = l.vendor AND p.id = l.playbook_id
	WHERE l.vendor = ? ORDER BY p.title, p.id`

// mostLinks bounds what the page says of links.
const mostLinks = 20_000

func (p *pages) links(ctx context.Context) (map[string][]libraryLink, error) {
	answer, err := p.store.Query(ctx, linkedPlaybooks, []any{string(p.vendor)}, projections.Limits{Rows: mostLinks})
	links := make(map[string][]libraryLink)
	for _, row := range answer.Rows {
		module := text(row[0])
		links[module] = append(links[module], libraryLink{Link: pathTo("playbooks", text(row[1])), Title: text(row[2]), Status: document.Status(text(row[3]))})
	}
	return links, err
}

// shelfTypes are the events that change what playbooks and library show.
func shelfTypes() string {
	var types []string
	for _, t := range schemas.Types() {
		if strings.HasPrefix(t, "playbook.") || strings.HasPrefix(t, "library.") {
			types = append(types, t)
		}
	}
	return strings.Join(types, " ")
}
