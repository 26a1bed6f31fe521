package browsertest

import (
	"strings"
	"testing"
)

// ready says that a turn's page is there, and its script.
const ready = "document.readyState === 'complete' && !!document.querySelector('#comments-heading')"

func TestAnAuditorCommentsOnAnEventAndAColleagueSettlesIt(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 900)
	address, _, _ := strings.Cut(built(t, h), "#")
	v.read(address)
	v.is(ready)

	// By keys alone: the control, its form, the text, the button.
	v.focus("#timeline .happening:nth-child(3) .comment-write > summary")
	v.press("Enter")
	v.is("document.querySelector('#timeline .happening:nth-child(3) .comment-write').open")
	v.focus("#timeline .happening:nth-child(3) textarea")
	v.typed("Why here? <img src=x onerror=alert(1)>")
	v.see("comment-write")
	v.focus("#timeline .happening:nth-child(3) .comment-form button")
	v.press("Enter")
	v.is("location.hash.startsWith('#c-') && document.querySelectorAll('#timeline .happening:nth-child(3) .comment').length === 1")
	wants(t, "the comment", v.text("#timeline .comment-text"), "Why here? <img src=x onerror=alert(1)>")
	wants(t, "the way to it", v.texts(".comment-ways .comment-words"), []string{"Why here? <img src=x onerror=alert(1)>"})
	v.is("document.querySelector('#comments .comments-head').textContent.includes('1 open.')")

	bea := visit(t, 390, 850)
	door := h.door("bea")
	address = strings.Replace(address, h.url, door.URL, 1)
	bea.read(door.URL + "/sessions")
	bea.is("document.querySelector('.turn-list-end .pill')?.textContent === '1 open comment'")
	bea.see("comments-sessions-390")
	bea.read(address)
	bea.is(ready)
	bea.click("#comments .comment-write > summary")
	bea.typedInto("#text-turn", "Because the task was open.")
	bea.click("#comments .comment-form button")
	bea.is("document.querySelectorAll('#comments .comment').length === 1")
	wants(t, "what another may delete", get[int](bea, "document.querySelectorAll('#timeline .comment-delete').length"), 0)
	wants(t, "wider than the screen", get[bool](bea, "document.documentElement.scrollWidth > innerWidth"), false)
	bea.see("comments-390")
	bea.click("#timeline .comment-acts form button")
	bea.is("document.querySelector('#timeline .comment').dataset.open === 'false'")
	bea.is("document.querySelector('#timeline .comment').getBoundingClientRect().bottom < innerHeight")
	bea.see("comments-resolved-390")

	v.read(address + "?at=" + get[string](v, "document.querySelector('#timeline .position').textContent"))
	v.is("document.querySelector('#past[data-at]') && document.querySelector('#comments').textContent.includes('neither shown nor written')")
	wants(t, "comments of the past", get[int](v, "document.querySelectorAll('.comment, .comment-write').length"), 0)

	v.read(strings.Replace(address, door.URL, h.url, 1))
	v.is(ready)
	v.see("comments-light")
	v.prefers("prefers-color-scheme", "dark")
	v.see("comments-dark")
	v.click("#timeline .comment-delete summary")
	v.click("#timeline .comment-delete form button")
	v.is("location.hash === '#comments' && document.querySelectorAll('#timeline .comment').length === 0")
}

func TestATurnWithCommentsIsAccessible(t *testing.T) {
	h, source := open(t), axe(t)
	address, _, _ := strings.Cut(built(t, h), "#")
	writer := visit(t, 1280, 800)
	for _, place := range []string{"#comments", "#timeline .happening:nth-child(2)"} {
		writer.read(address)
		writer.is(ready)
		writer.click(place + " .comment-write > summary")
		writer.typedInto(place+" textarea", "A remark")
		writer.click(place + " .comment-form button")
		writer.is("location.hash.startsWith('#c-')")
	}
	wideAndNarrow(t, "turn with comments", func(v *visitor, what string) {
		v.read(address)
		v.is(ready)
		v.click("#comments .comment-write > summary")
		v.click("#timeline .happening:nth-child(2) .comment-write > summary")
		v.accessible(source, what)
	})
}

// typedInto types into a field.
func (v *visitor) typedInto(selector, text string) {
	v.t.Helper()
	v.focus(selector)
	v.typed(text)
}
