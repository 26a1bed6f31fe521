package turn

import (
	"encoding/json"
	"strings"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// rowOfStep shows a step of the open builder's task as a line of progress. Its state
// is read from the tree, never from what the model claims: a step that is no FORM is
// done once it exists; a FORM is pending until its document holds an element
// (authoring.md section 6, path B).
func (d *decision) rowOfStep(l *Lane, site *steps.Site, id schemas.StepID) {
	if l.ID != schemas.MainLane || d.t.Domain != schemas.TaskBuilder {
		return
	}
	task := d.openTask()
	if task == nil {
		return
	}
	tree, _ := d.s.tree(task, d.seqOf(site.Playbook))
	step, ok := tree.Step(id)
	if !ok {
		return
	}
	row := schemas.RowChanged{Row: schemas.RowID(id), Title: step.Title, Status: schemas.RowDone}
	if step.Kind == schemas.Form && !hasElement(step.Form) {
		row.Status, row.Detail = schemas.RowPending, "its form has no question yet"
	}
	if was, ok := d.t.Rows[row.Row]; ok && (was == row || was.Status.Final() && !row.Status.Final()) {
		return
	}
	d.emit(row)
}

// hasElement says whether a form document holds an element.
func hasElement(form json.RawMessage) bool {
	var doc struct {
		Elements map[string]json.RawMessage `json:"elements_map"`
	}
	return json.Unmarshal(form, &doc) == nil && len(doc.Elements) > 0
}

// sweepRows brings the rows of steps to their end states.
func (d *decision) sweepRows() {
	for _, id := range d.t.rowOrder {
		row := d.t.Rows[id]
		if row.Status.Final() || d.t.Lanes[schemas.LaneID(id)] != nil {
			continue
		}
		row.Status = schemas.RowUnchanged
		d.emit(row)
	}
}

// updateProgress is the tool update_progress: it gives the rows a title. Rows in its
// arguments are refused at the boundary, and the title still takes effect.
func (d *decision) updateProgress(l *Lane, c schemas.ToolCalled) {
	var args struct {
		Title string          `json:"title"`
		Rows  json.RawMessage `json:"rows"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return
	}
	if args.Title != "" {
		d.emit(schemas.ProgressTitled{Title: args.Title})
	}
	if len(args.Rows) > 0 && string(args.Rows) != "null" {
		ladder := schemas.Ladder{Rule: progressRule, Outcome: string(schemas.CodeModelRows)}
		ladder.Try("no_rows", agents.Shorten(string(args.Rows)), false)
		d.refuseTool(l, c, schemas.CodeModelRows, ladder, schemas.Subject{}, "rows follow from what is written; only the title was taken")
		return
	}
	d.toolReturned(c, "", "noted")
}

// maxReplies is how many replies may be suggested at once.
const maxReplies = 6

// suggestReplies is the tool emit_suggest_replies.
func (d *decision) suggestReplies(c schemas.ToolCalled) {
	var args struct {
		Replies []string `json:"replies"`
	}
	if err := steps.Strict(c.Args, &args); err != nil {
		d.toolReturned(c, schemas.CodeInvalidArguments, err.Error())
		return
	}
	var replies []string
	for _, r := range args.Replies {
		if r = strings.TrimSpace(r); r != "" && len(r) <= 500 && len(replies) < maxReplies {
			replies = append(replies, r)
		}
	}
	if len(replies) == 0 {
		d.toolReturned(c, schemas.CodeInvalidArguments, "replies holds nothing to pick; give one to six short texts")
		return
	}
	d.emit(schemas.RepliesSuggested{Replies: replies})
	d.toolReturned(c, "", "offered")
}

// openTask is the task that the turn's target is bound to, as it stands; nil where
// there is none.
func (d *decision) openTask() *document.Task {
	site := d.t.Target
	if site == nil {
		return nil
	}
	return taskOf(d.w, *site)
}
