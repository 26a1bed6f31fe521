package price

import (
	"errors"
	"testing"
	"time"

	"turnbook/schemas"
)

func TestWhatACallCost(t *testing.T) {
	table, err := Parse([]byte(`{"version":"v","currency":"USD","prices":[
		{"model":"a:one","input":"3","cached":"0.30","cache_write":"3.75","output":"15"},
		{"model":"a:one","from":"2026-10-07","input":"1.5","output":"7.5"},
		{"model":"a:two","input":"0.10","output":"0.50"},
		{"model":"a:two","over":100000,"input":"0.50","output":"2.50"},
		{"model":"a:three","input":"1","output":"1"},
		{"model":"a:three","over":10},
		{"model":"a:four","input":"0.0005","output":"0.0005"},
		{"model":"free","input":"0","output":"0"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	before, after := time.Date(2026, 10, 6, 23, 0, 0, 0, time.UTC), time.Date(2026, 10, 7, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		model string
		at    time.Time
		usage schemas.Usage
		want  string // "" for no price
	}{
		"each token has its price":             {"a:one", before, schemas.Usage{Input: 1000, Cached: 200, CacheWrite: 100, Output: 10}, "0.002685"},
		"reasoning is written, and no more":    {"a:one", before, schemas.Usage{Output: 10, Reasoning: 9}, "0.00015"},
		"a price is of its day":                {"a:one", after, schemas.Usage{Input: 1000, Output: 10}, "0.001575"},
		"an absent price is as input":          {"a:one", after, schemas.Usage{Input: 1000, Cached: 1000}, "0.0015"},
		"a dated name is its undated one":      {"a:one-20260101", before, schemas.Usage{Input: 1000}, "0.003"},
		"a dated name in the other form":       {"a:one-2026-01-01", before, schemas.Usage{Input: 1000}, "0.003"},
		"a short prompt":                       {"a:two", before, schemas.Usage{Input: 100000, Output: 1}, "0.0100005"},
		"a long one":                           {"a:two", before, schemas.Usage{Input: 100001, Output: 1}, "0.050003"},
		"a size whose price nobody knows":      {"a:three", before, schemas.Usage{Input: 11}, ""},
		"an unknown model":                     {"b:one", before, schemas.Usage{Input: 11}, ""},
		"another model with a longer name":     {"a:one-turbo", before, schemas.Usage{Input: 11}, ""},
		"nothing is an amount":                 {"free", before, schemas.Usage{Input: 11}, "0"},
		"half a billionth is rounded up, once": {"a:four", before, schemas.Usage{Input: 1, Output: 2}, "0.000000002"},
	} {
		got, ok := table.Cost(c.model, c.at, c.usage)
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%s: %s, %v, want %q", name, got, ok, c.want)
		}
	}
}

func TestWhatIsNoTableIsRefused(t *testing.T) {
	for _, text := range []string{
		`{`, `{"prices":[]}`, `{"version":"v","currency":"USD","pricse":[]}`,
		`{"version":"v","currency":"USD","prices":[{"model":"a","input":3,"output":"1"}]}`,
		`{"version":"v","currency":"USD","prices":[{"model":"a","input":"3.1234567","output":"1"}]}`,
		`{"version":"v","currency":"USD","prices":[{"model":"a","input":"-3","output":"1"}]}`,
		`{"version":"v","currency":"USD","prices":[{"model":"a","input":"3"}]}`,
		`{"version":"v","currency":"USD","prices":[{"model":"a","from":"soon","input":"3","output":"1"}]}`,
	} {
		_, err := Parse([]byte(text))
		if wrong := (*TableError)(nil); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestTheBuiltInTableCanBeRead(t *testing.T) {
	table := Builtin()
	if cost, ok := table.Cost("offline", time.Time{}, schemas.Usage{Input: 1}); !ok || cost != 0 {
		t.Errorf("the offline model costs %s, %v", cost, ok)
	}
	if len(table.Models()) < 10 {
		t.Errorf("it knows %d models", len(table.Models()))
	}
}
