package intake

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// matter is the YAML block that some sites put on top of a Markdown file.
type matter struct {
	entries []matterEntry
	after   int // the first line behind it, from 1
}

type matterEntry struct {
	key, text string
	line      int
}

// topKey is a key of the outermost map, which is all that the importer looks for:
// aliases and nesting in the block are text and are never expanded.
var topKey = regexp.MustCompile(`^("[^"]*"|'[^']*'|[^\s:#\-\[{][^:]*):(\s|$)`)

// readMatter finds the block. Two rules around plain text are no such block.
func readMatter(src *source) matter {
	none := matter{after: 1}
	all := src.lines(1, len(src.starts)+1)
	if len(all) == 0 || strings.TrimRight(all[0], " \t") != "---" {
		return none
	}
	m := matter{}
	for i, line := range all[1:] {
		n, end := i+2, strings.TrimRight(line, " \t")
		if end == "---" || end == "..." {
			m.after = n + 1
			return m
		}
		if key := topKey.FindStringSubmatch(line); key != nil {
			m.entries = append(m.entries, matterEntry{key: strings.Trim(key[1], `"'`), text: line, line: n})
			continue
		}
		if len(m.entries) > 0 {
			m.entries[len(m.entries)-1].text += "\n" + line
			continue
		}
		if end != "" && !strings.HasPrefix(end, "#") {
			return none
		}
		m.entries = append(m.entries, matterEntry{text: line, line: n})
	}
	return none
}

// maxTitleYAML is the longest entry that is read as YAML for its value.
const maxTitleYAML = 4 << 10

// value reads an entry as YAML, or as the text after its colon where it is none.
func (e matterEntry) value() string {
	plain := oneLine(strings.TrimPrefix(topKey.ReplaceAllString(e.text, ""), " "))
	if len(e.text) > maxTitleYAML || strings.Count(e.text, "[")+strings.Count(e.text, "{") > 50 {
		return plain
	}
	var v map[string]any
	if err := yaml.Unmarshal([]byte(e.text), &v); err != nil {
		return plain
	}
	switch v := v[e.key].(type) {
	case nil:
		return ""
	case string:
		return clean(oneLine(v))
	case bool, int, int64, uint64, float64:
		return fmt.Sprint(v)
	}
	return plain
}

// takeMatter reports what the block holds and returns its title, "" for none.
func (d *markdown) takeMatter(m matter) (title string, line int) {
	for _, e := range m.entries {
		switch {
		case strings.EqualFold(e.key, "title") && title == "":
			title, line = e.value(), e.line
			if said := strings.Trim(oneLine(topKey.ReplaceAllString(e.text, "")), `"'`); said != title {
				d.report.add(e.line, kept, strings.TrimRight(e.text, "\n"), "the title was read from this")
			}
		case strings.TrimSpace(e.text) != "":
			d.report.add(e.line, kept, strings.TrimRight(e.text, "\n"), "a playbook has no place for this line of the frontmatter")
		}
	}
	return title, line
}
