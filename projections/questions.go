package projections

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed measures/*.sql
var measureFiles embed.FS

// A Question is a query with a name: a ready measure, or one that somebody saved.
type Question struct {
	Name   string  `json:"name" doc:"its address, in small letters, digits and hyphens"`
	Title  string  `json:"title" doc:"what it is called"`
	About  string  `json:"about" doc:"what its answer means"`
	SQL    string  `json:"sql" doc:"one statement that reads the tables; parameters are written :name"`
	Params []Param `json:"params" doc:"its parameters, with what they are unless given"`
	Chart  Chart   `json:"chart" doc:"how its answer is best drawn"`
	Ready  bool    `json:"ready" doc:"it is part of the program and can't be changed"`
}

// A Param is a parameter of a question.
type Param struct {
	Name    string `json:"name"`
	Default string `json:"default" doc:"the value where none is given"`
}

// A Chart says how an answer is drawn. The zero value is not at all.
type Chart struct {
	Kind string   `json:"kind" doc:"bar, line or histogram; empty for the table alone"`
	X    string   `json:"x,omitempty" doc:"the column along the bottom, or that a histogram counts; empty for the first"`
	Y    []string `json:"y,omitempty" doc:"the columns that are drawn; empty for the first that holds numbers"`
}

// Values are the values of the question's parameters: those given, and else the
// defaults. What the question does not know is kept, for [Bind] to refuse.
func (q Question) Values(given map[string]any) map[string]any {
	values := make(map[string]any, len(q.Params))
	for _, p := range q.Params {
		values[p.Name] = ValueOf(p.Default)
	}
	for name, v := range given {
		values[name] = v
	}
	return values
}

// Measures are the ready questions, in the order of their names. They come from the
// files in measures, whose comments are their titles and meanings.
func Measures() []Question {
	names, err := fs.Glob(measureFiles, "measures/*.sql")
	if err != nil {
		panic(err) // the pattern is part of the program
	}
	out := make([]Question, len(names))
	for i, name := range names {
		text, err := measureFiles.ReadFile(name)
		if err == nil {
			out[i], err = parseMeasure(strings.TrimSuffix(path.Base(name), ".sql"), string(text))
		}
		if err != nil {
			panic(err) // the files are part of the program, and TestMeasures reads them
		}
	}
	return out
}

// parseMeasure reads the one form that the files have: a comment line with the title,
// one with the meaning, one with the chart as "kind x y...", then the statement.
func parseMeasure(name, text string) (Question, error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) != 4 || !strings.HasPrefix(lines[2], "-- Chart: ") {
		return Question{}, fmt.Errorf("measure %s: it lacks its title, its meaning or its chart", name)
	}
	chart := strings.Fields(strings.TrimPrefix(lines[2], "-- Chart: "))
	q := Question{
		Name: name, Title: strings.TrimPrefix(lines[0], "-- "), About: strings.TrimPrefix(lines[1], "-- "),
		SQL: strings.TrimSpace(lines[3]), Chart: Chart{Kind: chart[0], X: chart[1], Y: slices.Clone(chart[2:])}, Ready: true,
	}
	for _, p := range ParamsOf(q.SQL) {
		q.Params = append(q.Params, Param{Name: p})
	}
	return q, nil
}
