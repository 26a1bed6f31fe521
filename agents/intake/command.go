package intake

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"turnbook/schemas"
)

// instruction makes an INSTRUCTION of a text; what the title leaves out is in the
// description.
func (c *cacao) instruction(text, description string) schemas.Step {
	title, whole := shorten(oneLine(text))
	if !whole {
		description = join(text, description)
	}
	if title == "" {
		title = "Untitled"
	}
	return schemas.Step{ID: c.ids.step(), Kind: schemas.Instruction, Title: title, Description: description}
}

// commandOf makes an INSTRUCTION of a command: its text is the title where it fits
// on one line, and stands in the description as it is where it doesn't.
func (c *cacao) commandOf(n *node) schemas.Step {
	if n.kind != '{' {
		return c.instruction(c.plain(n), "")
	}
	description := c.text(n.member("description"))
	var facts, texts []string
	for _, m := range n.children {
		switch {
		case m.secret || m.key == "description" && m.isString():
		case m.isString() && (m.key == "command" || m.key == "content"):
			texts = append(texts, c.text(m))
		case m.isString() && (m.key == "command_b64" || m.key == "content_b64"):
			texts = append(texts, c.decoded(m))
		default:
			facts = append(facts, c.showID(m.key)+": "+c.plain(m))
		}
	}
	all := strings.Join(texts, "\n\n")
	step := c.instruction(firstLine(all), "")
	if all == "" {
		step = c.instruction(oneLine(description), "")
	}
	if step.Title != strings.TrimSpace(all) && all != "" {
		description = join(description, fenced(all))
	}
	if all == "" && step.Title == oneLine(description) {
		description = ""
	}
	step.Description = join(description, bullets(facts))
	return step
}

// firstLine is a text's first line with something on it, marked where more follows.
func firstLine(text string) string {
	text = strings.TrimSpace(text)
	if line, _, more := strings.Cut(text, "\n"); more {
		return strings.TrimSpace(line) + " …"
	}
	return text
}

// decoded is the text of a Base64 member, or the Base64 where it holds no text.
func (c *cacao) decoded(n *node) string {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(n.text))
	if err != nil || !utf8.Valid(raw) {
		c.report.addAt(c.src.line(n.offset), n.pointer, kept, n.key, "it holds no text in Base64; it stays as it is")
		return c.text(n)
	}
	return c.scrub(n, string(raw))
}

// plain is a value for a line of text: strings without quotes, the rest as JSON.
func (c *cacao) plain(n *node) string {
	if n.isString() && !n.secret {
		return c.line(n)
	}
	return c.render(n)
}

// fenced is a Markdown code block around a text, whatever backticks it holds.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

func bullets(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s", l)
	}
	return b.String()
}
