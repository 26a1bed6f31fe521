package offline

import "strings"

// How much the model keeps of older talk, in words.
const (
	wordsOfMessage = 8
	wordsOfSummary = 60
)

// compact sums up older talk: the first words of each message, behind those of an
// earlier summary.
func compact(a *answer) {
	var talk []struct{ Who, Text string }
	var earlier struct{ Summary string }
	if !a.data("talk", &talk) {
		a.say("There is nothing to sum up.")
		return
	}
	if a.data("earlier", &earlier) && earlier.Summary != "" {
		a.say("%s", firstWords(earlier.Summary, wordsOfSummary))
	}
	for _, m := range talk {
		a.say("The %s said: %q.", m.Who, firstWords(m.Text, wordsOfMessage))
	}
}

// firstWords is the beginning of a text.
func firstWords(text string, most int) string {
	w := strings.Fields(text)
	if len(w) <= most {
		return strings.Join(w, " ")
	}
	return strings.Join(w[:most], " ") + "…"
}
