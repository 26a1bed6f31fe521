package web_test

import (
	"net/url"
	"strings"
	"testing"

	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/web/client"
)

func TestIDsWithAwkwardCharactersNameOneThingEach(t *testing.T) {
	h := open(t, setting{})
	for _, id := range []string{"a.b", "a..b", ".a", "*", ">", "a b", "日本", "a%2Eb", "a/b"} {
		session, err := h.rt.OpenSession(t.Context(), vendor, schemas.UserID(id), schemas.PlaybookID(id), "k "+id)
		h.must(err)
		h.must(h.rt.ImportPlaybook(t.Context(), vendor, "local", schemas.PlaybookID(id), schemas.PlaybookImported{Title: "T " + id}, "k"))
		var tree struct {
			ID    string
			Title string
		}
		h.call("GET", "/v1/playbooks/"+url.PathEscape(id)+"?session="+string(session), nil, &tree)
		if tree.ID != id || tree.Title != "T "+id {
			t.Errorf("%q reads as %+v", id, tree)
		}
		b := h.tab("")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "s", Playbook: schemas.PlaybookID(id), Types: []string{"playbook.imported"}, From: h.log.Epoch() + ".0.0"}))
		b.next("caught_up")
		h.must(b.s.Subscribe(h.context(), client.Subscribe{Ref: "t", Playbook: schemas.PlaybookID(id), Types: []string{"playbook.imported"}, From: h.log.Epoch() + ".0.0"}))
		for f := b.next("event"); ; f = b.next("event") {
			if want := `"source":"` + (schemas.Entity{Vendor: vendor, Kind: schemas.PlaybookBoundary, ID: id}).Source() + `"`; !strings.Contains(string(f.Event), want) {
				t.Errorf("%q: a stream got %s", id, f.Event)
			}
			if f.Ref == "t" {
				break
			}
		}
	}
}

// Every row of the table in authoring.md section 1 comes through the door as it is.
func TestEveryCurrentTaskIDComesThrough(t *testing.T) {
	h := open(t, setting{})
	for _, raw := range []string{
		`null`, `false`, `true`, `{}`, `[]`, `0`, `-0`, `0.0`, `0e5`, `""`, `" "`, `"0"`, `7`, `-1`, `1e3`, `12.0`, `1.2e1`,
		`9007199254740993`, `107505301260286111`, `1e400`, `"NaN"`, `" t1 "`, `"a.b *>"`, `"日本"`,
	} {
		session := h.session()
		ui := `{"current_task_id":` + raw + `,"page":"task"}`
		id := h.ask(session, "What is here?", ui)
		h.ended(id)
		got := h.records(bus.Query{Vendor: vendor, Turn: id, Types: []string{"turn.requested"}})
		if len(got) != 1 {
			t.Fatalf("%s: %d turns were asked for", raw, len(got))
		}
		if have := string(got[0].Event.(schemas.TurnRequested).UIContext.JSON()); have != ui {
			t.Errorf("%s stands in the log as %s", ui, have)
		}
	}
}

func TestALargeContextIsKeptWhole(t *testing.T) {
	log, wakes := embedded(t)
	h := open(t, setting{log: log, wakes: wakes})
	for _, size := range []int{900 << 10, 1 << 20, 1_200_000, 5 << 20} {
		ui := `{"note":"` + strings.Repeat("n", size) + `","page":"task"}`
		id := h.ask(h.session(), "What is here?", ui)
		h.ended(id)
		got := h.records(bus.Query{Vendor: vendor, Turn: id, Types: []string{"turn.requested"}})
		if len(got) != 1 || string(got[0].Event.(schemas.TurnRequested).UIContext.JSON()) != ui {
			t.Errorf("a context of %d bytes is not in the log as it came", size)
		}
	}
}
