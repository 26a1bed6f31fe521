package projections

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"

	"turnbook/schemas/price"
)

//go:embed *.sql
var sqlFiles embed.FS

// foldVersion is raised when the rules that fill the tables change; tables of
// another version are drawn anew.
const foldVersion = "2"

// A Table is the schema of one table, with what it means.
type Table struct {
	Name    string   `json:"name"`
	About   string   `json:"about"`  // what a row is
	Source  string   `json:"source"` // the events that it comes from
	Key     []string `json:"key"`    // columns that tell rows apart, in their natural order
	Columns []Column `json:"columns"`

	create  string   // its CREATE TABLE statement
	indexes []string // its CREATE INDEX statements
}

// A Column is one column of a table.
type Column struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // TEXT or INTEGER
	About string `json:"about"`
}

// Tables lists every table, in the order of their names. They come from the SQL
// files, whose comments are their meanings.
func Tables() []Table {
	s, err := readSchema(price.Builtin())
	if err != nil {
		panic(err) // the files are part of the program, and TestTables reads them
	}
	return s.tables
}

// A schema is what the SQL files declare.
type schema struct {
	tables  []Table
	prices  *price.Table
	version string // digest of the files, the prices, and foldVersion
}

func readSchema(prices *price.Table) (*schema, error) {
	names, err := fs.Glob(sqlFiles, "*.sql")
	if err != nil {
		return nil, err
	}
	s, sum := &schema{prices: prices}, sha256.New()
	sum.Write([]byte(foldVersion + prices.Digest()))
	for _, name := range names {
		text, err := sqlFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum.Write(text)
		if err := s.parse(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	s.version = hex.EncodeToString(sum.Sum(nil)[:8])
	return s, nil
}

// parse reads one file. It knows the one form that the files have: comment lines,
// CREATE TABLE with a column a line, CREATE INDEX on one line.
func (s *schema) parse(text string) error {
	var comment []string
	var open *Table
	for _, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case open != nil:
			open.create += line + "\n"
			if strings.HasPrefix(line, ")") {
				s.tables = append(s.tables, *open)
				open = nil
			} else if !strings.HasPrefix(trimmed, "PRIMARY KEY") {
				open.Columns = append(open.Columns, parseColumn(trimmed))
			}
		case strings.HasPrefix(trimmed, "--"):
			comment = append(comment, strings.TrimSpace(trimmed[2:]))
		case strings.HasPrefix(line, "CREATE TABLE "):
			open = &Table{Name: strings.Fields(line)[2], create: line + "\n"}
			if err := open.describe(strings.Join(comment, " ")); err != nil {
				return err
			}
			comment = nil
		case strings.HasPrefix(line, "CREATE INDEX "):
			t := &s.tables[len(s.tables)-1]
			t.indexes = append(t.indexes, line)
		case trimmed != "":
			return fmt.Errorf("line %q is of no known form", line)
		}
	}
	return nil
}

// describe takes a comment apart: "About. Source: events. Key: columns."
func (t *Table) describe(comment string) error {
	about, rest, ok1 := strings.Cut(comment, " Source: ")
	source, key, ok2 := strings.Cut(rest, " Key: ")
	if !ok1 || !ok2 {
		return fmt.Errorf("the comment of %s lacks its source or its key", t.Name)
	}
	t.About, t.Source = about, strings.TrimSuffix(source, ".")
	t.Key = strings.Split(strings.TrimSuffix(key, "."), ", ")
	return nil
}

func parseColumn(line string) Column {
	declaration, about, _ := strings.Cut(line, "-- ")
	words := strings.Fields(declaration)
	return Column{Name: words[0], Type: words[1], About: strings.TrimSpace(about)}
}

// createSQL is the statement that makes the table under a prefix.
func (t Table) createSQL(prefix string) string {
	return strings.Replace(t.create, "CREATE TABLE "+t.Name, "CREATE TABLE "+prefix+t.Name, 1)
}

// indexSQL are the statements that make the indexes of the table under a prefix.
// Index names are unique in a file, so each build has its own.
func (t Table) indexSQL(prefix string, build int) []string {
	out := make([]string, len(t.indexes))
	for i, text := range t.indexes {
		name := strings.Fields(text)[2]
		text = strings.Replace(text, "INDEX "+name, fmt.Sprintf("INDEX %s_%d", name, build), 1)
		out[i] = strings.Replace(text, " ON "+t.Name, " ON "+prefix+t.Name, 1)
	}
	return out
}
