package browsertest

import (
	"strings"
	"testing"

	"turnbook/schemas"
)

// Titles that want to be markup, or to turn what stands around them.
const (
	markup  = `</script><img src=x onerror="window.struck=1"><b>bold</b> 'q' "q"`
	turning = "\u202eevil\u202c مرحبا 👩‍👩‍👧"
)

func TestHostileTitlesAreTextEverywhere(t *testing.T) {
	h := open(t)
	h.playbook("hostile", schemas.PlaybookImported{
		Title: markup, Description: markup,
		Modules: []schemas.Module{{ID: "m<1>", Title: markup, Tasks: []schemas.Task{
			{ID: `t"1`, Title: markup, Description: turning, Steps: []schemas.Step{
				{ID: "s'1", Kind: schemas.Decision, Title: markup, Branches: []schemas.Branch{{Name: `<i>"yes"`}}},
			}},
			{ID: "t2", Title: strings.Repeat("a very long title ", 12_000)},
		}}},
	})
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	wants(t, "titles", v.texts(".line-title")[0], markup)
	v.open(h.url + "/playbooks/hostile")
	wants(t, "title", v.texts("#playbook-title")[0], markup)
	v.see("hostile")
	v.click(".task-open")
	v.is("!document.querySelector('#builder').hidden")
	wants(t, "builder", v.texts("#builder-title")[0], markup)
	v.ask("add a step called '" + markup[:60] + "'")
	v.is("document.querySelector('.talk[data-status=completed]')")
	v.see("hostile-builder")
	wants(t, "what was asked", strings.Contains(v.texts(".asked")[0], `<img src=x onerror=`), true)
	v.click(".why")
	v.is("document.querySelector('.ladders li')")
	v.open(h.url + "/sessions")
	wants(t, "session", v.texts(".session h2")[0], markup)
	wants(t, "scripts that ran", get[bool](v, "'struck' in window"), false)
	wants(t, "images made of titles", get[int](v, "document.querySelectorAll('img[src=x], bdi b').length"), 0)
}

func TestHostileTitlesAreTextInLibraryTaskPageAndDialogs(t *testing.T) {
	h := open(t)
	_, err := h.rt.Record(t.Context(), vendor, schemas.LibraryBoundary, schemas.LibraryID, "system", schemas.LibraryModuleAdded{Module: schemas.Module{
		ID: "m<2>", Title: markup, Tasks: []schemas.Task{{ID: `t"9`, Title: markup, Description: turning, Steps: []schemas.Step{
			{ID: "s'9", Kind: schemas.Decision, Title: markup, Branches: []schemas.Branch{{Name: `<i>"yes"`}}},
		}}},
	}}, "hostile")
	if err != nil {
		t.Fatal(err)
	}
	h.playbook("hostile", schemas.PlaybookImported{Title: markup, Description: markup})
	for _, size := range [][2]int64{{1280, 800}, {400, 850}} {
		v := visit(t, size[0], size[1])
		v.open(h.url + "/library")
		wants(t, "module", v.texts("[data-id='m<2>'] .title")[0], markup)
		v.click("[data-id='m<2>'] > .more")
		v.click("#menu [data-act=link]")
		wants(t, "linking", v.text("#link .dialog-name"), markup)
		wants(t, "width of the library", get[int](v, "document.documentElement.scrollWidth"), int(size[0]))
		v.read(h.url + "/tasks/t%229")
		v.is("document.querySelectorAll('#builder-steps .step').length === 1")
		wants(t, "task", v.texts("#builder-title")[0], markup)
		wants(t, "module of the task", v.texts(".crumbs .title")[0], markup)
		wants(t, "width of the task's page", get[int](v, "document.documentElement.scrollWidth"), int(size[0]))
		v.open(h.url + "/playbooks/hostile")
		v.click("#archive-open")
		wants(t, "archiving", v.text("#archive .dialog-name"), markup)
		v.click("#archive .dialog-leave")
		v.click("#link-module")
		v.is("document.querySelectorAll('.picker-choice').length === 2")
		wants(t, "choice", v.texts(".picker-choice .title")[1], markup)
		wants(t, "width of the editor", get[int](v, "document.documentElement.scrollWidth"), int(size[0]))
		wants(t, "scripts that ran", get[bool](v, "'struck' in window"), false)
	}
}

func TestOnAPhoneTheConversationIsASheet(t *testing.T) {
	h := open(t)
	v := visit(t, 390, 780)
	v.open(h.url + "/")
	wants(t, "width of the page", get[int](v, "document.documentElement.scrollWidth"), 390)
	v.see("phone-home")
	v.open(h.url + "/playbooks/onboarding")
	wants(t, "width of the editor", get[int](v, "document.documentElement.scrollWidth"), 390)
	wants(t, "sheet", get[string](v, "document.querySelector('#chat-toggle').getAttribute('aria-expanded')"), "false")
	v.see("phone-editor")
	v.ask("Build subtasks for every task in module 1")
	v.is("document.querySelector('.talk[data-status=completed]')")
	wants(t, "sheet", get[string](v, "document.querySelector('#chat-toggle').getAttribute('aria-expanded')"), "true")
	v.see("phone-talk")
	v.click("#chat-toggle")
	v.click("[data-task=accounts] .task-open")
	v.is("!document.querySelector('#builder').hidden")
	v.ask("add an approval step after the first one")
	v.is("document.querySelectorAll('#builder-steps > .step').length === 4")
	v.click("#chat-toggle")
	v.see("phone-builder")
	wants(t, "composer in reach", get[bool](v, "document.querySelector('#send').getBoundingClientRect().bottom <= innerHeight"), true)
	v.prefers("prefers-color-scheme", "dark")
	v.click("#chat-toggle")
	v.click(".chat .why")
	v.is("document.querySelector('.ladders li')")
	wants(t, "width of a turn", get[int](v, "document.documentElement.scrollWidth"), 390)
	v.see("phone-turn-dark")
}
