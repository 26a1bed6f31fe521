package projections

import (
	"cmp"
	"fmt"
	"slices"

	"turnbook/schemas"
)

// A View is a row of the table views: a tab as it stands now.
type View struct {
	Vendor      schemas.VendorID   `json:"vendor"`
	ID          schemas.ViewID     `json:"id"`
	User        schemas.UserID     `json:"user_id"`
	Session     schemas.SessionID  `json:"session_id"`
	Open        bool               `json:"open"`
	Playbook    schemas.PlaybookID `json:"playbook_id"`
	Task        schemas.TaskID     `json:"task_id"`
	UIContext   JSON               `json:"ui_context"`
	OpenedSeq   uint64             `json:"opened_seq"`
	ContextSeq  uint64             `json:"context_seq"`
	ClosedSeq   uint64             `json:"closed_seq"`
	CloseReason string             `json:"close_reason"`
	ChangedAt   Stamp              `json:"changed_at"`
}

func (v *View) fields() []any {
	return []any{
		&v.Vendor, &v.ID, &v.User, &v.Session, &v.Open, &v.Playbook, &v.Task, &v.UIContext,
		&v.OpenedSeq, &v.ContextSeq, &v.ClosedSeq, &v.CloseReason, &v.ChangedAt,
	}
}

type viewKey struct {
	vendor schemas.VendorID
	id     schemas.ViewID
}

func keepViews() *kept[viewKey, View, *View] {
	return keep[viewKey, View]("views", "vendor = ? AND id = ?", func(k viewKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// view takes an event of a view's boundary in.
func (f *fold) view(r *rec) error {
	key := viewKey{r.Vendor, schemas.ViewID(r.Entity.ID)}
	v, err := f.views.at(f.w, key)
	if err != nil {
		return err
	}
	if v == nil {
		v = f.views.add(key, View{Vendor: r.Vendor, ID: key.id, UIContext: "{}"})
	}
	switch e := r.Event.(type) {
	case schemas.ViewOpened:
		v.User, v.Session, v.Open, v.OpenedSeq, v.ClosedSeq, v.CloseReason = e.User, e.Session, true, r.Seq, 0, ""
		ui, err := schemas.ParseUIContext([]byte(v.UIContext))
		if err != nil {
			return err
		}
		f.tabs.show(key, ui, true)
	case schemas.ViewContextChanged:
		v.Playbook, _ = e.UIContext.PlaybookID()
		v.Task, _ = e.UIContext.OpenTaskID()
		v.UIContext, v.ContextSeq = JSON(e.UIContext.JSON()), r.Seq
		f.tabs.show(key, e.UIContext, v.Open)
		if err := f.context(r, e.UIContext); err != nil {
			return err
		}
	case schemas.ViewClosed:
		v.Open, v.ClosedSeq, v.CloseReason = false, r.Seq, e.Reason
		f.tabs.close(key)
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	v.ChangedAt = r.at
	return nil
}

// tabs are the views whose context may be asked for: the open ones, found by what
// their context names, and closed ones that were asked for of late.
type tabs struct {
	byID   map[viewKey]*tab
	naming map[name]map[viewKey]*tab
	closed int // of byID
}

type tab struct {
	key  viewKey
	ui   schemas.UIContext
	open bool
}

// A name is a playbook or a task that a context can name.
type name struct {
	vendor   schemas.VendorID
	playbook schemas.PlaybookID
	task     schemas.TaskID // "" where the playbook is meant
}

// names are what a context names: the canvas, the loaded task and its playbook, the
// task that the builder has open.
func (t *tab) names() []name {
	var out []name
	add := func(playbook schemas.PlaybookID, task schemas.TaskID, ok bool) {
		if n := (name{t.key.vendor, playbook, task}); ok && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	canvas, ok := t.ui.PlaybookID()
	add(canvas, "", ok)
	if task, ok := t.ui.LoadedTask(); ok {
		add("", task.ID, true)
		add(task.PlaybookID, "", task.PlaybookID != "")
	}
	open, ok := t.ui.OpenTaskID()
	add("", open, ok)
	return out
}

// show sets what a view shows.
func (ts *tabs) show(key viewKey, ui schemas.UIContext, open bool) {
	ts.remove(key)
	t := &tab{key: key, ui: ui, open: open}
	ts.byID[key] = t
	if !open {
		ts.closed++
		return
	}
	for _, n := range t.names() {
		if ts.naming[n] == nil {
			ts.naming[n] = make(map[viewKey]*tab)
		}
		ts.naming[n][key] = t
	}
}

// close keeps a view's context, and no longer finds it by what it names.
func (ts *tabs) close(key viewKey) {
	if t, ok := ts.byID[key]; ok {
		ts.show(key, t.ui, false)
	}
}

func (ts *tabs) remove(key viewKey) {
	t, ok := ts.byID[key]
	if !ok {
		return
	}
	delete(ts.byID, key)
	if !t.open {
		ts.closed--
		return
	}
	for _, n := range t.names() {
		if delete(ts.naming[n], key); len(ts.naming[n]) == 0 {
			delete(ts.naming, n)
		}
	}
}

// shed lets closed views go when they are many.
func (ts *tabs) shed() {
	if ts.closed <= keptRows {
		return
	}
	for key, t := range ts.byID {
		if !t.open {
			ts.remove(key)
		}
	}
}

// open are the open views whose context names the playbook or the task, by id.
func (ts *tabs) open(vendor schemas.VendorID, playbook schemas.PlaybookID, task schemas.TaskID) []*tab {
	var out []*tab
	if playbook != "" {
		for _, t := range ts.naming[name{vendor, playbook, ""}] {
			out = append(out, t)
		}
	}
	if task != "" {
		for _, t := range ts.naming[name{vendor, "", task}] {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *tab) int { return cmp.Compare(a.key.id, b.key.id) })
	return slices.CompactFunc(out, func(a, b *tab) bool { return a.key == b.key })
}

func (f *fold) loadTabs() error {
	f.tabs = &tabs{byID: make(map[viewKey]*tab), naming: make(map[name]map[viewKey]*tab)}
	open, err := all[View](f.w, "SELECT * FROM [views] WHERE open")
	if err != nil {
		return err
	}
	for _, v := range open {
		ui, err := schemas.ParseUIContext([]byte(v.UIContext))
		if err != nil {
			return fmt.Errorf("views: %s: %w", v.ID, err)
		}
		f.tabs.show(viewKey{v.Vendor, v.ID}, ui, true)
	}
	return nil
}

// shows is the context of a view, open or closed; the empty one where the view is
// not known.
func (f *fold) shows(key viewKey) (schemas.UIContext, error) {
	if t, ok := f.tabs.byID[key]; ok {
		return t.ui, nil
	}
	v, err := f.views.at(f.w, key)
	if err != nil || v == nil {
		return schemas.UIContext{}, err
	}
	ui, err := schemas.ParseUIContext([]byte(v.UIContext))
	if err == nil {
		f.tabs.show(key, ui, v.Open)
	}
	return ui, err
}
