package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

func TestAPlaybookIsCreatedFromADialogAndOpens(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	v.press("n")
	v.is("document.activeElement.id === 'create-title'")
	v.press("Enter")
	v.is("!document.querySelector('#create .dialog-trouble').hidden")
	wants(t, "without a title", v.text("#create .dialog-trouble"), "Say what the playbook is about.")
	v.press("Escape")
	v.is("!document.querySelector('#create').open")
	v.click("#create-open")
	v.into("#create-title", "Quarterly audit")
	v.see("create-written")
	v.press("Enter")
	v.is("document.querySelector('#composer') && document.querySelector('#link-state').dataset.status === 'live'")
	wants(t, "title", v.text("#playbook-title"), "Quarterly audit")
}

func TestSeveralFilesAreImportedAndTheBrokenOneIsTold(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	good, broken, form := t.TempDir()+"/Leaving <b>.md", t.TempDir()+"/broken.json", t.TempDir()+"/address.json"
	write(t, good, "# Leaving\n\n## Last week\n\n- Return the laptop\n  - Wipe it\n")
	write(t, broken, `{"type": "playbook", `)
	write(t, form, `{"display":"form","components":[{"type":"textfield","key":"street","label":"Street","input":true}]}`)
	v.choose("#import-file", good, broken, form)
	v.is("document.querySelectorAll('.import-result:not([data-state=reading])').length === 3")
	v.see("import")
	wants(t, "files", v.texts(".import-name"), []string{"Leaving <b>.md", "broken.json", "address.json"})
	wants(t, "what came of them", get[[]string](v, "Array.from(document.querySelectorAll('.import-result'), (e) => e.dataset.state)"), []string{"whole", "failed", "whole"})
	wants(t, "the one voice", get[bool](v, "document.querySelector('#import [role=status], #import [aria-live]') === null"), true)
	v.is("document.querySelector('#say').textContent === '2 files imported, 1 not. See the report.'")
	v.is("document.querySelectorAll('#playbooks .line').length === 2")
	v.click(".import-open")
	v.is("document.querySelector('.task')")
	wants(t, "tasks", v.texts(".task-title"), []string{"Return the laptop"})
}

func TestAFileThatIsDroppedAnywhereIsImported(t *testing.T) {
	h := bare(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	v.do(chromedp.Evaluate[chromedp.Void](`void (() => {
		const data = new DataTransfer();
		data.items.add(new File(["# Dropped\n\n## One\n\n- Do it\n"], "dropped.md"));
		for (const name of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
	})()`))
	v.is("document.querySelector('#playbooks .line')")
	wants(t, "playbooks", v.texts(".line-title"), []string{"Dropped"})
	v.is("document.querySelector('#search-words').offsetParent !== null")
}

func TestAPlaybookIsRenamedInPlaceByKeyboard(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	v.focus(".line-link")
	v.press("F2")
	v.is("document.activeElement.className === 'line-input'")
	v.see("renaming")
	v.press("Escape")
	wants(t, "after Escape", v.texts(".line-title"), []string{"Onboarding a new colleague"})
	v.is("document.activeElement.matches('.line-link')")
	v.press("F2")
	v.typed(markup)
	v.press("Enter")
	v.is("!document.querySelector('.line-input')")
	wants(t, "title", v.texts(".line-title"), []string{markup})
	v.is("document.activeElement.matches('.line-link')")
	v.open(h.url + "/")
	wants(t, "title after a reload", v.texts(".line-title"), []string{markup})
	wants(t, "scripts that ran", get[bool](v, "'struck' in window"), false)
}

func TestARenameInOneTabAppearsInAnotherWhichKeepsItsFocus(t *testing.T) {
	h := open(t)
	h.playbook("leaving", schemas.PlaybookImported{Title: "Leaving"})
	one, other := visit(t, 1280, 800), visit(t, 1280, 800)
	one.open(h.url + "/")
	other.open(h.url + "/")
	other.focus("[data-key=onboarding] .line-link")
	one.click("[data-key=onboarding] .more")
	one.click("#menu [data-act=rename]")
	one.typed("Arriving")
	one.press("Enter")
	other.is("document.querySelector('[data-key=onboarding] .line-title').textContent.trim() === 'Arriving'")
	wants(t, "order", other.texts(".line-title"), []string{"Arriving", "Leaving"})
	other.is("document.activeElement.matches('[data-key=onboarding] .line-link')")
	wants(t, "what the other tab says aloud", other.text("#say"), "")

	other.press("F2")
	other.typed("Half a ti")
	one.click("#create-open")
	one.into("#create-title", "A third one")
	one.do(chromedp.KeyEvent("\r"))
	other.is("document.querySelectorAll('#playbooks .line').length === 3")
	wants(t, "what is being written", get[string](other, "document.activeElement.value"), "Half a ti")
}

func TestAPlaybookIsArchivedFromTheListAfterAQuestion(t *testing.T) {
	h := open(t)
	h.playbook("leaving", schemas.PlaybookImported{Title: "Leaving"})
	v := visit(t, 1280, 800)
	v.open(h.url + "/?status=draft")
	v.click("[data-key=leaving] .more")
	v.click("#menu [data-act=archive]")
	v.is("document.querySelector('#archive').open")
	wants(t, "which", v.text("#archive .dialog-name"), "Leaving")
	v.see("archive-asked")
	v.click("#archive .dialog-leave")
	v.is("!document.querySelector('#archive').open")
	wants(t, "drafts", len(v.texts("#playbooks .line")), 2)
	v.click("[data-key=leaving] .more")
	v.click("#menu [data-act=archive]")
	v.click("#archive .dialog-go")
	v.is("document.querySelectorAll('#playbooks .line').length === 1")
	v.is("document.activeElement.matches('[data-key=onboarding] .line-link')")
	wants(t, "filters", v.texts("#statuses a"), []string{"All 2", "Drafts 1", "Published 0", "Archived 1"})
}

func TestTheListIsFilteredAsOneTypesAndPaged(t *testing.T) {
	h := open(t)
	for i := range 60 {
		h.playbook(schemas.PlaybookID(fmt.Sprintf("many-%d", i)), schemas.PlaybookImported{Title: fmt.Sprintf("Prüfung ÄRZTE %02d", i)})
	}
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	wants(t, "lines", len(v.texts("#playbooks .line")), 50)
	wants(t, "place", v.text(".pager .muted"), "1–50 of 61")
	v.see("paged")
	v.click(".pager [rel=next]")
	v.is("document.querySelectorAll('#playbooks .line').length === 11")
	v.is("document.querySelector('#link-state').dataset.status === 'live'")
	v.press("/")
	v.is("document.activeElement.id === 'search-words'")
	v.typed("07 ärzte")
	v.is("document.querySelectorAll('#playbooks .line').length === 1")
	wants(t, "found", v.texts(".line-title"), []string{"Prüfung ÄRZTE 07"})
	v.is("decodeURIComponent(location.search) === '?q=07+ärzte'")
	v.is("document.querySelector('#say').textContent === '1 playbook found.'")
	v.typed(" nowhere")
	v.is("document.querySelector('#playbooks .empty')")
	v.see("nothing-found")
	v.press("Escape")
	v.is("document.querySelectorAll('#playbooks .line').length === 50")
	v.is("document.activeElement.id === 'search-words'")
}

func TestTheListTellsWhoIsEditing(t *testing.T) {
	h := open(t)
	v, ann := visit(t, 1280, 800), visit(t, 1280, 800)
	v.open(h.url + "/")
	ann.open(h.door("ann").URL + "/playbooks/onboarding")
	v.is("document.querySelector('.editing')")
	wants(t, "who", get[string](v, "document.querySelector('.editing').innerText.replace(/\\s+/g, ' ').trim()"), "ann is editing")
	v.focus(".line-link")
	v.click(".more")
	v.click("#menu [data-act=rename]")
	v.typed("Mine")
	v.press("Enter")
	v.is("!document.querySelector('.line-trouble').hidden")
	wants(t, "what is still written", get[string](v, "document.activeElement.value"), "Mine")
	v.see("rename-refused")
}
