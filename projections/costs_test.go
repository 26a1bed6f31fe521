package projections

import (
	"log/slog"
	"path/filepath"
	"testing"

	"turnbook/schemas/price"
)

// Tables that were drawn with other prices are of another version, and are drawn anew.
func TestOtherPricesAreAnotherVersionOfTheTables(t *testing.T) {
	other, err := price.Parse([]byte(`{"version":"2026-11-30","currency":"EUR","prices":[{"model":"offline","input":"1","output":"1"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tables.db")
	versions := make(map[string]bool)
	for _, o := range []Options{{Path: path}, {Path: path, Prices: price.Builtin()}, {Path: path, Prices: other}} {
		s, err := Open(t.Context(), slog.New(slog.DiscardHandler), o)
		if err != nil {
			t.Fatal(err)
		}
		versions[s.State().Version] = true
		if s.fold != nil != (o.Prices != other) {
			t.Errorf("with prices in %s the tables wait to be drawn: %v", s.Currency(), s.fold == nil)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(versions) != 2 {
		t.Errorf("there are %d versions, want 2", len(versions))
	}
}
