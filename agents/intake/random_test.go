package intake_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"turnbook/agents/intake"
)

// TestNoWordIsLostWhateverTheMarkup strings words and markup together at random:
// each word is found in what became of them.
func TestNoWordIsLostWhateverTheMarkup(t *testing.T) {
	markup := []string{
		"- ", "1. ", "* ", "10) ", "> ", "  ", "   ", "    ", "\t", "\n", "\n", "\n\n", "# ", "## ", "### ", "#### ", "```\n", "---\n", "===\n",
		"***\n", "[", "](", ")", "]: ", "![", "**", "_", "`", "<div>", "<b>", "<", "<!-- ", " -->", "[ ] ", "[x] ", "|", "!!! ", "{% ", "\\", "&amp;", "a: ",
	}
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		var source strings.Builder
		words := []string{"wqaq"}
		source.WriteString(words[0] + "\n")
		for i := range r.Intn(40) + 1 {
			if r.Intn(3) > 0 {
				source.WriteString(markup[r.Intn(len(markup))])
				continue
			}
			words = append(words, fmt.Sprintf("wq%cz%cq", 'a'+r.Intn(26), 'a'+i%26))
			source.WriteString(words[len(words)-1] + " ")
		}
		doc, err := intake.Read("x.md", []byte(source.String()[r.Intn(2)*5:]+" wqaq"), "p1")
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		checkSound(t, doc)
		text := string(textOf(doc))
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("seed %d: %s is lost from %q", seed, w, source.String())
			}
		}
	}
}
