package offline_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"turnbook/schemas"
	"turnbook/schemas/goldentest"
)

const pageFile = "../../docs/asks.md"

// A page is docs/asks.md: documents, screens, and the rows of its tables.
type page struct {
	text     string
	playbook schemas.PlaybookImported
	library  struct {
		Modules   []schemas.Module   `json:"modules"`
		Templates []schemas.Template `json:"templates"`
	}
	screens map[string]schemas.UIContext
	rows    []row
}

// A row is one ask, and what comes of it.
type row struct {
	line  string // as it stands on the page
	where string
	ask   string
	then  []string // what is done once the turn rests at a card, or ends
	happens
}

// happens are the three cells that the page promises.
type happens struct{ who, calls, comes string }

func readPage(t testing.TB) *page {
	t.Helper()
	raw, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{text: string(raw)}
	for name, into := range map[string]any{"playbook": &p.playbook, "library": &p.library, "screens": &p.screens} {
		m := regexp.MustCompile("(?s)```json " + name + "\n(.*?)```").FindSubmatch(raw)
		if m == nil {
			t.Fatalf("%s has no JSON block %s", pageFile, name)
		}
		if err := json.Unmarshal(m[1], into); err != nil {
			t.Fatalf("%s: block %s: %v", pageFile, name, err)
		}
	}
	_, tables, _ := strings.Cut(p.text, "## The asks")
	for l := range strings.Lines(tables) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l), "| "), " |"), " | ")
		if len(cells) != 5 || cells[0] == "where" || cells[0] == "---" {
			continue
		}
		r := row{line: strings.TrimSpace(l), where: cells[0], happens: happens{cells[2], cells[3], cells[4]}}
		ask, then, _ := strings.Cut(cells[1], " *(then: ")
		r.ask = ask
		if then != "" {
			r.then = strings.Split(strings.TrimSuffix(then, ")*"), "; ")
		}
		p.rows = append(p.rows, r)
	}
	return p
}

// rewritten is the row's line with other promises.
func (r row) rewritten(h happens) string {
	cells := strings.Split(r.line, " | ")
	return strings.Join([]string{cells[0], cells[1], h.who, h.calls, h.comes + " |"}, " | ")
}

// TestEveryAskOfThePageComesToWhatThePageSays runs docs/asks.md, line by line,
// through the engine, and has each turn decided again.
func TestEveryAskOfThePageComesToWhatThePageSays(t *testing.T) {
	p := readPage(t)
	if len(p.rows) < 150 {
		t.Fatalf("%s: %d lines were read; the tables hold more", pageFile, len(p.rows))
	}
	text := p.text
	for _, r := range p.rows {
		t.Run(r.where+": "+r.ask, func(t *testing.T) {
			h := open(t, p)
			h.furnish(r.where)
			got := tell(h.happen(r))
			h.decidedAgain()
			switch {
			case goldentest.Updating():
				text = strings.Replace(text, r.line, r.rewritten(got), 1)
			case got != r.happens:
				t.Errorf("\n got %s\nwant %s", r.rewritten(got), r.line)
			}
		})
	}
	if goldentest.Updating() {
		goldentest.Write(t, pageFile, text)
	}
}

// TestThePageHasEveryRefusalThatAnAskCanMeet holds the page to the list of refusals
// and cards of authoring.md that a person can provoke by hand.
func TestThePageHasEveryRefusalThatAnAskCanMeet(t *testing.T) {
	_, tables, _ := strings.Cut(readPage(t).text, "## The asks")
	for _, want := range []string{
		"refused `NOT_EDITABLE`", "refused `LINKED_MODULE`", "refused `PERSISTED`", "refused `UNKNOWN_STEP`", "refused `INVALID_INDEX`",
		"target `CAPABILITY_OFF`", "target `NO_TARGET`", "target `HYDRATION_FAILED`", "target `UNSUPPORTED_SURFACE`", "target `ARCHIVED`",
		"refused `NOBODY_TO_HAND_TO`", "refused `MODEL_ROWS`", "refused `STALE_CARD`", "told `DECLINED`", "meets `CARD_SETTLED`",
		"confirmed", "declined", "stale", "superseded", "stops `hops_exhausted`", "task-builder → playbook-editor", "drops `not_mounted`", "drops `other_task`",
	} {
		if !strings.Contains(tables, want) {
			t.Errorf("%s: no ask comes to %s", pageFile, want)
		}
	}
}

// TestEveryReplyThatIsOfferedSettlesTheMatter sends each reply that the page's asks
// offer, from the same screen: none is asked back about again.
func TestEveryReplyThatIsOfferedSettlesTheMatter(t *testing.T) {
	p := readPage(t)
	done := map[string]bool{}
	for _, r := range p.rows {
		_, offers, _ := strings.Cut(r.comes, "offers `")
		offers, _, _ = strings.Cut(offers, "` · says")
		for reply := range strings.SplitSeq(offers, "`, `") {
			if reply == "" || done[r.where+reply] {
				continue
			}
			done[r.where+reply] = true
			t.Run(r.where+": "+reply, func(t *testing.T) {
				h := open(t, p)
				h.furnish(r.where)
				got := tell(h.happen(row{where: r.where, ask: reply}))
				for _, again := range []string{"I changed nothing", "I did not understand", "refused", "target"} {
					if strings.Contains(got.comes, again) {
						t.Errorf("it comes to: %s", got.comes)
						break
					}
				}
			})
		}
	}
	if len(done) < 20 {
		t.Errorf("%d replies were tried; the page offers more", len(done))
	}
}
