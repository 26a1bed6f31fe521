// Package definitions reads agent files: Markdown behind YAML frontmatter, which says
// what an agent is called, what it may use, what it builds on, and how it is to work.
//
// No file is passed over in silence. Each gets a [Verdict]: loaded; shadowed, by which
// file; refused, because of what, at which line and column, and how to mend it; or
// ignored, because its name says that it is no agent file. A file that is refused
// still holds its id: asking for that id is an error, and never finds the file of a
// lower scope in its place (decisions.md 35).
//
// Reading is bounded: in files of a folder, in bytes of a file and of its frontmatter,
// in depth. It leaves a folder over no link.
package definitions
