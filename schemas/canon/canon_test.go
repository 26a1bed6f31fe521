package canon

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOneMeaningHasOneSpelling(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{` null `, `null`},
		{"\t[ true ,\r\nfalse ]", `[true,false]`},
		{`[]`, `[]`}, {`[ ]`, `[]`}, {`{ }`, `{}`}, {`""`, `""`},
		{`{"b":1,"a":2}`, `{"a":2,"b":1}`},
		{`{"b":{"d":1,"c":[{"f":1,"e":2}]},"a":2}`, `{"a":2,"b":{"c":[{"e":2,"f":1}],"d":1}}`},
		{`{"":1,"a":{"":2}}`, `{"":1,"a":{"":2}}`},
		{`{"ab":1,"a":2,"abc":3}`, `{"a":2,"ab":1,"abc":3}`},
		{`"\u00e9\u002f\/\u0041"`, `"é//A"`},
		{`"\u0008\u0009\u000a\u000c\u000d\u0022\u005c\u0000\u001F\u007f"`, `"\b\t\n\f\r\"\\\u0000\u001f` + "\x7f" + `"`},
		{`"\ud83d\ude00\uD83D\uDE00😀"`, `"😀😀😀"`},
		{`"\u2028<>&"`, "\"\u2028<>&\""},
	} {
		got, err := JSON([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", c.in, got, err, c.want)
		}
	}
}

func TestNumbersKeepTheirDigits(t *testing.T) {
	for _, n := range []string{"0", "-0", "0.0", "0e5", "9007199254740993", "107505301260286111", "12.0", "1.2e1", "1E+2", "1e400", "-1e-400", "0.10"} {
		if got, err := JSON([]byte(" [" + n + " ] ")); err != nil || string(got) != "["+n+"]" {
			t.Errorf("%s: %s, %v", n, got, err)
		}
	}
}

// RFC 8785, section 3.2.3, and the case where UTF-16 and UTF-8 differ: U+1F600 is
// written with a surrogate pair and comes before U+FB33 and U+FF01.
func TestMembersAreOrderedByTheirUTF16Units(t *testing.T) {
	in := `{"！":0,"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"😀":5,"\u0080":6,"\u00f6":7,"\\":8,"[":9,"]":10,"\"":11,"\u0001":12,"😁":13,"a\n":14,"a":15}`
	want := `{"\u0001":12,"\r":2,"\"":11,"1":4,"[":9,"\\":8,"]":10,"a":15,"a\n":14,"` + "\u0080" + `":6,"ö":7,"€":1,"😀":5,"😁":13,"` + "\ufb33" + `":3,"！":0}`
	got, err := JSON([]byte(in))
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func TestRefusalsTellThePlace(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth)
	for _, c := range []struct {
		in   string
		want Error
	}{
		{``, Error{Offset: 0, Reason: "it ends where a value should stand"}},
		{`{"a":1,"b":2,"a":3}`, Error{Offset: 13, Key: "a", Reason: "stands twice in one object"}},
		{`{"x":[0,{"\u0061":1, "a":2}]}`, Error{Offset: 21, Path: "/x/1", Key: "a", Reason: "stands twice in one object"}},
		{`{"a/b":{"m~n":[1,2,x]}}`, Error{Offset: 19, Path: "/a~1b/m~0n/2", Reason: `'x' can't begin a value`}},
		{`{"é\n":"\ud800"}`, Error{Offset: 9, Path: "/é\n", Reason: `the surrogate \ud800 stands alone`}},
		{`["\udc00\ud800"]`, Error{Offset: 2, Path: "/0", Reason: `the surrogate \udc00 stands alone`}},
		{`["\ud800\u0041"]`, Error{Offset: 2, Path: "/0", Reason: `the surrogate \ud800 stands alone`}},
		{`{"a":1,"\ud800":2}`, Error{Offset: 8, Reason: `the surrogate \ud800 stands alone`}},
		{"[1,\"a\xff\"]", Error{Offset: 5, Path: "/1", Reason: "the text is not UTF-8"}},
		{"[\"\xed\xa0\x80\"]", Error{Offset: 2, Path: "/0", Reason: "the text is not UTF-8"}},
		{"\"a\nb\"", Error{Offset: 2, Reason: "the control character U+000A must be escaped"}},
		{`"a`, Error{Offset: 2, Reason: "the text has no closing quote"}},
		{`"a\`, Error{Offset: 2, Reason: "the text has no closing quote"}},
		{`"\x"`, Error{Offset: 1, Reason: `"\\x" is no escape`}},
		{`"\u12g4"`, Error{Offset: 1, Reason: `\u needs four hexadecimal digits`}},
		{`[1,]`, Error{Offset: 3, Path: "/1", Reason: `']' can't begin a value`}},
		{`[1 2]`, Error{Offset: 3, Path: "/0", Reason: "a comma or ] should stand here"}},
		{`{"a":1,}`, Error{Offset: 7, Reason: "a member's name in quotes should stand here"}},
		{`{"a" 1}`, Error{Offset: 5, Path: "/a", Reason: "a colon should stand here"}},
		{`{"a":1`, Error{Offset: 6, Path: "/a", Reason: "a comma or } should stand here"}},
		{`1 2`, Error{Offset: 2, Reason: "there is text after the value"}},
		{`01`, Error{Offset: 1, Reason: "there is text after the value"}},
		{`-`, Error{Offset: 1, Reason: "a number needs a digit here"}},
		{`1.e1`, Error{Offset: 2, Reason: "a number needs a digit here"}},
		{`1e`, Error{Offset: 2, Reason: "a number needs a digit here"}},
		{`nul`, Error{Offset: 0, Reason: "it should be null"}},
		{`NaN`, Error{Offset: 0, Reason: `'N' can't begin a value`}},
		{"\ufeff{}", Error{Offset: 0, Reason: `'ï' can't begin a value`}},
		{deep + "{", Error{Offset: MaxDepth, Path: strings.Repeat("/0", MaxDepth), Reason: "it nests deeper than 500"}},
	} {
		_, err := JSON([]byte(c.in))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.60s: %v", c.in, err)
			continue
		}
		if diff := cmp.Diff(c.want, *e); diff != "" {
			t.Errorf("%.60s:\n%s", c.in, diff)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, err := JSON(nested(MaxDepth)); err != nil {
		t.Error(err)
	}
	if _, err := JSON(nested(MaxDepth + 1)); err == nil {
		t.Error("one level too deep passes")
	}
	if _, err := AppendWrapped(nil, nested(MaxDepth+wrapping)); err != nil {
		t.Error(err)
	}
	if _, err := JSON(bytes.Repeat([]byte("["), 1<<20)); err == nil {
		t.Error("a million brackets pass")
	}
}

func TestAnErrorReadsWell(t *testing.T) {
	_, err := JSON([]byte(`{"x":[{"a":1,"a":2}]}`))
	if want := `JSON at byte 13, in /x/0: member "a" stands twice in one object`; err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}
