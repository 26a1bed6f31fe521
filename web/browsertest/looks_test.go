package browsertest

import (
	"testing"
)

// ground is the colour that a page stands on.
const ground = "getComputedStyle(document.body).backgroundColor"

func TestLightAndDarkFollowTheSystemUntilTheReaderChooses(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	v.prefers("prefers-color-scheme", "light")
	light := get[string](v, ground)
	v.prefers("prefers-color-scheme", "dark")
	dark := get[string](v, ground)
	wants(t, "follows the system", light != dark, true)
	v.click("[popovertarget=looks]")
	v.click("#looks [value=light]")
	wants(t, "chosen", get[string](v, ground), light)
	v.press("Escape")
	wants(t, "the menu is gone", get[bool](v, "document.querySelector('#looks').matches(':popover-open')"), false)
	v.open(h.url + "/library")
	wants(t, "kept on the next page", get[string](v, ground), light)
	wants(t, "set before anything is drawn", get[bool](v, `document.querySelector("head > script").src.endsWith("/assets/theme.js") && !document.querySelector("head > script").type`), true)
	v.click("[popovertarget=looks]")
	v.click("#looks [value=system]")
	wants(t, "with the system again", get[string](v, ground), dark)
}

func TestTheKeysAreListedAndCanBeSwitchedOff(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.open(h.url + "/")
	v.press("Tab")
	wants(t, "the first stop", get[string](v, "document.activeElement.className"), "skip")
	v.press("?")
	v.is("document.querySelector('#keys').open")
	v.see("keys")
	v.click("#keys-single")
	v.press("Escape")
	v.is("!document.querySelector('#keys').open")
	v.is("document.activeElement.className === 'skip'")
	v.press("?", "/", "n")
	wants(t, "what happened", get[bool](v, "document.querySelector('dialog[open]') === null && document.activeElement.className === 'skip'"), true)
}

func TestALostServerIsToldWithTheTimeOfTheNextAttempt(t *testing.T) {
	h := open(t)
	w := newWire(t, h.front.Listener.Addr().String())
	v := visit(t, 400, 850)
	v.open("http://" + w.listener.Addr().String() + "/")
	w.set(true)
	v.is("!document.querySelector('#offline').hidden")
	v.is("/^(The next attempt is in \\d+ s\\.|Trying again…)$/.test(document.querySelector('#offline-words').textContent)")
	wants(t, "state", get[string](v, "document.querySelector('#link-state').dataset.status"), "offline")
	wants(t, "width of the page", get[int](v, "document.documentElement.scrollWidth"), 400)
	v.see("offline-phone")
	w.set(false)
	v.click("#offline-retry")
	v.is("document.querySelector('#offline').hidden && document.querySelector('#link-state').dataset.status === 'live'")
	v.is("document.querySelector('#say').textContent === 'The connection is back.'")
}

func TestMotionIsReducedWhereTheReaderAsksForIt(t *testing.T) {
	h := open(t)
	v := visit(t, 1280, 800)
	v.prefers("prefers-reduced-motion", "reduce")
	v.open(h.url + "/")
	v.click("#create-open")
	wants(t, "animations", get[int](v, "document.getAnimations().length"), 0)
}
