// Package price says what a call of a model cost.
//
// A price is a decimal as its vendor publishes it, per million tokens, and is kept
// exactly: money is whole numbers of a billionth of the currency. A model that stands in
// no table has no cost, which is another thing than a cost of nothing.
package price

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"turnbook/schemas"
)

//go:embed builtin.json
var builtin []byte

// A Nano is an amount of money, in billionths of the table's currency.
type Nano int64

// A Table holds prices by model. The zero value prices nothing.
type Table struct {
	Version  string // names the table, as the date that it was drawn up on
	Currency string
	entries  map[string][]entry
	digest   string
}

// An entry is what a model costs from a day on, for prompts over a size.
type entry struct {
	from   string // "2026-10-07"; "" for ever
	over   int    // input tokens that are not yet over; 0 for all
	known  bool   // whether there is a price: a size may be known to cost otherwise, and not how much
	input  pico   // each token read
	cached pico   // each that came out of the vendor's cache
	write  pico   // each that was put there
	output pico   // each token written
}

// file is the form of a table's file.
type file struct {
	Version  string `json:"version"`
	Currency string `json:"currency"`
	Prices   []struct {
		Model      string  `json:"model"`
		From       string  `json:"from"`
		Over       int     `json:"over"`
		Input      decimal `json:"input"`
		Cached     decimal `json:"cached"`      // absent: as input
		CacheWrite decimal `json:"cache_write"` // absent: as input
		Output     decimal `json:"output"`
	} `json:"prices"`
}

// Builtin is the table that the program came with.
func Builtin() *Table {
	t, err := Parse(builtin)
	if err != nil {
		panic(err) // it is part of the program, and a test reads it
	}
	return t
}

// A TableError says what is wrong with a table, and what would be right.
type TableError struct{ Where, Want string }

func (e *TableError) Error() string { return "prices: " + e.Where + ": " + e.Want }

// Parse reads a table. The error is a [*TableError].
func Parse(raw []byte) (*Table, error) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	var f file
	if err := d.Decode(&f); err != nil {
		return nil, &TableError{"file", err.Error()}
	}
	if f.Version == "" || f.Currency == "" {
		return nil, &TableError{"file", "give version and currency"}
	}
	t := &Table{Version: f.Version, Currency: f.Currency, entries: make(map[string][]entry), digest: schemas.Digest(raw)[:16]}
	for _, p := range f.Prices {
		e := entry{from: p.From, over: p.Over, known: p.Input.set && p.Output.set, input: p.Input.pico, output: p.Output.pico}
		e.cached, e.write = p.Cached.or(p.Input), p.CacheWrite.or(p.Input)
		if _, err := time.Parse(time.DateOnly, p.From); p.From != "" && err != nil {
			return nil, &TableError{p.Model, fmt.Sprintf("from is %q; give a day such as 2026-10-07", p.From)}
		}
		if p.Model == "" || p.Over < 0 || p.Input.set != p.Output.set {
			return nil, &TableError{p.Model, "give a model, with input and output, or with neither where the price is unknown"}
		}
		t.entries[p.Model] = append(t.entries[p.Model], e)
	}
	return t, nil
}

// Digest tells tables apart that call themselves alike.
func (t *Table) Digest() string { return t.digest }

// Models are the names of all models that stand in the table.
func (t *Table) Models() []string {
	var all []string
	for m := range t.entries {
		all = append(all, m)
	}
	return all
}

// Known says whether a model stands in the table, under its own name or its undated one.
func (t *Table) Known(model string) (name string, ok bool) {
	for _, name := range []string{model, undated(model)} {
		if len(t.entries[name]) > 0 {
			return name, true
		}
	}
	return "", false
}

// Cost is what a call cost that a model answered at a time; not ok for a model, or a size
// of prompt, that the table has no price of.
func (t *Table) Cost(model string, at time.Time, u schemas.Usage) (cost Nano, ok bool) {
	name, known := t.Known(model)
	if !known {
		return 0, false
	}
	day := at.UTC().Format(time.DateOnly)
	var in *entry
	for i, e := range t.entries[name] {
		if e.from > day || e.over > 0 && u.Input <= e.over {
			continue
		}
		if in == nil || e.over > in.over || e.over == in.over && e.from >= in.from {
			in = &t.entries[name][i]
		}
	}
	if in == nil || !in.known {
		return 0, false
	}
	plain := max(u.Input-u.Cached-u.CacheWrite, 0)
	sum := in.input.times(plain) + in.cached.times(u.Cached) + in.write.times(u.CacheWrite) + in.output.times(u.Output)
	return sum.nano(), true
}

// undated is a model's name without the day that vendors put behind it: of
// "openai:gpt-5-2025-08-07" and "anthropic:claude-haiku-4-5-20251001" the part before.
func undated(model string) string {
	for _, form := range []string{"-2006-01-02", "-20060102"} {
		if at := len(model) - len(form); at > 0 {
			if _, err := time.Parse(form, model[at:]); err == nil {
				return model[:at]
			}
		}
	}
	return model
}
