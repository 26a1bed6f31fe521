package documents

import (
	"fmt"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// Markdown writes a playbook as a document: its title, a heading for each module, a list
// item for each task, and its steps nested below. A title can't break out of its line. ok
// is false where the world has no such playbook.
func Markdown(w agents.World, id schemas.PlaybookID) (text string, ok bool) {
	p := w.Playbook(id)
	if !p.Exists() {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", line(p.Title))
	paragraph(&b, "", p.Description)
	for _, m := range w.Canvas(id).Modules() {
		fmt.Fprintf(&b, "\n## %s\n\n", line(m.Title))
		for _, t := range m.Tasks {
			fmt.Fprintf(&b, "- %s\n", line(t.Title))
			paragraph(&b, "  ", t.Description)
			writeSteps(&b, "  ", t.Steps.Top())
		}
	}
	return b.String(), true
}

func writeSteps(b *strings.Builder, indent string, steps []*document.Step) {
	for _, s := range steps {
		fmt.Fprintf(b, "%s- %s\n", indent, line(s.Title))
		paragraph(b, indent+"  ", s.Description)
		for _, branch := range s.Branches {
			fmt.Fprintf(b, "%s  - %s:\n", indent, line(branch.Name))
			writeSteps(b, indent+"    ", branch.Steps)
		}
	}
}

// line is a text on one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// paragraph writes a description below its item, indented with it.
func paragraph(b *strings.Builder, indent, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	b.WriteString("\n")
	for l := range strings.Lines(strings.TrimSpace(text)) {
		fmt.Fprintf(b, "%s%s\n", indent, strings.TrimRight(l, "\r\n"))
	}
	b.WriteString("\n")
}
