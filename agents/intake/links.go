package intake

import (
	"regexp"
	"strings"
)

// leads finds the links and images that mean something beside the file only.
var leads = regexp.MustCompile(`(!?)\[[^\]\n]*\]\(\s*(\{[%{].*?[%}]\}|<?[^)\s>]+)`)

// noteLinks tells which images and links lead nowhere from here.
func (d *markdown) noteLinks(first int) {
	seen := make(map[string]bool)
	for i, line := range d.src.lines(first, len(d.src.starts)+1) {
		for _, m := range leads.FindAllStringSubmatch(line, -1) {
			image, to := m[1] == "!", strings.TrimPrefix(m[2], "<")
			local := !strings.Contains(to, ":") && !strings.HasPrefix(to, "//")
			if seen[m[1]+to] || !image && !local {
				continue
			}
			seen[m[1]+to] = true
			if image {
				d.report.add(first+i, kept, "image "+to, "the picture isn't imported; its place stands in the text")
			} else {
				d.report.add(first+i, kept, "link "+to, "it leads somewhere beside the file; from here it leads nowhere")
			}
		}
	}
}
