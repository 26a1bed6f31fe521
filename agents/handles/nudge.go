package handles

import "strings"

// maxNudges is how many nudges in a row an owner gets without a person's word.
const maxNudges = 3

// A TurnEnd is the end of an owner's turn while work that it delegated goes on.
type TurnEnd struct {
	Interrupted bool // a person stopped it
	Waiting     bool // a message waits or is being taken up
	Nudges      int  // that it got in a row since a person's word
}

// Nudge asks an owner whose turn has ended to wait for the work that it has to wait for
// (workspace-turns.md 2.13). about and text are the message's; nothing where none is due.
func Nudge(all []*Handle, e TurnEnd) (text string, about []string) {
	if e.Interrupted || e.Waiting || e.Nudges >= maxNudges {
		return "", nil
	}
	var ids []string
	for _, h := range pick(all, (*Handle).Blocks) {
		ids, about = append(ids, h.PublicID()), append(about, string(h.ID))
	}
	if ids == nil {
		return "", nil
	}
	return "Work that you delegated and have to wait for is still at work: " + strings.Join(ids, ", ") +
		". Call task_await with these ids, and use what they report, before you end your turn.", about
}
