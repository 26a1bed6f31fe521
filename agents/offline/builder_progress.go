package offline

import "fmt"

// progress gives the progress a title, or tries to set its rows, which nobody can:
// they follow from what is written.
func (b *building) progress(o ask) {
	args := progressArgs{Title: o.Title}
	if o.Verb == claim {
		if args.Title == "" {
			args.Title = "Progress"
		}
		for i := range o.Count {
			args.Rows = append(args.Rows, progressRow{fmt.Sprintf("Row %d", i+1), "done"})
		}
	}
	b.call("update_progress", args)
}

type progressArgs struct {
	Title string        `json:"title"`
	Rows  []progressRow `json:"rows,omitempty"`
}

type progressRow struct {
	Title  string `json:"title"`
	Status string `json:"status"`
}
