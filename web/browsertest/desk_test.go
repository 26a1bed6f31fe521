package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

// statement puts a text into the desk, in the place of what stands there.
func (v *visitor) statement(text string) {
	v.t.Helper()
	get[string](v, "document.querySelector('#sql').value = ''")
	v.into("#sql", text)
}

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"

func TestTheDeskAsksAtTheKeyboardAndStops(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	v.read(h.url + "/desk")
	v.statement("SELECT id, :n AS n FROM playbooks")
	v.press("Control+Enter")
	v.is("document.querySelector('#answer .notice.bad')?.textContent.includes('give a value for :n')")
	v.into("[name='p.n']", "9007199254740993")
	v.click("#ask-it")
	v.is("document.querySelector('#answer td.number')?.textContent.trim() === '9007199254740993'")
	wants(t, "what stands in the address", get[string](v, "new URLSearchParams(location.search).get('p.n')"), "9007199254740993")

	v.statement(endless)
	v.click(".desk-more > summary")
	v.into("[name=seconds]", "120")
	v.click("#ask-it")
	v.is("!document.querySelector('#stop-it').hidden")
	for h.store.DB().Stats().InUse == 0 {
		v.is("true")
	}
	v.click("#stop-it")
	v.is("document.querySelector('#stop-it').hidden && document.querySelector('#say').textContent === 'Stopped.'")
	for h.store.DB().Stats().InUse > 0 { // it has two minutes, unless leaving stops it
		v.is("true")
	}
}

func TestTheDeskFollowsTheBookAndLeavesWhatIsBeingWritten(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	v.open(h.url + "/desk?live=1&sql=SELECT+count(*)+AS+n+FROM+playbooks")
	was := v.text("#answer td")
	v.into("#sql", "/* being written */ ")
	h.playbook("one-more", schemas.PlaybookImported{Title: "One more"})
	v.is("document.querySelector('#answer td').textContent.trim() !== '" + was + "'")
	wants(t, "the statement", get[string](v, "document.querySelector('#sql').value"), "/* being written */ SELECT count(*) AS n FROM playbooks")
}

func TestAQuestionIsSavedUnderAnAddressAndForgotten(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	v.read(h.url + "/desk")
	v.statement("SELECT title FROM playbooks WHERE id = :id")
	v.into("#keep [name=name]", "mine")
	v.into("#keep [name=title]", markup)
	v.click("#keep button")
	v.is("location.search === '?saved=mine' && document.querySelector('#question h2')")
	wants(t, "its title", v.text("#question h2"), markup)
	v.click(".desk-table > summary")
	v.click(".desk-table[open] .desk-name")
	wants(t, "the statement with a column put in", get[bool](v, "document.querySelector('#sql').value.length > 'SELECT title FROM playbooks WHERE id = :id'.length"), true)
	v.do(chromedp.Evaluate[chromedp.Void]("window.confirm = () => true; undefined"))
	v.click(".desk-forget")
	v.is("!document.querySelector('.desk-forget')")
	wants(t, "scripts that ran", get[bool](v, "'struck' in window"), false)
}

func TestTheDeskIsForEverybody(t *testing.T) {
	h := open(t)
	source := axe(t)
	for _, width := range []int64{1280, 400} {
		v := visit(t, width, 900)
		v.read(h.url + "/desk?chart=bar&sql=SELECT+type,+count(*)+AS+n,+min(seq)+AS+first+FROM+events+GROUP+BY+type")
		v.is("document.querySelector('#answer svg.chart')")
		v.accessible(source, map[int64]string{1280: "the desk", 400: "the desk on a phone"}[width])
	}
}
