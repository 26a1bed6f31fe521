package definitions

import "fmt"

// A Reason says why a file was refused. The list is closed.
type Reason string

const (
	Unreadable    Reason = "UNREADABLE"       // it could not be opened, or leaves the folder
	TooLarge      Reason = "TOO_LARGE"        // above a limit, which is told
	Encoding      Reason = "ENCODING"         // it is not UTF-8 text
	NoMatter      Reason = "NO_FRONTMATTER"   // it does not begin with frontmatter
	OpenMatter    Reason = "OPEN_FRONTMATTER" // its frontmatter has no closing line
	InvalidYAML   Reason = "INVALID_YAML"     // its frontmatter does not parse
	InvalidValue  Reason = "INVALID_VALUE"    // a key has a value that it can't have
	InvalidName   Reason = "INVALID_NAME"     // its name gives no id
	InvalidPlugin Reason = "INVALID_PLUGIN"   // its plugin.json makes no sense, or leads out of it
	BrokenBase    Reason = "BROKEN_BASE"      // what it builds on is not there, or builds on it
)

// A Problem is why a file was refused: what is wrong, where, and what would be right.
type Problem struct {
	Reason Reason `json:"reason"`
	Line   int    `json:"line,omitempty"`   // from 1; 0 where it is no matter of a line
	Column int    `json:"column,omitempty"` // from 1
	Detail string `json:"detail"`
	Fix    string `json:"fix"`
}

func (p *Problem) Error() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.Reason, p.Detail)
	}
	return fmt.Sprintf("%s at %d:%d: %s", p.Reason, p.Line, p.Column, p.Detail)
}

// A Note is something about a file that was loaded and that its author should know.
type Note struct {
	Line   int    `json:"line,omitempty"` // from 1; 0 where it is no matter of a line
	Column int    `json:"column,omitempty"`
	Text   string `json:"text"`
}
