package schemas

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestATokenIsOneSubjectToken(t *testing.T) {
	for id, want := range map[string]string{
		"s7": "s7", "A_b-9": "A_b-9", "": "%", "%": "%25", "a.b": "a%2Eb", "a..b": "a%2E%2Eb", ".": "%2E",
		"acme prod": "acme%20prod", "*": "%2A", ">": "%3E", "a/b": "a%2Fb", "\x00": "%00", "a\nb": "a%0Ab",
		"日本": "%E6%97%A5%E6%9C%AC", "👍": "%F0%9F%91%8D", "\xff": "%FF", "%2E": "%252E",
		strings.Repeat("ä", 100): strings.Repeat("%C3%A4", 100), strings.Repeat("x", 200): strings.Repeat("x", 200),
	} {
		tok := EncodeToken(id)
		if back, err := DecodeToken(tok); tok != want || err != nil || back != id {
			t.Errorf("%q: %s, back %q, %v; want %s", id, tok, back, err, want)
		}
	}
}

func TestTokensAreReversibleAndNeverShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := string(rapid.SliceOf(rapid.Byte()).Draw(t, "id"))
		tok := EncodeToken(id)
		if tok == "" || strings.ContainsAny(tok, ".*> \t\r\n/") {
			t.Fatalf("%q is no token", tok)
		}
		if back, err := DecodeToken(tok); err != nil || back != id {
			t.Fatalf("%q: %q, %v", id, back, err)
		}
		// What decodes at all is what is written for its id: no id has two tokens.
		other := rapid.StringMatching(`[a%0-9A-Fe.]{0,6}`).Draw(t, "token")
		if id, err := DecodeToken(other); err == nil && EncodeToken(id) != other {
			t.Fatalf("%q is another token of %q", other, id)
		}
	})
}

func TestWhatIsNoTokenIsRefused(t *testing.T) {
	for _, tok := range []string{"", "a.b", "%2", "%2e", "%41", "%%", "%G0", "a b", "*", ">", "ä", "a%", "%5F"} {
		_, err := DecodeToken(tok)
		var e *TokenError
		if !errors.As(err, &e) || e.Token != tok || e.Reason == "" {
			t.Errorf("%q: %v", tok, err)
		}
	}
}

func TestSubjectsSurviveTheirText(t *testing.T) {
	for text, s := range map[string]Subject{
		"":                          {},
		"playbook/p1":               {Playbook: "p1"},
		"task/0":                    {Task: "0"},
		"playbook/p1/task/42":       {Playbook: "p1", Task: "42"},
		"playbook/a%2Fb/task/%2Fc":  {Playbook: "a/b", Task: "/c"},
		"playbook/task/task/task":   {Playbook: "task", Task: "task"},
		"playbook/%20/task/%E6%97A": {}, // half a character, then an A
	} {
		got, err := ParseSubject(text)
		if text == "playbook/%20/task/%E6%97A" {
			s = Subject{Playbook: " ", Task: "\xe6\x97A"}
		}
		if err != nil || got != s || s.String() != text {
			t.Errorf("%q: %+v, %v; %s", text, got, err, s)
		}
	}
	for _, text := range []string{"/", "playbook", "playbook/", "playbook//task/1", "playbook/p1/", "playbook/p1/task/", "task/", "task/a/b", "module/1", "playbook/p1/step/2", "task/1/playbook/2", "playbook/%", "task/%"} {
		got, err := ParseSubject(text)
		var e *TokenError
		if !errors.As(err, &e) || got != (Subject{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestSourcesTellBoundariesApart(t *testing.T) {
	for want, e := range map[string]Entity{
		"/acme/session/s7":         session,
		"/a%2Fb/view/v%3E1":        {Vendor: "a/b", Kind: ViewBoundary, ID: "v>1"},
		"/a/library/library":       {Vendor: "a", Kind: LibraryBoundary, ID: LibraryID},
		"/%E6%97%A5/vendor/%2E%2E": {Vendor: "日", Kind: VendorBoundary, ID: ".."},
	} {
		if got := e.Source(); got != want {
			t.Errorf("%+v: %s, want %s", e, got, want)
		}
	}
}
