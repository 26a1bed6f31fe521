package offline

// A place says where something goes, or where the thing is that is meant.
type place struct {
	At  position
	Ref ref // zero for first and finally
}

type position string

const (
	after    position = "after"
	before   position = "before"
	under    position = "under"
	inside   position = "in" // in, to, for, of, on
	first    position = "first"
	finally  position = "last"
	numbered position = "position" // Ref.Numbers holds it
)

func prepositionOf(w string) position {
	switch w {
	case "after", "below", "behind", "following":
		return after
	case "before", "above":
		return before
	case "under", "beneath", "underneath":
		return under
	case "in", "into", "inside", "within", "to", "for", "of", "on", "onto", "from", "at", "through":
		return inside
	}
	return ""
}

// place reads a place. A loose one may name a thing without quotes and without a
// noun: "to Order laptop".
func (p *parser) place(loose bool) (place, bool) {
	var pl place
	ok := p.try(func() bool {
		if p.edge(&pl) {
			return true
		}
		w := p.word()
		pl.At = prepositionOf(w)
		if pl.At == "" {
			return false
		}
		p.i++
		r, ok := p.ref(loose)
		if !ok && loose && p.ask.Verb != "" && w != "at" && w != "of" && p.word() != "me" && p.word() != "us" {
			r, ok = p.bareRef()
		}
		pl.Ref = r
		return ok
	})
	return pl, ok
}

// edge reads "first", "at the end", "to the top", "to position 2".
func (p *parser) edge(pl *place) bool {
	return p.try(func() bool {
		prep := p.take("at") || p.take("to") || p.take("as") || p.take("in") || p.take("on")
		the := p.take("the")
		if !prep && the {
			return false
		}
		switch w := p.word(); w {
		case "end", "bottom", "last", "back":
			pl.At = finally
		case "start", "beginning", "top", "front", "first":
			pl.At = first
		case "position", "place":
			n, ok := cardinalOf(p.peek(1))
			pl.At, pl.Ref.Numbers = numbered, []int{n}
			p.i += 2
			return ok && prep
		default:
			return false
		}
		word := p.word()
		p.i++
		if prep && word != "first" && word != "last" {
			return true
		}
		return (word == "first" || word == "last") && p.atPhraseEnd()
	})
}
