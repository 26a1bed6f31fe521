// @ts-check
// What every page has at the keyboard, and how it looks: "/" finds, "?" lists the keys,
// the menu at the top chooses light or dark. A page adds its own keys to the list with
// addKeys.
import { find } from "./page.js";

/** A value that this browser keeps; null where it keeps nothing.
 * @param {string} name */
function kept(name) {
  try { return localStorage.getItem("turnbook." + name); } catch { return null; }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try { localStorage.setItem("turnbook." + name, value); } catch { /* it lasts as long as the page */ }
}

// ---- light and dark ---------------------------------------------------------------

const root = document.documentElement;

function showTheme() {
  const now = root.dataset.theme || "system";
  for (const radio of document.querySelectorAll("#looks input")) {
    /** @type {HTMLInputElement} */ (radio).checked = /** @type {HTMLInputElement} */ (radio).value === now;
  }
}

/** @param {string|null} theme */
function setTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
  showTheme();
}

find("#looks").addEventListener("change", (e) => {
  const { value } = /** @type {HTMLInputElement} */ (e.target);
  keep("theme", value);
  setTheme(value);
});
addEventListener("storage", (e) => { if (e.key === "turnbook.theme") setTheme(e.newValue); }); // another tab chose
showTheme();

// ---- keys ---------------------------------------------------------------------------

const list = /** @type {HTMLDialogElement} */ (find("#keys")), single = /** @type {HTMLInputElement} */ (find("#keys-single"));
single.checked = kept("keys") !== "off";
single.addEventListener("change", () => keep("keys", single.checked ? "on" : "off"));
find("#keys-open").addEventListener("click", () => {
  find("#looks").hidePopover();
  list.showModal();
});
list.addEventListener("click", (e) => { if (e.target === list) list.close(); });

/** Adds a page's own keys to the list. @param {[words: string, ...keys: string[]][]} keys */
export function addKeys(keys) {
  find("#keys-list").prepend(...keys.map(([words, ...names]) => {
    const line = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = words;
    dd.append(...names.map((name) => {
      const kbd = document.createElement("kbd");
      kbd.textContent = name;
      return kbd;
    }));
    line.append(dt, dd);
    return line;
  }));
}

/** Whether a key is text that someone is writing, or part of another shortcut.
 * @param {KeyboardEvent} e */
export function isWriting(e) {
  const at = /** @type {Element} */ (e.target);
  return e.isComposing || e.ctrlKey || e.metaKey || e.altKey || !!at.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
}

addEventListener("keydown", (e) => {
  if (e.defaultPrevented || !single.checked || isWriting(e) || document.querySelector("dialog[open]")) return;
  if (e.key === "?") {
    e.preventDefault();
    list.showModal();
  }
  const search = e.key === "/" && /** @type {HTMLInputElement|null} */ (document.querySelector("[data-search], #ask"));
  if (search) {
    e.preventDefault();
    search.focus();
    search.select();
  }
});
