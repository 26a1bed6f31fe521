package exports_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"turnbook/projections"
	"turnbook/projections/exports"
)

// awkward answers with everything that a file may stumble over.
const awkward = `SELECT 1 AS n, 9007199254740993 AS big, 0.5 AS mixed, '=HYPERLINK("http://x";"y")' AS words, x'00ff' AS raw, NULL AS none, 1 AS n
	UNION ALL SELECT 2, 107505301260286111, 7, '@SUM(1)', NULL, NULL, 2
	UNION ALL SELECT -3, -1, 1e400, '+1', x'', NULL, 3
	UNION ALL SELECT NULL, NULL, NULL, char(9) || 'tab', NULL, NULL, 4
	UNION ALL SELECT 5, 5, -2.5, 'say "hi", then' || char(13, 10) || 'a line' || char(10) || 'more', NULL, NULL, 5
	UNION ALL SELECT 6, 6, 2, '  -padded ', NULL, NULL, 6
	UNION ALL SELECT 7, 7, 3, '', NULL, NULL, 7`

func tables(t *testing.T) *projections.Store {
	t.Helper()
	s, err := projections.Open(t.Context(), slog.New(slog.DiscardHandler), projections.Options{Path: filepath.Join(t.TempDir(), "tables.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// written is the file of a query, what was said of it before, and how many rows were told.
func written(t *testing.T, f exports.Format, text string, rows int) (string, exports.Survey, int) {
	t.Helper()
	return writtenFrom(t, tables(t), f, text, rows)
}

func writtenFrom(t *testing.T, s *projections.Store, f exports.Format, text string, rows int) (string, exports.Survey, int) {
	t.Helper()
	var b bytes.Buffer
	told := 0
	q := exports.Query{SQL: text, Limits: projections.Limits{Rows: rows}}
	survey, err := exports.Write(t.Context(), s, q, f, func(exports.Survey) (io.Writer, func(int), error) {
		return &b, func(n int) { told = n }, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), survey, told
}

func TestCSVIsReadBackWholeAndRunsNothingInASpreadsheet(t *testing.T) {
	file, survey, told := written(t, exports.CSV, awkward, 0)
	want := "n,big,mixed,words,raw,none,n_2\r\n" +
		"1,9007199254740993,0.5,\"'=HYPERLINK(\"\"http://x\"\";\"\"y\"\")\",00ff,,1\r\n" +
		"2,107505301260286111,7,'@SUM(1),,,2\r\n" +
		"-3,-1,1e999,'+1,,,3\r\n" +
		",,,'\ttab,,,4\r\n" +
		"5,5,-2.5,\"say \"\"hi\"\", then\r\na line\nmore\",,,5\r\n" +
		"6,6,2,\"'  -padded \",,,6\r\n" +
		"7,7,3,,,,7\r\n"
	if diff := cmp.Diff(want, file); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	records, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(records) != 8 || records[5][3] != "say \"hi\", then\na line\nmore" { // the reader makes one end of lines of both
		t.Errorf("%d records, %v", len(records), err)
	}
	if survey.Rows != 7 || survey.Truncated || told != 7 {
		t.Errorf("%+v, %d told", survey, told)
	}
	alone, _, _ := written(t, exports.CSV, "SELECT '' AS a UNION ALL SELECT 'x'", 0)
	if alone != "a\r\n\"\"\r\nx\r\n" {
		t.Errorf("one empty field a record: %q", alone)
	}
}

func TestJSONLinesKeepTextAsItIsAndEveryDigit(t *testing.T) {
	file, survey, _ := written(t, exports.Lines, awkward, 3)
	want := `{"n":1,"big":9007199254740993,"mixed":0.5,"words":"=HYPERLINK(\"http://x\";\"y\")","raw":"AP8=","none":null,"n_2":1}
{"n":2,"big":107505301260286111,"mixed":7,"words":"@SUM(1)","raw":null,"none":null,"n_2":2}
{"n":-3,"big":-1,"mixed":1e999,"words":"+1","raw":"","none":null,"n_2":3}
`
	if diff := cmp.Diff(want, file); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
	if survey.Rows != 3 || !survey.Truncated {
		t.Errorf("cut at three rows, the survey says %+v", survey)
	}
}

func TestParquetIsReadBackWithItsTypes(t *testing.T) {
	file, _, _ := written(t, exports.Parquet, awkward, 6)
	f, err := parquet.OpenFile(strings.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	schema := `message answer {
	optional int64 n (INT(64,true));
	optional int64 big (INT(64,true));
	optional double mixed;
	optional binary words (STRING);
	optional binary raw;
	optional binary none (STRING);
	optional int64 n_2 (INT(64,true));
}`
	if diff := cmp.Diff(schema, f.Schema().String()); diff != "" {
		t.Errorf("the schema (-want +got):\n%s", diff)
	}
	cut, _ := f.Lookup("turnbook.truncated")
	at, _ := f.Lookup("turnbook.as_of")
	if cut != "true" || at != "0" {
		t.Errorf("truncated is %q, as of %q", cut, at)
	}
	reader := parquet.NewReader(f)
	defer reader.Close()
	rows := make([]parquet.Row, 10)
	n, err := reader.ReadRows(rows)
	if n != 6 || err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%d rows, %v", n, err)
	}
	var got [][]string
	for _, row := range rows[:n] {
		line := make([]string, len(row))
		for i, v := range row {
			line[i] = v.String()
		}
		got = append(got, line)
	}
	want := [][]string{
		{"1", "9007199254740993", "0.5", `=HYPERLINK("http://x";"y")`, "\x00\xff", "<null>", "1"},
		{"2", "107505301260286111", "7", "@SUM(1)", "<null>", "<null>", "2"},
		{"-3", "-1", "+Inf", "+1", "", "<null>", "3"},
		{"<null>", "<null>", "<null>", "\ttab", "<null>", "<null>", "4"},
		{"5", "5", "-2.5", "say \"hi\", then\r\na line\nmore", "<null>", "<null>", "5"},
		{"6", "6", "2", "  -padded ", "<null>", "<null>", "6"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the rows (-want +got):\n%s", diff)
	}
}

func TestManyRowsAreWrittenInGroups(t *testing.T) {
	file, survey, told := written(t, exports.Parquet, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000) SELECT i, 'row ' || i AS name FROM n", 30_000)
	type line struct {
		I    int64  `parquet:"i,optional"`
		Name string `parquet:"name,optional"`
	}
	rows, err := parquet.Read[line](strings.NewReader(file), int64(len(file)))
	if err != nil || len(rows) != 25_000 || rows[24_999] != (line{25_000, "row 25000"}) || survey.Rows != 25_000 || told != 25_000 {
		t.Errorf("%d rows, %v, %+v, %d told", len(rows), err, survey.End, told)
	}
	f, err := parquet.OpenFile(strings.NewReader(file), int64(len(file)))
	if err != nil || len(f.RowGroups()) != 3 {
		t.Errorf("%d groups, %v", len(f.RowGroups()), err)
	}
}

func TestNumbersThatNoFloatHoldsBesideFractionsAreTextInParquet(t *testing.T) {
	file, _, _ := written(t, exports.Parquet, "SELECT 9007199254740993 AS v UNION ALL SELECT 0.5", 0)
	type line struct {
		V string `parquet:"v,optional"`
	}
	rows, err := parquet.Read[line](strings.NewReader(file), int64(len(file)))
	if diff := cmp.Diff([]line{{"9007199254740993"}, {"0.5"}}, rows); diff != "" || err != nil {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
}

func TestWhatFailsBeforeTheFirstByteOpensNoFile(t *testing.T) {
	never := func(exports.Survey) (io.Writer, func(int), error) {
		t.Error("the file was opened")
		return io.Discard, nil, nil
	}
	var refused *projections.QueryError
	_, err := exports.Write(t.Context(), tables(t), exports.Query{SQL: "SELECT nothing FROM turns"}, exports.CSV, never)
	if !errors.As(err, &refused) {
		t.Errorf("SQL that is wrong: %v", err)
	}
	var none *exports.NoTurnsError
	if _, err = exports.Write(t.Context(), tables(t), exports.Query{SQL: "SELECT id FROM turns"}, exports.Spans, never); !errors.As(err, &none) {
		t.Errorf("spans without turns: %v", err)
	}
	full := errors.New("the disk is full")
	_, err = exports.Write(t.Context(), tables(t), exports.Query{SQL: "SELECT 1"}, exports.Lines, func(exports.Survey) (io.Writer, func(int), error) { return nil, nil, full })
	if !errors.Is(err, full) {
		t.Errorf("a file that can't be opened: %v", err)
	}
}
