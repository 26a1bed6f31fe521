package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

// Evidence is a turn with all that proves it.
type Evidence struct {
	Vendor schemas.VendorID
	Turn   schemas.TurnID
	Key    string
	Own    []schemas.Record  // the turn's events, in the order of the log
	Chain  []schemas.Record  // of each boundary that they stand in, every event from the first of them to an anchored head; in the order of the log
	Audit  []schemas.Record  // the key, and the anchors of those heads
	Agents map[string][]byte // definitions in force, by file name
}

// Names of the files of a bundle.
const (
	fileManifest  = "manifest.json"
	fileSignature = "manifest.sig"
	fileChain     = "chain.jsonl"
	fileAudit     = "audit.jsonl"
	fileRules     = "rules.json"
	fileReport    = "report.html"
	folderData    = "data/"
	folderSchemas = "schemas/"
	folderAgents  = "agents/"

	bundleFormat = "turnbook-evidence/1"
)

// A manifest says what a bundle holds. It is signed with the vendor's key.
type manifest struct {
	Format string           `json:"format"`
	Vendor schemas.VendorID `json:"vendor"`
	Turn   schemas.TurnID   `json:"turn"`
	Key    string           `json:"key"`
	Files  []packed         `json:"files"`
}

type packed struct {
	Name   string `json:"name"`
	Size   int    `json:"size"`
	SHA256 string `json:"sha256"`
}

// Pack makes a bundle: the same evidence is the same bytes. sign signs with the vendor's
// key.
func Pack(e Evidence, sign func(text []byte) (string, error)) ([]byte, error) {
	files := make(map[string][]byte)
	for _, add := range []func(Evidence, map[string][]byte) error{addChain, addAudit, addData, addSchemas, addRules, addReport} {
		if err := add(e, files); err != nil {
			return nil, fmt.Errorf("pack turn %s: %w", e.Turn, err)
		}
	}
	for name, text := range e.Agents {
		files[folderAgents+name] = text
	}
	m := manifest{Format: bundleFormat, Vendor: e.Vendor, Turn: e.Turn, Key: e.Key}
	for name, content := range files {
		m.Files = append(m.Files, packed{name, len(content), schemas.Digest(content)})
	}
	slices.SortFunc(m.Files, func(x, y packed) int { return strings.Compare(x.Name, y.Name) })
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	signature, err := sign(text)
	if err != nil {
		return nil, err
	}
	files[fileManifest], files[fileSignature] = text, []byte(signature)
	return Zip(files)
}

// line is an event of a bundle: whole, or what is left of it.
type line struct {
	Boundary string          `json:"boundary"`
	Seq      uint64          `json:"seq"`
	Index    int             `json:"idx"`
	Event    json.RawMessage `json:"event,omitempty"`
	Skip     *Skip           `json:"skip,omitempty"`
}

// appendLine writes a line. The event stands in it byte for byte, which no encoder
// promises.
func appendLine(out []byte, r schemas.Record, member string, value []byte) ([]byte, error) {
	boundary, err := json.Marshal(r.Entity.String())
	if err != nil {
		return out, err
	}
	out = fmt.Appendf(out, `{"boundary":%s,"seq":%d,"idx":%d,"%s":`, boundary, r.Seq, r.Index, member)
	return append(append(out, value...), '}', '\n'), nil
}

func addChain(e Evidence, files map[string][]byte) error {
	own := make(map[schemas.Position]bool)
	for _, r := range e.Own {
		own[r.Position] = true
	}
	var out []byte
	for _, r := range e.Chain {
		member, value := "event", []byte(r.Stored)
		if !own[r.Position] {
			s, err := SkipOf(r.Stored)
			if err != nil {
				return fmt.Errorf("event at %d.%d: %w", r.Seq, r.Index, err)
			}
			if value, err = json.Marshal(s); err != nil {
				return err
			}
			member = "skip"
		}
		var err error
		if out, err = appendLine(out, r, member, value); err != nil {
			return err
		}
	}
	files[fileChain] = out
	return nil
}

func addAudit(e Evidence, files map[string][]byte) (err error) {
	var out []byte
	for _, r := range e.Audit {
		if out, err = appendLine(out, r, "event", r.Stored); err != nil {
			return err
		}
	}
	files[fileAudit] = out
	return addBlobs(e.Audit, files)
}

func addData(e Evidence, files map[string][]byte) error { return addBlobs(e.Own, files) }

// addBlobs adds the data that the log keeps beside the events.
func addBlobs(records []schemas.Record, files map[string][]byte) error {
	for _, r := range records {
		ref := dataRef(r.Stored)
		if ref == "" {
			continue
		}
		raw, err := json.Marshal(r.Event)
		if err == nil {
			raw, err = canon.JSON(raw)
		}
		if err != nil {
			return err
		}
		if "sha256-"+schemas.Digest(raw) != ref {
			return fmt.Errorf("event %s: its data can't be written as it was", r.Draft.ID)
		}
		files[folderData+ref+".json"] = raw
	}
	return nil
}

// dataRef is the digest that an event names its data by; "" where it has its data.
func dataRef(stored []byte) string {
	var e struct {
		Ref string `json:"dataref"`
	}
	if json.Unmarshal(stored, &e) != nil {
		return ""
	}
	return strings.TrimPrefix(e.Ref, "blob:")
}

func addSchemas(e Evidence, files map[string][]byte) error {
	for _, r := range slices.Concat(e.Own, e.Audit) {
		text, err := fs.ReadFile(schemas.SchemaFiles(), r.Type+".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue // of a type that this program does not know
		}
		if err != nil {
			return err
		}
		files[folderSchemas+r.Type+".json"] = text
	}
	return nil
}

// A rule is a rule that decided in a turn, in the version that was in force.
type rule struct {
	Rule      string   `json:"rule"`
	Decisions int      `json:"decisions"`
	Outcomes  []string `json:"outcomes"`
}

func addRules(e Evidence, files map[string][]byte) error {
	text, err := json.MarshalIndent(map[string]any{"rules": rulesOf(e.Own)}, "", "  ")
	files[fileRules] = append(text, '\n')
	return err
}

// rulesOf are the rules whose ladders stand in events, in the order of their names.
func rulesOf(records []schemas.Record) []rule {
	found := make(map[string]*rule)
	names := []string{}
	for _, r := range records {
		l, ok := ladderOf(r)
		if !ok {
			continue
		}
		if found[l.Rule] == nil {
			found[l.Rule] = &rule{Rule: l.Rule}
			names = append(names, l.Rule)
		}
		f := found[l.Rule]
		f.Decisions++
		if !slices.Contains(f.Outcomes, l.Outcome) {
			f.Outcomes = append(f.Outcomes, l.Outcome)
		}
	}
	slices.Sort(names)
	rules := []rule{}
	for _, name := range names {
		rules = append(rules, *found[name])
	}
	return rules
}

// ladderOf is the ladder that stands in an event's data.
func ladderOf(r schemas.Record) (l schemas.Ladder, ok bool) {
	raw, err := json.Marshal(r.Event)
	if err != nil {
		return l, false
	}
	var data struct {
		Ladder *schemas.Ladder `json:"ladder"`
	}
	if json.Unmarshal(bytes.TrimSpace(raw), &data) != nil || data.Ladder == nil || data.Ladder.Rule == "" {
		return l, false
	}
	return *data.Ladder, true
}
