package audit

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"turnbook/bus"
	"turnbook/schemas"
)

// An ImportError says why the export of a turn is not taken, and where.
type ImportError struct {
	Line   int // from 1; 0 for the whole
	Turn   schemas.TurnID
	There  bool // the book has the turn already, otherwise
	Reason string
}

func (e *ImportError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// A Turn is the export of a turn, read.
type Turn struct {
	ID    schemas.TurnID
	lines []exported
}

// exported is a message of the export.
type exported struct {
	text   []byte
	entity schemas.Entity
	at     time.Time
	drafts []schemas.Draft
}

// ReadExport reads what [Export] wrote of a turn that has ended. The error is an
// [*ImportError].
func ReadExport(v schemas.VendorID, content []byte) (Turn, error) {
	var t Turn
	begun, ended := false, false
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	for n := 1; lines.Scan(); n++ {
		l, err := readLine(v, lines.Bytes())
		if err != nil {
			return t, &ImportError{Line: n, Reason: err.Error()}
		}
		for _, d := range l.drafts {
			switch d.Event.(type) {
			case schemas.TurnRequested:
				begun, t.ID = true, d.Turn
			case schemas.TurnEnded:
				ended = true
			}
			if d.Turn == "" || d.Turn != t.ID {
				return t, &ImportError{Line: n, Reason: fmt.Sprintf("event %s is not of turn %q, which the export begins with", d.ID, t.ID)}
			}
		}
		t.lines = append(t.lines, l)
	}
	if !begun || !ended {
		return t, &ImportError{Turn: t.ID, Reason: "it is no export of a turn from its request to its end"}
	}
	return t, nil
}

// readLine reads a message. What [Export] left out of its events is put back as nothing,
// so that the log's own reader can read them.
func readLine(v schemas.VendorID, text []byte) (exported, error) {
	var line struct {
		Boundary string                       `json:"boundary"`
		Events   []map[string]json.RawMessage `json:"events"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return exported{}, err
	}
	e, err := schemas.ParseEntity(v, line.Boundary)
	if err != nil {
		return exported{}, err
	}
	nothing := json.RawMessage(`"` + schemas.GenesisHash + `"`)
	for _, event := range line.Events {
		event["hash"], event["prevhash"] = nothing, nothing
	}
	message, err := json.Marshal(line.Events)
	if err != nil {
		return exported{}, err
	}
	l := exported{text: append(bytes.Clone(text), '\n'), entity: e}
	for _, r := range schemas.DecodeBatch(e, 0, message, nil) {
		if r.Err != nil {
			return l, r.Err
		}
		l.at, l.drafts = r.Time, append(l.drafts, r.Draft)
	}
	return l, nil
}

// Import appends a turn to a book, as it happened elsewhere: ids, actors and times are
// those of the export. there are the turn's records in the book; an import that was cut
// off goes on behind them, and one that is done already does nothing. The error is an
// [*ImportError] where the book has another turn of that id.
func Import(ctx context.Context, log bus.Log, t Turn, there iter.Seq2[schemas.Record, error]) error {
	known, err := Export(there)
	if err != nil {
		return err
	}
	for _, l := range t.lines {
		if rest, same := bytes.CutPrefix(known, l.text); same {
			known = rest
			continue
		}
		if len(known) > 0 {
			return &ImportError{Turn: t.ID, There: true, Reason: fmt.Sprintf("the book has turn %s already, and it went otherwise", t.ID)}
		}
		last, err := log.Last(ctx, l.entity)
		if err == nil {
			_, err = log.Append(ctx, l.entity, last, l.at, l.drafts...)
		}
		if err != nil {
			return fmt.Errorf("import turn %s: %w", t.ID, err)
		}
	}
	return nil
}
