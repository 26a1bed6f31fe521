package projections

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// maxDifferences is how many differences a diff names; it counts them all.
const maxDifferences = 100

// A Diff says how tables differ from what the log says they should be.
type Diff struct {
	AsOf   AsOf         `json:"as_of"`
	Tables []TableDiff  `json:"tables"` // those with differences
	First  []Difference `json:"first"`  // the first hundred
	Rows   int          `json:"rows"`   // how many rows were compared
}

// Equal says that there are no differences.
func (d Diff) Equal() bool { return len(d.Tables) == 0 }

// A TableDiff counts the differences in one table.
type TableDiff struct {
	Table   string `json:"table"`
	Missing int    `json:"missing"` // rows that should be there
	Extra   int    `json:"extra"`   // rows that should not
	Changed int    `json:"changed"` // rows that should be others
}

// A Difference is one row that is not as it should be.
type Difference struct {
	Table   string   `json:"table"`
	Key     string   `json:"key"`  // as in turn_id=t1 seq=7
	Kind    string   `json:"kind"` // missing, extra or changed
	Columns []Change `json:"columns,omitempty"`
}

// A Change is one column of a changed row.
type Change struct {
	Column string `json:"column"`
	Have   any    `json:"have"`
	Want   any    `json:"want"`
}

func (d Difference) String() string {
	text := d.Table + " " + d.Key + ": " + d.Kind
	for _, c := range d.Columns {
		text += fmt.Sprintf("; %s is %v, should be %v", c.Column, c.Have, c.Want)
	}
	return text
}

// compare walks both sides of every table in the order of its key.
func compare(ctx context.Context, s *schema, have querier, havePrefix, wantPrefix string, want querier) (Diff, error) {
	d := Diff{}
	for _, t := range s.tables {
		if t.Name == "checkpoints" {
			continue
		}
		h, err := openCursor(ctx, have, t, havePrefix)
		if err != nil {
			return d, err
		}
		w, err := openCursor(ctx, want, t, wantPrefix)
		if err != nil {
			h.rows.Close()
			return d, err
		}
		err = d.table(t, h, w)
		h.rows.Close()
		w.rows.Close()
		if err != nil {
			return d, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return d, nil
}

// table merges the two sides of one table.
func (d *Diff) table(t Table, have, want *cursor) error {
	counts := TableDiff{Table: t.Name}
	for have.row != nil || want.row != nil {
		d.Rows++
		order := have.compare(want)
		switch {
		case order < 0:
			counts.Extra++
			d.note(Difference{Table: t.Name, Key: have.key(t), Kind: "extra"})
		case order > 0:
			counts.Missing++
			d.note(Difference{Table: t.Name, Key: want.key(t), Kind: "missing"})
		default:
			if !slices.Equal(have.row, want.row) {
				counts.Changed++
				d.note(Difference{Table: t.Name, Key: have.key(t), Kind: "changed", Columns: changes(t, have.row, want.row)})
			}
		}
		if err := step(order, have, want); err != nil {
			return err
		}
	}
	if counts != (TableDiff{Table: t.Name}) {
		d.Tables = append(d.Tables, counts)
	}
	return nil
}

// step moves the side that is behind, or both.
func step(order int, have, want *cursor) error {
	if order <= 0 {
		if err := have.next(); err != nil {
			return err
		}
	}
	if order >= 0 {
		return want.next()
	}
	return nil
}

func (d *Diff) note(n Difference) {
	if len(d.First) < maxDifferences {
		d.First = append(d.First, n)
	}
}

func changes(t Table, have, want []any) []Change {
	var out []Change
	for i, c := range t.Columns {
		if have[i] != want[i] {
			out = append(out, Change{Column: c.Name, Have: have[i], Want: want[i]})
		}
	}
	return out
}

// A cursor walks one side of a table.
type cursor struct {
	rows *sql.Rows
	keys []int // columns of the key
	row  []any // nil at the end; each value comparable
	next func() error
}

func openCursor(ctx context.Context, q querier, t Table, prefix string) (*cursor, error) {
	c := &cursor{}
	for _, k := range t.Key {
		c.keys = append(c.keys, slices.IndexFunc(t.Columns, func(col Column) bool { return col.Name == k }))
	}
	columns := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		columns[i] = "[" + col.Name + "]"
	}
	var err error
	c.rows, err = q.QueryContext(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM ["+prefix+t.Name+"] ORDER BY "+strings.Join(t.Key, ", "))
	if err != nil {
		return nil, err
	}
	c.next = func() error { return c.scan(len(columns)) }
	if err := c.next(); err != nil {
		c.rows.Close()
		return nil, err
	}
	return c, nil
}

func (c *cursor) scan(columns int) error {
	if !c.rows.Next() {
		c.row = nil
		return c.rows.Err()
	}
	row, into := make([]any, columns), make([]any, columns)
	for i := range row {
		into[i] = &row[i]
	}
	if err := c.rows.Scan(into...); err != nil {
		return err
	}
	for i, v := range row {
		if b, ok := v.([]byte); ok {
			row[i] = "blob " + string(b) // it was put there by hand; text it is not
		}
	}
	c.row = row
	return nil
}

// compare orders two cursors by their keys; an end is after everything.
func (c *cursor) compare(d *cursor) int {
	switch {
	case c.row == nil:
		return 1
	case d.row == nil:
		return -1
	}
	for i, k := range c.keys {
		if order := compareValues(c.row[k], d.row[d.keys[i]]); order != 0 {
			return order
		}
	}
	return 0
}

// compareValues orders values as SQLite does: numbers, then text.
func compareValues(a, b any) int {
	n, isNumber := a.(int64)
	m, alsoNumber := b.(int64)
	switch {
	case isNumber && alsoNumber:
		return cmp.Compare(n, m)
	case isNumber != alsoNumber:
		if isNumber {
			return -1
		}
		return 1
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

func (c *cursor) key(t Table) string {
	parts := make([]string, len(c.keys))
	for i, k := range c.keys {
		parts[i] = fmt.Sprintf("%s=%v", t.Key[i], c.row[k])
	}
	return strings.Join(parts, " ")
}
