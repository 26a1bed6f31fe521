package jetstream

const (
	latestMessages = 256      // kept, where none is long
	latestBytes    = 16 << 10 // of a message; a longer one is not kept
)

// latest are the messages that were appended last, each in the place of its sequence.
type latest [latestMessages]raw

func (l *latest) put(m raw) {
	if len(m.data) <= latestBytes {
		l[m.seq%latestMessages] = m
	}
}

// between are the messages of a filter from one sequence to another; nil where not every
// message between them is kept.
func (l *latest) between(filter string, from, to uint64) (some []raw) {
	if to-from >= latestMessages {
		return nil
	}
	for seq := from; seq <= to; seq++ {
		m := l[seq%latestMessages]
		if m.seq != seq {
			return nil
		}
		if matches(filter, m.subject) {
			some = append(some, m)
		}
	}
	return some
}
