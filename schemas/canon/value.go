package canon

func (w *Writer) blanks() {
	for w.at < len(w.in) {
		switch w.in[w.at] {
		case ' ', '\t', '\n', '\r':
			w.at++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end.
func (w *Writer) peek() byte {
	if w.at < len(w.in) {
		return w.in[w.at]
	}
	return 0
}

func (w *Writer) value() error {
	switch b := w.peek(); {
	case b == '{':
		return w.object()
	case b == '[':
		return w.array()
	case b == '"':
		return w.text()
	case b == '-' || b >= '0' && b <= '9':
		return w.number()
	case b == 't':
		return w.word("true")
	case b == 'f':
		return w.word("false")
	case b == 'n':
		return w.word("null")
	case w.at >= len(w.in):
		return w.wrong("it ends where a value should stand")
	default:
		return w.wrong("%q can't begin a value", b)
	}
}

func (w *Writer) word(word string) error {
	if len(w.in)-w.at < len(word) || string(w.in[w.at:w.at+len(word)]) != word {
		return w.wrong("it should be %s", word)
	}
	w.at += len(word)
	w.out = append(w.out, word...)
	return nil
}

func (w *Writer) number() error {
	start := w.at
	if w.peek() == '-' {
		w.at++
	}
	switch {
	case w.peek() == '0':
		w.at++
	case !w.digits():
		return w.wrong("a number needs a digit here")
	}
	if w.peek() == '.' {
		w.at++
		if !w.digits() {
			return w.wrong("a number needs a digit here")
		}
	}
	if b := w.peek(); b == 'e' || b == 'E' {
		w.at++
		if b := w.peek(); b == '+' || b == '-' {
			w.at++
		}
		if !w.digits() {
			return w.wrong("a number needs a digit here")
		}
	}
	w.out = append(w.out, w.in[start:w.at]...)
	return nil
}

func (w *Writer) digits() bool {
	start := w.at
	for b := w.peek(); b >= '0' && b <= '9'; b = w.peek() {
		w.at++
	}
	return w.at > start
}

// open steps into an object (index -1) or an array (index 0).
func (w *Writer) open(bracket byte, index int) error {
	if len(w.frames) == w.depth {
		return w.wrong("it nests deeper than %d", w.depth)
	}
	if w.frames == nil {
		w.frames, w.members = make([]frame, 0, 8), make([]member, 0, 16) // enough for most
	}
	w.frames = append(w.frames, frame{index: index})
	w.at++
	w.out = append(w.out, bracket)
	return nil
}

func (w *Writer) close(bracket byte) {
	w.frames = w.frames[:len(w.frames)-1]
	w.at++
	w.out = append(w.out, bracket)
}

// next steps over a comma, or says that the bracket stands here.
func (w *Writer) next(bracket byte) (more bool, err error) {
	w.blanks()
	switch w.peek() {
	case bracket:
		return false, nil
	case ',':
		w.at++
		w.out = append(w.out, ',')
		w.blanks()
		return true, nil
	}
	return false, w.wrong("a comma or %c should stand here", bracket)
}

func (w *Writer) array() error {
	if err := w.open('[', 0); err != nil {
		return err
	}
	w.blanks()
	for more := w.peek() != ']'; more; {
		if err := w.value(); err != nil {
			return err
		}
		var err error
		if more, err = w.next(']'); err != nil {
			return err
		}
		w.frames[len(w.frames)-1].index++
	}
	w.close(']')
	return nil
}

func (w *Writer) object() error {
	if err := w.open('{', -1); err != nil {
		return err
	}
	first, start, sorted := len(w.members), len(w.out), true
	w.blanks()
	for more := w.peek() != '}'; more; {
		m, err := w.member()
		if err != nil {
			return err
		}
		if n := len(w.members); n > first && w.compare(w.members[n-1], m) >= 0 {
			sorted = false
		}
		w.members = append(w.members, m)
		if more, err = w.next('}'); err != nil {
			return err
		}
	}
	if !sorted {
		if err := w.sort(start, w.members[first:]); err != nil {
			return err
		}
	}
	w.members = w.members[:first]
	w.close('}')
	return nil
}

// member copies one member of the object that is open.
func (w *Writer) member() (member, error) {
	f := len(w.frames) - 1
	w.frames[f].keyEnd = 0 // an error in the name is the object's
	m := member{start: len(w.out), at: w.at}
	if w.peek() != '"' {
		return m, w.wrong("a member's name in quotes should stand here")
	}
	if err := w.text(); err != nil {
		return m, err
	}
	m.colon = len(w.out)
	w.frames[f].keyStart, w.frames[f].keyEnd = m.start+1, m.colon-1
	w.blanks()
	if w.peek() != ':' {
		return m, w.wrong("a colon should stand here")
	}
	w.at++
	w.out = append(w.out, ':')
	w.blanks()
	err := w.value()
	m.end = len(w.out)
	return m, err
}
