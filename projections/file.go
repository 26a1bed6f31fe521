package projections

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// A DamageError says that the file is no longer what was written.
type DamageError struct{ Reason string }

func (e *DamageError) Error() string { return "the tables are damaged: " + e.Reason }

// IsDamage says whether an error means that a file is damaged.
func IsDamage(err error) bool {
	var damage *DamageError
	var sqlErr *sqlite.Error
	if errors.As(err, &sqlErr) {
		code := sqlErr.Code() & 0xff
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return errors.As(err, &damage)
}

// unreadable makes damage of an error of reading the tables that is none of SQLite's:
// they hold what no fold has written.
func unreadable(err error) error {
	var damage *DamageError
	if err == nil || breakdown(err) || errors.As(err, &damage) {
		return err
	}
	return &DamageError{Reason: err.Error()}
}

// A mark is left beside the file by a clean stop: what the file was then.
type mark struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
}

func markPath(path string) string { return path + ".stopped" }

// leaveMark says that the file is whole. Where another process still has it open,
// it is not this one's to say.
func leaveMark(path string) error {
	if size(path+"-wal") > 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	text, err := json.Marshal(mark{Size: info.Size(), Modified: info.ModTime()})
	if err != nil {
		return err
	}
	return os.WriteFile(markPath(path), text, 0o644)
}

// takeMark reads the mark and removes it: from here on the stop is to be clean anew.
func takeMark(path string) (m mark, ok bool, err error) {
	text, err := os.ReadFile(markPath(path))
	if errors.Is(err, os.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	ok = json.Unmarshal(text, &m) == nil
	return m, ok, os.Remove(markPath(path))
}

// size is a file's length in bytes; -1 where there is none.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// A finding is what a look at the file from outside tells.
type finding struct {
	damage  string // why it can't be used; "" where nothing speaks against it
	unclean bool   // it was not closed by the one who wrote it last, or was changed since
}

// inspect looks a file over without opening it.
func inspect(path string) (finding, error) {
	m, marked, err := takeMark(path)
	if err != nil {
		return finding{}, err
	}
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		if size(path+"-wal") > 0 || marked {
			return finding{damage: "the file is gone"}, nil
		}
		return finding{}, nil
	}
	if err != nil {
		return finding{}, err
	}
	wal := size(path + "-wal")
	if info.Size() == 0 && wal <= 0 && !marked {
		return finding{}, nil
	}
	page, pages, err := header(path)
	if err != nil {
		return finding{damage: err.Error()}, nil
	}
	switch {
	case info.Size()%page != 0:
		return finding{damage: fmt.Sprintf("it has %d bytes, no multiple of its page of %d", info.Size(), page)}, nil
	case wal <= 0 && pages*page > info.Size():
		return finding{damage: fmt.Sprintf("it has %d bytes, of %d pages of %d", info.Size(), pages, page)}, nil
	case marked && info.Size() < m.Size:
		return finding{damage: fmt.Sprintf("it has %d bytes, and had %d when it was closed", info.Size(), m.Size)}, nil
	case !marked && wal < 0:
		return finding{damage: "its write-ahead log is gone"}, nil
	}
	clean := marked && wal <= 0 && info.Size() == m.Size && info.ModTime().Equal(m.Modified)
	return finding{unclean: !clean}, nil
}

// header reads the page size, in bytes, and the number of pages from the file's
// first bytes (sqlite.org/fileformat2.html section 1.3).
func header(path string) (page, pages int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	h := make([]byte, 100)
	if _, err := f.ReadAt(h, 0); err != nil {
		return 0, 0, &DamageError{Reason: "it is shorter than its header"}
	}
	if string(h[:16]) != "SQLite format 3\x00" {
		return 0, 0, &DamageError{Reason: "it does not begin as a SQLite file does"}
	}
	page = int64(binary.BigEndian.Uint16(h[16:]))
	if page == 1 {
		page = 65536
	}
	if page < 512 || page&(page-1) != 0 {
		return 0, 0, &DamageError{Reason: fmt.Sprintf("its header tells of pages of %d bytes", page)}
	}
	return page, int64(binary.BigEndian.Uint32(h[28:])), nil
}

// SetAside renames a damaged file and what belongs to it. Nothing may have it open.
func SetAside(path, reason string) (Damage, error) {
	to := ""
	for n := 1; ; n++ {
		to = fmt.Sprintf("%s.damaged-%d", path, n)
		if size(to) < 0 && size(to+"-wal") < 0 {
			break
		}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+suffix, to+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return Damage{}, fmt.Errorf("projections: set aside: %w", err)
		}
	}
	return Damage{File: to, Reason: reason}, nil
}

// setAside sets the tables aside, and tells so. The pools must be closed.
func (s *Store) setAside(reason string) error {
	aside, err := SetAside(s.path, reason)
	if err != nil {
		return err
	}
	s.lg.Error("damaged tables set aside; they are drawn again from the log", "file", filepath.Base(aside.File), "err", reason)
	s.mu.Lock()
	s.state.Damaged = append(s.state.Damaged, aside)
	s.mu.Unlock()
	return nil
}

// startCheck has the whole file checked in the background after an unclean stop.
func (s *Store) startCheck(ctx context.Context, unclean bool) {
	s.mu.Lock()
	s.state.Unverified = unclean
	reader, checked := s.reader, s.checked
	s.mu.Unlock()
	if !unclean {
		close(checked)
		return
	}
	s.lg.Info("tables were not closed cleanly; checking the file")
	s.checks.Go(func() {
		var verdict string
		err := reader.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			verdict = err.Error()
		case verdict == "ok":
			s.mu.Lock()
			s.state.Unverified = false
			s.mu.Unlock()
			close(checked)
			s.lg.Info("file checked, it is whole")
			return
		}
		s.noteDamage(&DamageError{Reason: verdict})
		close(checked)
	})
}

// noteDamage tells Run, and everybody who asks for the state, that the file can't
// be trusted.
func (s *Store) noteDamage(d *DamageError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.damage == nil {
		s.damage = d
		s.state.Unverified = true
		close(s.found)
	}
}

// Verified returns when the file is known to be whole: at once after a clean stop,
// else when the check in the background is done. The error is a [*DamageError], or
// ctx's.
func (s *Store) Verified(ctx context.Context) error {
	s.mu.Lock()
	checked := s.checked
	s.mu.Unlock()
	select {
	case <-checked:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.damage != nil {
		return s.damage
	}
	return nil
}

// heal sets the damaged file aside and begins with an empty one.
func (s *Store) heal(d *DamageError) error {
	s.checks.Wait()
	s.write.Lock()
	defer s.write.Unlock()
	s.closePools()
	if err := s.setAside(d.Reason); err != nil {
		return err
	}
	if err := s.openFile(); err != nil {
		return fmt.Errorf("projections: open anew: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Unverified = false
	close(s.checked)
	return nil
}
