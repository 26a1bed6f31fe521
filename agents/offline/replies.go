package offline

import (
	"errors"
	"fmt"
	"strings"
)

const suggestReplies = "emit_suggest_replies"

// maxReplies is how many replies are offered at once.
const maxReplies = 6

// offer offers replies to pick from, where the tool is there and nothing else is
// called. Each is a whole ask: only the last message is one.
func (a *answer) offer(replies ...string) {
	if len(replies) == 0 || len(a.calls) > 0 || !a.has(suggestReplies) {
		return
	}
	a.call(suggestReplies, struct {
		Replies []string `json:"replies"`
	}{replies[:min(len(replies), maxReplies)]})
}

// offered tells whether the round before offered replies: all is said then.
func offered(rounds []round) bool {
	return len(rounds) > 0 && rounds[len(rounds)-1][0].call.Name == suggestReplies
}

// afterOffer closes a turn whose last round offered replies.
func afterOffer(rounds []round) string {
	if last := rounds[len(rounds)-1]; last.refused() {
		return report(rounds[len(rounds)-1:])
	}
	return "Pick one, or say it in your own words."
}

// refuse tells why a clause came to nothing, and offers what would settle it.
func (a *answer) refuse(err error, unchanged string) {
	a.say("%v %s", err, unchanged)
	var why *lookupError
	if errors.As(err, &why) {
		a.offer(why.Replies...)
	}
}

// lead puts words in front of an ask: "In module 2, rename task 1 to X".
func (o ask) lead(words string) string {
	first, rest, _ := strings.Cut(o.Source, " ")
	return words + ", " + strings.ToLower(first) + " " + rest
}

// trail puts words behind an ask, where its last phrase is no title without quotes.
func (o ask) trail(words string) string {
	return strings.TrimRight(o.Source, ".!? ") + " " + words
}

// quotable tells titles that can stand in an ask.
func quotable(title string) bool { return title != "" && !strings.ContainsAny(title, "\"“”„\n") }

// forTask completes an ask that names no task: with each task of the canvas.
func (o ask) forTask(c canvas, word string) []string {
	var out []string
	for _, m := range c.Modules {
		for _, t := range m.Tasks {
			if m.Linked {
				continue // nobody writes there from here
			}
			if quotable(t.Title) {
				out = append(out, o.trail(fmt.Sprintf("%s “%s”", word, t.Title)))
			}
		}
	}
	return out
}

// inModules completes an ask that names no module: with those that are the
// playbook's own and have some tasks.
func (o ask) inModules(c canvas, tasks int) []string {
	var out []string
	for i, m := range c.Modules {
		if m.Linked || len(m.Tasks) < tasks {
			continue
		}
		out = append(out, o.lead(fmt.Sprintf("In module %d", i+1)))
	}
	return out
}

// withSteps completes an ask whose step could not be told from others: it names them.
func (o ask) withSteps(err error, t taskTree) error {
	var why *lookupError
	if !errors.As(err, &why) || why.Replies != nil {
		return err
	}
	for _, s := range t.Steps {
		if !quotable(s.Title) {
			continue
		}
		switch {
		case o.Verb == remove:
			why.Replies = append(why.Replies, fmt.Sprintf("Remove “%s”", s.Title))
		case o.Verb == rename && o.Title != "":
			why.Replies = append(why.Replies, fmt.Sprintf("Rename “%s” to %s", s.Title, o.Title))
		}
	}
	return why
}

// withBranches completes an ask to add a step whose branch could not be told.
func (o ask) withBranches(err error, t taskTree) error {
	var why *lookupError
	if !errors.As(err, &why) || why.Replies != nil {
		return err
	}
	what := "a step"
	if o.Kind != "" {
		what = "an " + kindName(o.Kind) + " step"
	}
	if quotable(o.Title) {
		what += " “" + o.Title + "”"
	}
	for _, s := range t.spots() {
		for _, b := range s.step.Branches {
			if quotable(s.step.Title) && quotable(b.Name) {
				why.Replies = append(why.Replies, fmt.Sprintf("Add %s under the “%s” branch of “%s”", what, b.Name, s.step.Title))
			}
		}
	}
	return why
}
