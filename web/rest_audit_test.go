package web_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/bus/jetstream/jetstreamtest"
	"turnbook/schemas/proof"
	"turnbook/web"
)

func TestABookThatHoldsIsVerifiedAndTheOperationsPageSaysSo(t *testing.T) {
	h := open(t, setting{})
	if _, _, page := h.raw("GET", "/operations", ""); !strings.Contains(page, "Nothing was verified since this server started.") {
		t.Error("the page says more than it knows")
	}
	_, _, before := h.raw("GET", "/v1/verify/progress", "")
	same(t, "progress before", before, `{"running":false,"done":0,"head":0}`)
	var got proof.Report
	h.call("GET", "/v1/verify", nil, &got)
	if want := (proof.Report{Holds: true, Head: 3, Boundaries: 3, Events: 3, Findings: []proof.Finding{}}); !cmp.Equal(want, got) {
		t.Errorf("report (-want +got):\n%s", cmp.Diff(want, got))
	}
	_, _, after := h.raw("GET", "/v1/verify/progress", "")
	same(t, "progress after", after, `{"running":false,"done":3,"head":3}`)
	_, _, page := h.raw("GET", "/operations", "")
	for _, want := range []string{"<dt>Verified up to</dt><dd><bdi dir=\"auto\">3</bdi>", "<dt>It holds</dt><dd><bdi dir=\"auto\">yes</bdi>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestAnAlteredBookIsAProblemWithItsFindings(t *testing.T) {
	store, _ := embeddedIn(t, t.TempDir())
	h := open(t, setting{log: store, wakes: store})
	messages := jetstreamtest.Messages(t, store)
	for i := range messages {
		messages[i].Data = bytes.Replace(messages[i].Data, []byte("Set up the laptop"), []byte("Set up the palace"), 1)
	}
	altered := h.restartOver(jetstreamtest.Copy(t, t.TempDir(), messages))
	defer altered.stop()
	res, err := http.Get(altered.URL + "/v1/verify")
	h.must(err)
	defer res.Body.Close()
	var got web.Problem
	h.must(json.NewDecoder(res.Body).Decode(&got))
	want := web.Problem{
		Status: 409, Title: "Conflict", Code: web.CodeAltered,
		Detail:   "the book is not what was written, in 1 place; the first: " + got.Findings[0].String(),
		Findings: []proof.Finding{{Kind: proof.Edit, Vendor: vendor, Boundary: "playbook/p1", Seq: 3, Event: "import/0", Type: "playbook.imported"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(proof.Finding{}, "Why")); diff != "" || res.StatusCode != 409 {
		t.Errorf("status %d (-want +got):\n%s", res.StatusCode, diff)
	}
	page, err := http.Get(altered.URL + "/operations")
	h.must(err)
	defer page.Body.Close()
	var text bytes.Buffer
	_, err = text.ReadFrom(page.Body)
	h.must(err)
	if !strings.Contains(text.String(), "The book is not what was written.") || !strings.Contains(text.String(), "import/0") {
		t.Error("the operations page does not say what was found")
	}
}
