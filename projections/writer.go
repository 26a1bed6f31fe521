package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// A writer writes rows through prepared statements of one connection. Statements
// name tables in brackets, as in [turns]; a writer with a prefix writes the tables
// of that prefix instead.
type writer struct {
	conn   *sql.Conn
	prefix string
	schema *schema
	stmts  map[string]*sql.Stmt
	puts   map[string]*put
}

// A put writes whole rows of one table.
type put struct {
	stmt *sql.Stmt
	args []any
}

func newWriter(conn *sql.Conn, s *schema, prefix string) *writer {
	return &writer{conn: conn, prefix: prefix, schema: s, stmts: make(map[string]*sql.Stmt), puts: make(map[string]*put)}
}

// stmt prepares a query once. Statements run under no context of the caller: one that
// can be cancelled costs a goroutine each, and a transaction is short.
func (w *writer) stmt(query string) (*sql.Stmt, error) {
	if s, ok := w.stmts[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(context.Background(), strings.ReplaceAll(query, "[", "["+w.prefix))
	if err != nil {
		return nil, fmt.Errorf("prepare %s: %w", query, err)
	}
	w.stmts[query] = s
	return s, nil
}

// exec runs a statement and says how many rows it changed.
func (w *writer) exec(query string, args ...any) (int64, error) {
	s, err := w.stmt(query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// put writes a row, in place of one with the same primary key if there is any.
func (w *writer) put(table string, r row) error {
	p, ok := w.puts[table]
	if !ok {
		n := len(r.fields())
		query := "INSERT OR REPLACE INTO [" + table + "] VALUES (?" + strings.Repeat(",?", n-1) + ")"
		s, err := w.stmt(query)
		if err != nil {
			return err
		}
		p = &put{stmt: s, args: make([]any, n)}
		w.puts[table] = p
	}
	for i, f := range r.fields() {
		p.args[i] = valueOf(f)
	}
	_, err := p.stmt.ExecContext(context.Background(), p.args...)
	return err
}

// find reads the one row that a query asks for.
func (w *writer) find(into row, query string, args ...any) (bool, error) {
	s, err := w.stmt(query)
	if err != nil {
		return false, err
	}
	err = s.QueryRowContext(context.Background(), args...).Scan(into.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// all reads the rows that a query asks for.
func all[R any, P rowOf[R]](w *writer, query string, args ...any) ([]R, error) {
	s, err := w.stmt(query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(context.Background(), args...)
	if err != nil {
		return nil, err
	}
	return scan[R, P](rows)
}

func scan[R any, P rowOf[R]](rows *sql.Rows) ([]R, error) {
	defer rows.Close()
	var out []R
	for rows.Next() {
		var r R
		if err := rows.Scan(P(&r).fields()...); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

func (w *writer) close() {
	for _, s := range w.stmts {
		s.Close()
	}
	clear(w.stmts)
	clear(w.puts)
}
