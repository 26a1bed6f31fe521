package projections

import (
	"fmt"
	"strings"
)

// tablesHead stands before the tables in docs/tables.md.
const tablesHead = "# The tables\n" + `
What the book says, drawn as SQLite tables. They are a documented interface: ask them on the desk
(` + "`/desk`" + `), with ` + "`turnbook query`" + `, over ` + "`POST /v1/query`" + `, or open the file itself. This page is made from
the files that declare the tables (` + "`projections/*.sql`" + `) and checked by a test.

## Opening the file while the service runs

The file is ` + "`turnbook.db`" + ` in the data folder. It is in WAL mode: readers and the one writer don't wait for each
other, and whoever reads in one transaction sees the tables as of one position. Open it read-only:

` + "```sh" + `
sqlite3 'file:data/turnbook.db?mode=ro' "SELECT id, status FROM turns"
` + "```" + `

` + "```sql" + `
-- DuckDB
INSTALL sqlite; LOAD sqlite;
ATTACH 'data/turnbook.db' AS book (TYPE sqlite, READ_ONLY);
SELECT domain, count(*) FROM book.turns GROUP BY domain;
` + "```" + `

- Read ` + "`checkpoints`" + ` in the same transaction: it is the position that the other rows stand for.
- Don't write. A row that no event made is lost at the next rebuild, and ` + "`turnbook check`" + ` tells of it.
- Keep transactions short: while one is open, the write-ahead log (` + "`turnbook.db-wal`" + `) can't shrink.
- Don't copy the file alone, what is new stands in the ` + "`-wal`" + ` beside it. ` + "`sqlite3 'file:data/turnbook.db?mode=ro' \".backup copy.db\"`" + `
  makes a whole copy.
- Stay on the machine: SQLite's WAL mode needs shared memory, and does not work over a network file system.
- A rebuild puts new tables in the place of the old in one step. Prepared statements are prepared anew by themselves.

## How values are written

There are no NULLs: text that is not there is the empty text, a number that is not there is 0. Times are RFC 3339 in
UTC with nine digits of a second, so that they sort as text. Truth is 1 or 0. Positions (` + "`seq`, `idx`" + `) are a message of the
log and an event in it. JSON is text with every digit as it was written. Columns are added, and never change their meaning.
`

// Markdown is the document of the tables: each with what a row is, the events that it
// comes from, its key and its columns.
func Markdown() string {
	var b strings.Builder
	b.WriteString(tablesHead)
	for _, t := range Tables() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\nSource: %s. Key: %s.\n\n| column | type | meaning |\n| --- | --- | --- |\n", t.Name, t.About, t.Source, strings.Join(t.Key, ", "))
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Type, strings.ReplaceAll(c.About, "|", `\|`))
		}
	}
	return b.String()
}
