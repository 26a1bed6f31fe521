package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"turnbook/schemas"
	"turnbook/web/client"
)

// tellFile tells why a file was refused. The server, which knows a file by its base
// name, begins with that and the place.
func tellFile(stderr io.Writer, name string, err error, asJSON bool) {
	if asJSON {
		printJSON(stderr, problemOf(err))
		return
	}
	reason := err.Error()
	var p *client.Problem
	if errors.As(err, &p) {
		reason = p.Detail
	}
	if place, ok := strings.CutPrefix(reason, filepath.Base(name)+":"); ok {
		reason = place
	} else {
		reason = " " + reason
	}
	fmt.Fprintf(stderr, "turnbook: %s:%s\n", visible(name), paragraph(reason, "  "))
}

// noteKinds are the kinds of notes in the order of what an author has to look at.
var noteKinds = [...]struct{ kind, title string }{
	{"broken", "broken: the file contradicts itself"},
	{"dropped", "dropped: not taken over"},
	{"kept", "kept: as text, having no place of its own"},
	{"mapped", "mapped"},
}

func tellImport(w io.Writer, f imported) {
	if f.Template != "" {
		fmt.Fprintf(w, "%s: %s\n  form %s of the library, %s\n", visible(f.File), quoted(f.Title), visible(f.Template), visible(f.Format))
	} else {
		fmt.Fprintf(w, "%s: %s\n  playbook %s, %s: %s, %s, %s\n", visible(f.File), quoted(f.Title), visible(string(f.Playbook)), visible(f.Format),
			counted(f.Modules, "module"), counted(f.Tasks, "task"), counted(f.Steps, "step"))
	}
	tellReport(w, f.Report)
}

// tellReport tells the notes of a report by kind.
func tellReport(w io.Writer, report []schemas.ImportNote) {
	for _, k := range noteKinds {
		titled := false
		for _, n := range report {
			if n.Kind != k.kind {
				continue
			}
			if !titled {
				fmt.Fprintln(w, "  "+k.title)
				titled = true
			}
			fmt.Fprintf(w, "    %s%s: %s\n", placeOfNote(n), shorten(visible(n.What), 80), visible(n.Because))
		}
	}
}

func placeOfNote(n schemas.ImportNote) string {
	switch {
	case n.Line > 0:
		return fmt.Sprintf("line %d  ", n.Line)
	case n.Path != "":
		return visible(n.Path) + "  "
	}
	return ""
}
