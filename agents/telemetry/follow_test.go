package telemetry

import (
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"turnbook/schemas"
)

func at0(int) time.Duration { return 0 }

// The teller is stopped after every message, and another one goes on. A stop between the
// delivery and the note of it has a span told again: it is the same one, to the byte.
func TestAStopAtAnyMessageLosesNoSpanAndMakesNoSecondOne(t *testing.T) {
	d, c := newDesk(t), newCollector(t)
	o := Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json")}
	d.telling(o)() // from here on
	for _, h := range readBook(t, "a-card-confirmed") {
		d.write(h)
		stop := d.telling(o)
		c.untilItKnows(t, len(spansOf(d.events())))
		stop()
	}
	spans := once(t, c.until(t, 1))
	if diff := cmp.Diff(sorted(spansOf(d.events())), sorted(told(spans))); diff != "" {
		t.Errorf("-events +spans:\n%s", diff)
	}
	wellMade(t, spans)
}

// once is spans without those that were told again.
func once(t *testing.T, spans []*wire.Span) (all []*wire.Span) {
	t.Helper()
	known := make(map[string]*wire.Span)
	for _, s := range spans {
		before := known[string(s.SpanId)]
		switch {
		case before == nil:
			all = append(all, s)
			known[string(s.SpanId)] = s
		case !proto.Equal(before, s):
			t.Errorf("%s is told again as another one", s.Name)
		}
	}
	return all
}

func TestWhileTheCollectorIsAwayNothingIsLost(t *testing.T) {
	d, c := newDesk(t), newCollector(t)
	c.no = []int{503, 429, 502}
	stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json"), Pause: at0})
	d.write(readBook(t, "a-hand-back-spends-one-hop")...)
	want := spansOf(d.events())
	if diff := cmp.Diff(sorted(want), sorted(told(c.until(t, len(want))))); diff != "" {
		t.Errorf("-events +spans:\n%s", diff)
	}
	stop()
}

func TestACollectorThatRefusesHoldsNothingBack(t *testing.T) {
	d, c := newDesk(t), newCollector(t)
	c.no = slices.Repeat([]int{400}, mostRefusals)
	stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json"), Pause: at0})
	book := readBook(t, "a-hand-back-spends-one-hop")
	first := slices.IndexFunc(book, func(h history) bool { _, ok := h.drafts[0].Event.(schemas.ModelAnswered); return ok })
	d.write(book[:first+1]...)
	refused := sorted(spansOf(d.events()))
	c.untilItTakes(t)
	d.write(book[first+1:]...)
	want := slices.DeleteFunc(sorted(spansOf(d.events())), func(line string) bool { return slices.Contains(refused, line) })
	if diff := cmp.Diff(want, sorted(told(c.until(t, len(want))))); diff != "" {
		t.Errorf("-events +spans:\n%s", diff)
	}
	stop()
}

func TestWhatWasSaidIsToldOnRequestOnly(t *testing.T) {
	const secret = "rename this task"
	for content, want := range map[bool]bool{false: false, true: true} {
		d, c := newDesk(t), newCollector(t)
		stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json"), Content: content})
		d.write(readBook(t, "a-hand-back-spends-one-hop")...)
		c.until(t, len(spansOf(d.events())))
		stop()
		if got := strings.Contains(c.bodies.String(), secret); got != want {
			t.Errorf("with content %v the message stands in the spans: %v", content, got)
		}
	}
}

func TestACommandsTraceparentIsTheTurnsParent(t *testing.T) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	d, c := newDesk(t), newCollector(t)
	stop := d.telling(Options{Address: c.URL, File: filepath.Join(t.TempDir(), "told.json")})
	book := readBook(t, "a-hand-back-spends-one-hop")
	for _, h := range book {
		if _, ok := h.drafts[0].Event.(schemas.TurnRequested); ok {
			h.drafts[0].TraceParent = parent
		}
	}
	d.write(book...)
	for _, s := range c.until(t, len(spansOf(d.events()))) {
		if got := hex.EncodeToString(s.TraceId); got != "0af7651916cd43dd8448eb211c80319c" {
			t.Errorf("%s is of trace %s", s.Name, got)
		}
		if root := strings.HasPrefix(s.Name, opWorkflow); root != (hex.EncodeToString(s.ParentSpanId) == "b7ad6b7169203331") {
			t.Errorf("%s has the parent %x", s.Name, s.ParentSpanId)
		}
	}
	stop()
}

func TestWhatIsNoTraceparentIsNoParent(t *testing.T) {
	for text, want := range map[string]bool{
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01":       true,
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00":       true,
		"01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later": false,
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later": false,
		"00-00000000000000000000000000000000-b7ad6b7169203331-01":       false,
		"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01":       false,
		"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01":       false,
		"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01":       false,
		"00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01":       false,
		"": false,
	} {
		if got := parentOf(text).IsValid(); got != want {
			t.Errorf("%q is a parent: %v, want %v", text, got, want)
		}
	}
}
