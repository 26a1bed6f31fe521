package definitions

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A Root is a folder of agent files. Only its direct children are read.
type Root struct {
	Scope Scope
	Name  string // the folder, for people
	FS    fs.FS  // what it is in; it must not lead out of the folder that is trusted
	Path  string // of the folder in FS, "." for FS itself
	// Verdict is what became of a folder that holds no agent files, and why; nil for one
	// that is to be read.
	Verdict *Verdict
}

// maxFiles is how many files of a folder are read.
const maxFiles = 2000

// A State is what became of a file. The list is closed.
type State string

const (
	Loaded   State = "loaded"
	Shadowed State = "shadowed" // another file has its id
	Refused  State = "refused"  // it could not be read as an agent
	Ignored  State = "ignored"  // its name says that it is no agent file
)

// A Verdict says what became of one file.
type Verdict struct {
	File    string   `json:"file"`
	Scope   Scope    `json:"scope"`
	State   State    `json:"state"`
	ID      ID       `json:"id,omitempty"`
	By      string   `json:"by,omitempty"`     // of a shadowed one: the file that has its id
	Digest  string   `json:"digest,omitempty"` // SHA-256 of its bytes, in hex; "" where it was not read
	Problem *Problem `json:"problem,omitempty"`
	Notes   []Note   `json:"notes,omitempty"`
}

// A Catalog is all agents of some folders, and a verdict for every file.
type Catalog struct {
	Verdicts []Verdict
	holders  map[ID][]holder // the first of a scope wins; in the order of precedence
}

// A holder is a file that has an id: a definition, or a problem in its place.
type holder struct {
	scope   Scope
	source  string
	d       *Definition
	base    Note // where it names its base
	problem *Problem
}

// Load reads folders in their order of precedence. A folder that is not there holds
// no files.
func Load(roots ...Root) *Catalog {
	c := &Catalog{holders: make(map[ID][]holder)}
	for _, r := range roots {
		c.folder(r)
	}
	c.judgeBases()
	return c
}

// judgeBases refuses what builds on nothing that can be used.
func (c *Catalog) judgeBases() {
	for i := range c.Verdicts {
		v := &c.Verdicts[i]
		if v.State != Loaded {
			continue
		}
		if _, err := c.Agent(v.ID); err != nil {
			at := c.holders[v.ID][0].base
			v.State, v.Problem = Refused, &Problem{
				Reason: BrokenBase, Line: at.Line, Column: at.Column, Detail: err.Error(),
				Fix: "name an agent of this scope or one below it that can be used, or leave base out",
			}
		}
	}
}

func (c *Catalog) folder(r Root) {
	if r.Verdict != nil {
		c.Verdicts = append(c.Verdicts, *r.Verdict)
		return
	}
	entries, err := fs.ReadDir(r.FS, r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		c.Verdicts = append(c.Verdicts, Verdict{File: r.Name, Scope: r.Scope, State: Refused, Problem: &Problem{
			Reason: Unreadable, Detail: reasonOf(err), Fix: "make the folder readable; a link must not lead out of the checkout",
		}})
		return
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for i, e := range entries {
		c.Verdicts = append(c.Verdicts, c.file(r, e, i >= maxFiles))
	}
}

// file reads one entry of a folder.
func (c *Catalog) file(r Root, e fs.DirEntry, over bool) Verdict {
	v := Verdict{File: shown(r.Name, e.Name()), Scope: r.Scope, State: Ignored}
	if e.IsDir() || !strings.HasSuffix(strings.ToLower(e.Name()), ".md") {
		return v
	}
	id, slugged, err := idOf(e.Name())
	if err != nil {
		v.State, v.Problem = Refused, &Problem{Reason: InvalidName, Detail: err.Error(), Fix: "rename the file"}
		return v
	}
	v.ID = id
	h := holder{scope: r.Scope, source: v.File}
	var m *reading
	if over {
		err = &Problem{Reason: TooLarge, Detail: fmt.Sprintf("the folder has more than %d files", maxFiles), Fix: "move what is no agent elsewhere"}
	} else {
		h.d, m, err = read(r, e.Name())
	}
	if err != nil {
		errors.As(err, &h.problem)
		v.State, v.Problem = Refused, h.problem
	} else {
		h.base = m.base
		h.d.ID, h.d.Scope, h.d.Source = id, r.Scope, v.File
		v.Digest = h.d.Digest
		v.State, v.Notes = Loaded, append(nameNotes(*h.d, slugged), m.notes...)
	}
	c.hold(h, &v)
	return v
}

// hold takes a file into the catalog, or says which one stands before it.
func (c *Catalog) hold(h holder, v *Verdict) {
	before := c.holders[v.ID]
	if len(before) > 0 && v.State == Loaded {
		v.State, v.By = Shadowed, before[0].source
	}
	// A second file of one scope can never win; one of a lower scope can, as a base.
	if !slices.ContainsFunc(before, func(b holder) bool { return b.scope == h.scope }) {
		c.holders[v.ID] = append(before, h)
	}
}

// read reads a file as an agent. The error is a [*Problem].
func read(r Root, name string) (*Definition, *reading, error) {
	raw, err := readFile(r.FS, path.Join(r.Path, name))
	if err != nil {
		return nil, nil, err
	}
	text, err := textOf(raw)
	if err != nil {
		return nil, nil, err
	}
	matter, body, err := split(text)
	if err != nil {
		return nil, nil, err
	}
	m, err := readMatter(matter)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(raw)
	return &Definition{Digest: hex.EncodeToString(sum[:]), Matter: m.m, Body: body}, m, nil
}

// nameNotes tell what a file's name and its keys say differently.
func nameNotes(d Definition, slugged bool) []Note {
	var notes []Note
	if slugged {
		notes = append(notes, Note{Text: fmt.Sprintf("the id %s was made of the file's name", d.ID)})
	}
	if given, err := ParseID(d.Matter.Name); err == nil && given != d.ID {
		notes = append(notes, Note{Text: fmt.Sprintf("the id is %s, of the file's name; the key name says %s, which is shown and nothing more", d.ID, given)})
	}
	if d.Body == "" {
		notes = append(notes, Note{Text: "there is nothing below the frontmatter: the agent has no orders of its own"})
	}
	return notes
}
