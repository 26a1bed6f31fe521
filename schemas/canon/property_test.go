package canon

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// anyJSON draws a value, as tokens: objects with distinct names.
func anyJSON(depth int) *rapid.Generator[any] {
	scalars := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.String().AsAny(),
		rapid.Custom(func(t *rapid.T) any {
			return json.Number(rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "number"))
		}),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	return rapid.OneOf(append(scalars,
		rapid.SliceOfN(anyJSON(depth-1), 0, 5).AsAny(),
		rapid.MapOfN(rapid.StringOf(rapid.SampledFrom([]rune("ab\"\\/~\n\x01é€\ufb33！😀😁"))), anyJSON(depth-1), 0, 5).AsAny(),
	)...)
}

// write spells v in some order, with some blanks, and some escapes.
func write(v any, r *rand.Rand) string {
	blank := func() string { return []string{"", " ", "\n\t"}[r.IntN(3)] }
	switch v := v.(type) {
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, blank()+write(e, r)+blank())
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		var parts []string
		for k, e := range v {
			parts = append(parts, blank()+write(k, r)+blank()+":"+blank()+write(e, r)+blank())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		if r.IntN(2) == 0 {
			return escapeAll(v)
		}
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func escapeAll(s string) string {
	const digits = "0123456789abcdef"
	out := `"`
	for _, u := range utf16.Encode([]rune(s)) {
		out += `\u` + string([]byte{digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15]})
	}
	return out + `"`
}

func TestSpellingAndOrderDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyJSON(3).Draw(t, "value")
		seed := rapid.Uint64().Draw(t, "seed")
		one := write(v, rand.New(rand.NewPCG(seed, 1)))
		two := write(v, rand.New(rand.NewPCG(seed, 2)))
		a, err := JSON([]byte(one))
		if err != nil {
			t.Fatalf("%s: %v", one, err)
		}
		b, err := JSON([]byte(two))
		if err != nil || !bytes.Equal(a, b) {
			t.Fatalf("%s\n%s\n%s\n%s\n%v", one, two, a, b, err)
		}
		if again, err := JSON(a); err != nil || !bytes.Equal(a, again) {
			t.Fatalf("not idempotent: %s, %s, %v", a, again, err)
		}
	})
}

func TestKeysCompareAsUTF16(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringOf(rapid.SampledFrom([]rune("ab\"\\\n\x01\x7fé€\ud7ff\ue000\ufb33！😀😁")))
		a, b := key.Draw(t, "a"), key.Draw(t, "b")
		quoted := func(s string) []byte { q := AppendText(nil, s); return q[1 : len(q)-1] }
		got := compareKeys(quoted(a), quoted(b))
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got < 0 != (want < 0) || got > 0 != (want > 0) {
			t.Errorf("%q against %q: %d, want %d", a, b, got, want)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`{"b":[1.0,-0],"a":"\ud83d\ude00"}`, `{"a":1,"a":2}`, "[[[[", `"\u0000"`, "\"\xff\"", `{"！":0,"😀":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := JSON(text)
		if err != nil {
			_ = err.Error()
			return
		}
		if !json.Valid(text) || !json.Valid(c) {
			t.Errorf("%q passes as JSON, as %q", text, c)
		}
		if again, err := JSON(c); err != nil || !bytes.Equal(c, again) {
			t.Errorf("%q becomes %q, %v", c, again, err)
		}
	})
}

func BenchmarkJSON(b *testing.B) {
	step := []byte(`{"task_id":"42","step_id":"t1.m.5","kind":"FORM","title":"Passport","description":"Number, country and date of expiry, as printed.","place":{"after_id":"t1.m.2"}}`)
	elements := []byte("[" + strings.Repeat(string(step)+",", 999) + string(step) + "]")
	for name, text := range map[string][]byte{"step": step, "thousand": elements} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			var w Writer
			var room []byte
			for b.Loop() {
				room, _ = w.AppendWrapped(room[:0], text)
			}
		})
	}
}
