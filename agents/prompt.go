package agents

import "strings"

// Prompt is the body of an agent file: markdown behind YAML frontmatter.
func Prompt(file string) string {
	rest, ok := strings.CutPrefix(file, "---\n")
	if !ok {
		return file
	}
	_, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return file
	}
	return strings.TrimSpace(body)
}
