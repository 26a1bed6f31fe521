package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turnbook/schemas"
)

// shelved is a house with a library of three modules and a single task.
func shelved(t *testing.T) *house {
	t.Helper()
	h := open(t)
	for _, m := range []schemas.Module{
		{ID: "safety", Title: "Safety", Tasks: []schemas.Task{{ID: "exits", Title: "Show the exits"}, {ID: "drill", Title: "Fire drill"}}},
		{ID: "privacy", Title: "Privacy", Tasks: []schemas.Task{{ID: "data", Title: "What data is"}}},
	} {
		h.library(string(m.ID), schemas.LibraryModuleAdded{Module: m})
	}
	h.library("loose", schemas.LibraryTaskAdded{Task: schemas.Task{ID: "loose", Title: "Return the keys"}})
	return h
}

func (h *house) library(key string, e schemas.Event) {
	h.t.Helper()
	if _, err := h.rt.Record(h.t.Context(), vendor, schemas.LibraryBoundary, schemas.LibraryID, "system", e, key); err != nil {
		h.t.Fatal(err)
	}
}

// inOrder waits until what a selector finds reads as wanted.
func (v *visitor) inOrder(selector, want string) {
	v.t.Helper()
	v.is(`Array.from(document.querySelectorAll("` + selector + `"), (e) => e.textContent.trim()).join(" | ") === "` + want + `"`)
}

const (
	moduleTitles = ".shelf-module > .line-words .line-title"
	safetyTasks  = "[data-module=safety] .line-title"
)

func TestModulesAndTasksOfTheLibraryArePutElsewhereByKeyboard(t *testing.T) {
	h := shelved(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/library")
	wants(t, "modules", v.texts(moduleTitles), []string{"Security basics", "Safety", "Privacy"})
	v.see("library")
	v.focus("[data-id=privacy] > .more")
	v.press("Alt+ArrowUp", "Alt+ArrowUp")
	v.inOrder(moduleTitles, "Privacy | Security basics | Safety")
	v.is("document.querySelector('#say').textContent === 'Privacy is now 1 of 3.'")
	v.is("document.activeElement.matches('[data-id=privacy] > .more')")
	v.press("Alt+ArrowUp")
	v.is("document.querySelector('#say').textContent === 'Privacy is first already.'")

	v.focus("[data-id=exits] .line-link")
	v.press("Alt+ArrowUp") // into the module above
	v.is("document.querySelector('#say').textContent === 'Show the exits is now 2 of 2 in Security basics.'")
	v.is("document.activeElement.matches('[data-id=exits] .line-link')")
	v.open(h.url + "/library")
	v.inOrder(moduleTitles, "Privacy | Security basics | Safety")
	v.inOrder(safetyTasks, "Fire drill")
	v.inOrder("[data-module=security] .line-title", "Enrol in two-factor sign-in | Show the exits")
}

func TestModulesAndTasksOfTheLibraryArePutElsewhereByPointer(t *testing.T) {
	h := shelved(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/library")
	v.drag("[data-id=exits] .grip", "[data-id=drill]", 0.9)
	v.inOrder(safetyTasks, "Fire drill | Show the exits")
	v.is("document.querySelector('#say').textContent === 'Show the exits is now 2 of 2 in Safety.'")
	v.drag("[data-id=privacy] > .grip", "[data-id=security] > .line-words", 0.2)
	v.inOrder(moduleTitles, "Privacy | Security basics | Safety")
	v.is("document.querySelector('#say').textContent === 'Privacy is now 1 of 3.'")
	v.open(h.url + "/library")
	v.inOrder(moduleTitles, "Privacy | Security basics | Safety")
	v.inOrder(safetyTasks, "Fire drill | Show the exits")
}

// What follows a change, such as focus on a new line, waits for the page to show it: an
// event that has the page drawn anew meanwhile must not end the wait.
func TestWhoHasThePageDrawnWaitsForTheLastDrawing(t *testing.T) {
	h := shelved(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/library")
	v.do(chromedp.Evaluate[chromedp.Void](`void import("/assets/page.js").then(async (page) => {
		const first = page.refresh();
		let drawn = false;
		page.refresh().then(() => { drawn = true; });
		await first;
		document.body.dataset.order = String(drawn);
	})`))
	v.is("document.body.dataset.order")
	wants(t, "the last was drawn before the first was done", get[string](v, "document.body.dataset.order"), "true")
}

func TestTheLibraryIsWrittenByHand(t *testing.T) {
	h := shelved(t)
	v, other := visit(t, 1280, 800), visit(t, 1280, 800)
	v.open(h.url + "/library")
	other.open(h.url + "/library")
	v.click(".page-acts [data-add=module]")
	v.typed(markup)
	v.press("Enter")
	v.is("document.querySelectorAll('.shelf-module').length === 4")
	wants(t, "title", v.texts(moduleTitles)[3], markup)
	v.is("document.activeElement.closest('.shelf-module') === document.querySelector('.shelf-module:last-child')")

	v.click("[data-id=privacy] > .more")
	v.click("#menu [data-act=task]")
	wants(t, "where", v.text("#add .dialog-name"), "Privacy")
	v.typed("Sign the statement")
	v.press("Enter")
	v.inOrder("[data-module=privacy] .line-title", "What data is | Sign the statement")

	v.focus("[data-id=loose] .line-link")
	v.press("F2")
	v.typed("Return keys and badge")
	v.press("Enter")
	v.is("!document.querySelector('.line-input')")
	other.is("document.querySelector('[data-id=loose] .line-title').textContent.trim() === 'Return keys and badge'")

	v.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
	v.click("[data-id=security] > .more")
	v.click("#menu [data-act=archive]")
	v.is("document.querySelector('#archive').open")
	wants(t, "what it means", v.text("#archive .dialog-means"), "1 playbook shows it, and will go on showing it as archived. It can’t be linked into others any more. It can be read, and is not changed any more. This can’t be taken back.")
	v.see("library-archive")
	v.click("#archive .dialog-go")
	v.is("document.querySelector('[data-id=security] > .pill-archived')")
	other.is("document.querySelector('[data-id=security] > .pill-archived')")
	wants(t, "what can still be done", get[string](v, "document.querySelector('[data-id=security]').dataset.can"), "")
	wants(t, "scripts that ran", get[bool](v, "'struck' in window"), false)
	v.see("library-written")
}

func TestAModuleIsLinkedIntoADraftFromTheLibrary(t *testing.T) {
	h := shelved(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/library")
	v.click("[data-id=security] > .more")
	v.click("#menu [data-act=link]")
	v.is("document.querySelector('#link-drafts input')")
	v.click("#link .dialog-go")
	v.is("document.querySelector('#link .dialog-trouble').textContent === 'Choose a draft.'")
	v.click("#link-drafts input")
	v.click("#link .dialog-go")
	v.is("document.querySelector('#link .dialog-trouble').textContent.startsWith('It is linked there already.')")
	v.press("Escape")
	v.is("!document.querySelector('#link').open")
	v.click("[data-id=privacy] > .more")
	v.click("#menu [data-act=link]")
	v.is("document.querySelector('#link-drafts input')")
	v.click("#link-drafts input")
	v.click("#link .dialog-go")
	v.is("document.querySelector('#links-privacy')")
	v.click("#links-privacy summary")
	wants(t, "where", v.texts("#links-privacy li .title"), []string{"Onboarding a new colleague"})
	v.see("linked")
	v.open(h.url + "/playbooks/onboarding")
	wants(t, "modules of the draft", v.texts(".module-title"), []string{"Before day one", "First day", "Security basics", "Privacy"})
}

func TestTheLibraryIsSearchedAsOneTypes(t *testing.T) {
	h := shelved(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/library")
	v.press("/")
	v.typed("drill")
	v.inOrder(".shelf .line-title", "Safety | Fire drill")
	v.is("document.querySelector('#say').textContent === '1 thing found.'")
	wants(t, "places among what was found", get[bool](v, "document.querySelector('.grip, [data-can~=up]') === null"), true)
	v.press("Escape")
	v.is("document.querySelectorAll('.shelf-module').length === 3")
}
