package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// rest stands for anything in a page: as a value, as the name of a member (there may be
// more), as an item of a list (there may be more).
const rest = "…"

// placeholders are words that stand for what an answer gave.
var placeholders = regexp.MustCompile(`\b(PLAYBOOK_ID|TASK|STEP|SESSION|TURN|CARD|FINGERPRINT|CURSOR|NEXT)\b`)

// filled is a text with what its placeholders stand for.
func (p *page) filled(text string) string {
	return placeholders.ReplaceAllStringFunc(text, func(name string) string {
		if value, known := p.names[name]; known {
			return value
		}
		return name
	})
}

// request reads a curl command. Its flags are those that the pages use.
func (p *page) request(words []string) (*http.Request, error) {
	method, address, body, header := "GET", "", "", http.Header{}
	if len(words) == 0 || words[0] != "curl" {
		return nil, fmt.Errorf("no curl command: %q", words)
	}
	for i := 1; i < len(words); i++ {
		switch w := words[i]; w {
		case "-s", "-sN":
		case "-X":
			i++
			method = words[i]
		case "-d", "--data-binary":
			i++
			body = p.filled(words[i])
			if method == "GET" {
				method = "POST"
			}
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			header.Set(name, value)
		default:
			address = strings.Replace(p.filled(w), readme, p.front, 1)
		}
	}
	req, err := http.NewRequestWithContext(p.h.t.Context(), method, address, strings.NewReader(body))
	if err == nil {
		req.Header = header
	}
	return req, err
}

// shellWords are the words of the command that a text begins with, quotes taken off,
// and what follows its line.
func shellWords(text string) (words []string, rest string) {
	var word strings.Builder
	quote, within := rune(0), false
	for i, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, within = r, true
		case r == ' ' || r == '\n':
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
			if r == '\n' {
				return words, text[i+1:]
			}
		default:
			within = true
			word.WriteRune(r)
		}
	}
	if within {
		words = append(words, word.String())
	}
	return words, ""
}

// matches compares JSON with what a page shows of it, and takes in what its
// placeholders stand for.
func (p *page) matches(got, want string) error {
	var g, w any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		return fmt.Errorf("the page shows no JSON: %w", err)
	}
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	return p.match("", g, w)
}

func (p *page) match(at string, got, want any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is no object", at)
		}
		return p.matchObject(at, g, w)
	case []any:
		g, ok := got.([]any)
		if !ok {
			return fmt.Errorf("%s is no list", at)
		}
		return p.matchList(at, g, w)
	case string:
		if w == rest {
			return nil
		}
		if _, known := p.names[w]; !known && placeholders.FindString(w) == w {
			p.names[w], _ = got.(string)
		}
		want = p.filled(w)
	}
	if got != want {
		return fmt.Errorf("%s is %v, not %v", at, got, want)
	}
	return nil
}

func (p *page) matchObject(at string, got, want map[string]any) error {
	_, more := want[rest]
	for name := range got {
		if _, shown := want[name]; !shown && !more {
			return fmt.Errorf("%s.%s is not on the page", at, name)
		}
	}
	for name, w := range want {
		g, there := got[name]
		if name == rest {
			continue
		}
		if !there {
			return fmt.Errorf("%s.%s is not in the answer", at, name)
		}
		if err := p.match(at+"."+name, g, w); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) matchList(at string, got, want []any) error {
	if n := len(want); n > 0 && want[n-1] == any(rest) {
		want = want[:n-1]
		got = slices.Clip(got[:min(len(got), len(want))])
	}
	if len(got) != len(want) {
		return fmt.Errorf("%s has %d items, not %d", at, len(got), len(want))
	}
	for i := range want {
		if err := p.match(fmt.Sprintf("%s[%d]", at, i), got[i], want[i]); err != nil {
			return err
		}
	}
	return nil
}

// lines reads a stream line by line.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) *lines { return &lines{bufio.NewReader(r)} }

func (l *lines) next() (string, error) {
	line, err := l.r.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}
