package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"turnbook/bus"
	"turnbook/schemas"
)

// readme is the address that the pages of docs/ name.
const readme = "127.0.0.1:7777"

// A page is a page of docs/ that is being read out to a server.
type page struct {
	h     *house
	name  string
	front string // host and port of the server
	names map[string]string
}

// blocks are a page's pieces of code in one language.
var blocks = regexp.MustCompile("(?ms)^```(console|js)\n(.*?)^```$")

// The pages' commands are carried out, in their order, and what comes is what the page
// says; then their scripts are, as one module of a page of another origin.
func TestTheDocsDoWhatTheySay(t *testing.T) {
	for _, name := range []string{"subscribe", "context", "cards", "target"} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			text, err := os.ReadFile("../../docs/" + name + ".md")
			if err != nil {
				t.Fatal(err)
			}
			var script strings.Builder
			other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { scripted(w, r, script.String()) }))
			t.Cleanup(other.Close)
			p := &page{h: h, name: name, front: strings.TrimPrefix(h.door("local", other.URL).URL, "http://"), names: make(map[string]string)}
			var said []string
			for _, b := range blocks.FindAllStringSubmatch(string(text), -1) {
				if b[1] == "console" {
					p.console(b[2])
					continue
				}
				code := p.filled(b[2])
				said = append(said, promises(code)...)
				script.WriteString(strings.ReplaceAll(code, readme, p.front))
			}
			p.run(other.URL, said)
		})
	}
}

// scripted serves a page that runs a script and keeps what it prints.
func scripted(w http.ResponseWriter, r *http.Request, script string) {
	if r.URL.Path == "/script.js" {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintln(w, script+"\nwindow.done = true;")
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, `<!doctype html><title>docs</title><script>window.said = [];
console.log = (...all) => said.push(all.map((v) => typeof v === "string" ? v : JSON.stringify(v)).join(" "));</script>
<script type="module" src="/script.js"></script>`)
}

// promises are what a script says that it prints.
func promises(code string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)// → (.*)$`).FindAllStringSubmatch(code, -1) {
		all = append(all, m[1])
	}
	return all
}

func (p *page) run(address string, said []string) {
	if len(said) == 0 {
		return
	}
	v := visit(p.h.t, 800, 600)
	v.do(chromedp.Navigate(address))
	v.is("window.done === true")
	if diff := cmp.Diff(said, get[[]string](v, "said")); diff != "" {
		p.h.t.Errorf("docs/%s.md prints (-page +browser):\n%s", p.name, diff)
	}
}

// console carries out the commands of a block, each followed by what it answers.
func (p *page) console(text string) {
	p.h.t.Helper()
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		words, rest := shellWords(part)
		command, want := strings.TrimSuffix(part[:len(part)-len(rest)], "\n"), strings.TrimSpace(rest)
		if got, err := p.call(words, want); err != nil {
			p.h.t.Fatalf("docs/%s.md: $ %s\n%v\nanswered:\n%s\npage:\n%s", p.name, command, err, got, want)
		}
	}
}

// call carries out one curl and compares its answer.
func (p *page) call(words []string, want string) (string, error) {
	req, err := p.request(words)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if res.Header.Get("Content-Type") == "text/event-stream" {
		return p.stream(res.Body, want)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return "", err
	}
	if err := p.matches(string(body), want); err != nil {
		return string(body), err
	}
	p.settled()
	return string(body), nil
}

// stream compares as many lines as the page shows.
func (p *page) stream(body io.Reader, want string) (string, error) {
	lines := newLines(body)
	var got []string
	for _, w := range strings.Split(want, "\n") {
		line, err := lines.next()
		for err == nil && strings.HasPrefix(line, "retry:") {
			_, _ = lines.next() // and the blank line behind it
			line, err = lines.next()
		}
		got = append(got, line)
		if err == nil {
			err = p.lineMatches(line, w)
		}
		if err != nil {
			return strings.Join(got, "\n"), err
		}
	}
	return "", nil
}

func (p *page) lineMatches(got, want string) error {
	for _, kind := range []string{"id: ", "data: "} {
		g, isGot := strings.CutPrefix(got, kind)
		w, isWanted := strings.CutPrefix(want, kind)
		switch {
		case isGot && isWanted && w == rest:
			return nil
		case isGot && isWanted && kind == "data: ":
			return p.matches(g, w)
		}
	}
	if got != want {
		return fmt.Errorf("%q is not %q", got, want)
	}
	return nil
}

// settled waits until the turn that the page knows has ended, or asks.
func (p *page) settled() {
	turn, known := p.names["TURN"]
	if !known {
		return
	}
	p.h.t.Helper()
	q := bus.Query{Vendor: vendor, Kind: schemas.SessionBoundary, Turn: schemas.TurnID(turn)}
	for batch, err := range p.h.log.Follow(p.h.t.Context(), q) {
		if err != nil {
			p.h.t.Fatal(err)
		}
		for _, r := range batch {
			switch r.Event.(type) {
			case schemas.TurnEnded, schemas.InterruptRaised:
				return
			}
		}
	}
}
