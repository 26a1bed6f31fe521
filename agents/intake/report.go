package intake

import (
	"fmt"
	"slices"

	"turnbook/schemas"
)

// Kinds of notes.
const (
	mapped  = "mapped"  // it became something that the author may not expect
	kept    = "kept"    // it has no place of its own; its text stands in a description or in the note
	dropped = "dropped" // it is not taken over
	broken  = "broken"  // the file contradicts itself
)

// report collects what the importer has to say.
type report struct{ notes []schemas.ImportNote }

func (r *report) add(line int, kind, what, because string, args ...any) {
	if what == "" {
		what = "(no name)"
	}
	r.notes = append(r.notes, schemas.ImportNote{Line: line, Kind: kind, What: what, Because: fmt.Sprintf(because, args...)})
}

func (r *report) addAt(line int, pointer, kind, what, because string, args ...any) {
	r.add(line, kind, what, because, args...)
	r.notes[len(r.notes)-1].Path = pointer
}

// sorted is the report in the order of the file, after its first line.
func (r *report) sorted(first schemas.ImportNote) []schemas.ImportNote {
	slices.SortStableFunc(r.notes, func(a, b schemas.ImportNote) int { return a.Line - b.Line })
	return append([]schemas.ImportNote{first}, r.notes...)
}

// noteOpening tells what the bytes went through before they were read.
func (b *builder) noteOpening() {
	if b.src.returns > 0 {
		b.report.add(0, mapped, "line endings", "%d line ends with a carriage return are read as line feeds", b.src.returns)
	}
	for _, c := range b.src.controls {
		b.report.add(c.line, dropped, fmt.Sprintf("control character %U at column %d", c.r, c.column),
			"it has no meaning in a text and can't be shown")
	}
	if more := b.src.moreControls; more > 0 {
		b.report.add(0, dropped, fmt.Sprintf("%d more control characters", more), "they have no meaning in a text and can't be shown")
	}
	if b.src.named(".json") && !b.src.isJSON() {
		b.report.add(0, mapped, "the file's name", "it says JSON, the content is none and was read as Markdown")
	}
}
