package launch

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"turnbook/schemas"
)

// An Await is the arguments of the tool task_await.
type Await struct {
	IDs           []string // nil for everything that is at work and can be awaited
	Filter        string   // a regular expression over the lines of what was printed; "" for all
	FilterExclude bool     // the lines that match are left out
	Timeout       time.Duration
	MinCompleted  int
}

// maxAwait is the longest that one call waits.
const maxAwait = 24 * 60 * 60

// ParseAwait reads the arguments of task_await: it waits for ten minutes at most, for one
// outcome at least, unless told otherwise.
func ParseAwait(args json.RawMessage) (Await, *InputError) {
	o := open(args)
	a := Await{Timeout: 10 * time.Minute, MinCompleted: 1, IDs: o.ids("task_ids")}
	a.Filter = o.pattern("filter")
	a.FilterExclude, _ = read[bool](o, "filter_exclude", "true or false")
	if s, ok := o.whole("timeout_secs", 0, maxAwait); ok {
		a.Timeout = time.Duration(s) * time.Second
	}
	if n, ok := o.whole("min_completed", 1, 1000); ok {
		a.MinCompleted = n
	}
	o.close()
	if a.FilterExclude && a.Filter == "" {
		o.issue("filter_exclude", "it needs filter")
	}
	if a.IDs != nil {
		a.MinCompleted = min(a.MinCompleted, max(len(a.IDs), 1))
	}
	return a, o.done("task_await")
}

// A List is the arguments of the tool task_list.
type List struct {
	Statuses []string // nil for all that is unfinished
	Archived bool     // those in archived workspaces too
}

// ListStatuses are what task_list can be asked for.
func ListStatuses() []string {
	return []string{
		string(schemas.HandleQueued), string(schemas.HandleRunning), "backgrounded",
		string(schemas.HandleCompleted), string(schemas.HandleInterrupted), string(schemas.HandleError),
	}
}

// ParseList reads the arguments of task_list.
func ParseList(args json.RawMessage) (List, *InputError) {
	o := open(args)
	l := List{Statuses: o.texts("statuses")}
	for _, s := range l.Statuses {
		if s != "" && !slices.Contains(ListStatuses(), s) {
			o.issue("statuses", "there is no status "+shorten(s)+"; give some of "+strings.Join(ListStatuses(), ", "))
		}
	}
	l.Archived, _ = read[bool](o, "includeArchived", "true or false")
	o.close()
	return l, o.done("task_list")
}

// A Stop is the arguments of the tool task_stop: each id once.
type Stop struct{ IDs []string }

// ParseStop reads the arguments of task_stop.
func ParseStop(args json.RawMessage) (Stop, *InputError) {
	o := open(args)
	s := Stop{IDs: o.ids("task_ids")}
	if len(s.IDs) == 0 && len(*o.issues) == 0 {
		o.issue("task_ids", "it is missing; name what is to be stopped")
	}
	o.close()
	return s, o.done("task_stop")
}

// A Report is the arguments of the tool agent_report.
type Report struct{ Text string }

// ParseReport reads the arguments of agent_report.
func ParseReport(args json.RawMessage) (Report, *InputError) {
	o := open(args)
	r := Report{Text: o.required("message")}
	if blank(r.Text) && len(*o.issues) == 0 {
		o.issue("message", "it is blank; say what you found")
	}
	o.close()
	return r, o.done("agent_report")
}

// ids reads a list of ids, each once.
func (o *object) ids(name string) []string {
	var out []string
	for _, id := range o.texts(name) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}
