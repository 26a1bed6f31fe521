package proof

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"turnbook/schemas"
)

//go:embed report.html
var reportHTML string

// page is what the report shows. Everything in it is text, which the template escapes.
type page struct {
	Vendor       schemas.VendorID
	Turn         schemas.TurnID
	Key          string
	Asked, Ended []said
	Decisions    []decided
	Events       []shown
	Chains       []chained
	Anchors      []anchored
	Rules        []rule
	Agents       []string
}

type (
	said    struct{ Who, At, Text string }
	decided struct {
		Event  string
		Ladder schemas.Ladder
	}
	shown   struct{ Place, At, Boundary, Type, ID, Who, Data string }
	chained struct {
		Boundary    string
		Own, Others int
		Hash        string
	}
	anchored struct {
		ID, At string
		Seq    uint64
		Hash   string
	}
)

// addReport draws the evidence as one page without a script and without anything from
// elsewhere.
func addReport(e Evidence, files map[string][]byte) error {
	t, err := template.New(fileReport).Parse(reportHTML)
	if err != nil {
		return err
	}
	p := page{Vendor: e.Vendor, Turn: e.Turn, Key: e.Key, Rules: rulesOf(e.Own), Agents: slices.Sorted(maps.Keys(e.Agents))}
	for _, r := range e.Own {
		p.add(r)
	}
	p.chain(e)
	for _, r := range e.Audit {
		if a, ok := r.Event.(schemas.HeadAnchored); ok {
			p.Anchors = append(p.Anchors, anchored{r.Draft.ID, clock(a.At), a.Seq, r.Hash})
		}
	}
	var out bytes.Buffer
	if err := t.Execute(&out, p); err != nil {
		return err
	}
	files[fileReport] = out.Bytes()
	return nil
}

func clock(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000000") }

func (p *page) add(r schemas.Record) {
	switch f := r.Event.(type) {
	case schemas.TurnRequested:
		p.Asked = append(p.Asked, said{visible(r.Actor), clock(r.Time), visible(f.Text)})
	case schemas.TurnEnded:
		p.Ended = append(p.Ended, said{visible(r.Actor), clock(r.Time), visible(strings.TrimSpace(fmt.Sprintf("%s. %s", f.Status, f.Closing)))})
	}
	if l, ok := ladderOf(r); ok {
		p.Decisions = append(p.Decisions, decided{r.Draft.ID, l})
	}
	p.Events = append(p.Events, shown{
		Place: fmt.Sprintf("%d.%d", r.Seq, r.Index), At: clock(r.Time), Boundary: visible(r.Entity.String()),
		Type: r.Type, ID: visible(r.Draft.ID), Who: visible(r.Actor), Data: dataText(r),
	})
}

// dataText is an event's data with a member a line.
func dataText(r schemas.Record) string {
	raw, err := json.Marshal(r.Event)
	var out bytes.Buffer
	if err == nil {
		err = json.Indent(&out, raw, "", "  ")
	}
	if err != nil || r.Event == nil {
		return visible(string(r.Stored))
	}
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(out.String())
	return visible(plain)
}

// visible shows what changes the reading direction, or nothing at all, by its number.
func visible(s string) string {
	var out strings.Builder
	for _, r := range s {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			fmt.Fprintf(&out, "[%U]", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

func (p *page) chain(e Evidence) {
	own := make(map[schemas.Position]bool)
	for _, r := range e.Own {
		own[r.Position] = true
	}
	at := make(map[schemas.Entity]int)
	for _, r := range e.Chain {
		i, known := at[r.Entity]
		if !known {
			i = len(p.Chains)
			at[r.Entity] = i
			p.Chains = append(p.Chains, chained{Boundary: visible(r.Entity.String())})
		}
		c := &p.Chains[i]
		c.Hash = r.Hash
		if own[r.Position] {
			c.Own++
		} else {
			c.Others++
		}
	}
}
