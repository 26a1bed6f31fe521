// @ts-check
// Lists of things that can be named, moved and put away: a menu for each line, the same
// by keys on a focused line (F2, Delete, Alt with arrows), and renaming in place.
import { find, say, shown, troubleOf } from "./page.js";

/** @typedef {(line: HTMLElement) => unknown} Act */

/** The line that an element stands in. @param {EventTarget|null} e @returns {HTMLElement|null} */
const lineOf = (e) => (e instanceof Element ? e.closest("[data-key]") : null);

/** @param {HTMLElement} line @param {string} act */
const can = (line, act) => (line.dataset.can || "").split(" ").includes(act);

/** The title of a line, as it is written. @param {HTMLElement} line */
export const titleOf = (line) => find(".title", line).textContent || "";

/** Gives focus to a line. @param {HTMLElement|null|undefined} line */
export function focusLine(line) {
  /** @type {HTMLElement|null|undefined} */ (line?.querySelector(".line-link, .line-name, .more"))?.focus();
}

/** The line with a key, however often the list was drawn anew. @param {string} key @returns {HTMLElement|null} */
export const lineOfKey = (key) => document.querySelector('[data-key="' + CSS.escape(key) + '"]');

const keysOf = { F2: "rename", Delete: "archive" };

/** Has the lines of a page do what their menu and keys ask for.
 * @param {HTMLElement} within @param {Record<string, Act>} acts by name */
export function lines(within, acts) {
  const menu = find("#menu"), items = Array.from(menu.querySelectorAll("button"));
  /** @type {HTMLElement|null} */ let line = null;
  /** @type {HTMLElement|null} */ let opener = null;

  within.addEventListener("click", (e) => {
    const button = /** @type {Element} */ (e.target).closest(".more");
    line = lineOf(button);
    if (!button || !line) return;
    opener = /** @type {HTMLElement} */ (button);
    for (const item of items) item.hidden = !can(line, item.dataset.act || "");
    menu.showPopover();
    standAt(menu, opener);
    shownItems()[0]?.focus();
  });
  const shownItems = () => items.filter((i) => !i.hidden);
  menu.addEventListener("keydown", (e) => {
    const all = shownItems(), at = all.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[e.key];
    if (e.key === "Tab") menu.hidePopover();
    if (to === undefined) return;
    e.preventDefault();
    all.at(to % all.length)?.focus();
  });
  menu.addEventListener("click", (e) => {
    const item = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest("[data-act]"));
    if (!item || !line) return;
    menu.hidePopover();
    opener?.focus();
    acts[item.dataset.act || ""]?.(line);
  });

  within.addEventListener("keydown", (e) => {
    const at = lineOf(e.target);
    if (!at || /** @type {Element} */ (e.target).closest("input") || e.ctrlKey || e.metaKey || e.shiftKey) return;
    const act = e.altKey ? { ArrowUp: "up", ArrowDown: "down" }[e.key] : keysOf[/** @type {keyof typeof keysOf} */ (e.key)];
    if (!act || !can(at, act)) return;
    e.preventDefault();
    acts[act]?.(at);
  });
}

/** Puts a menu below its button, within the window. @param {HTMLElement} menu @param {HTMLElement} button */
function standAt(menu, button) {
  const at = button.getBoundingClientRect(), width = menu.offsetWidth, height = menu.offsetHeight;
  menu.style.left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8)) + "px";
  menu.style.top = (at.bottom + height + 8 > innerHeight ? Math.max(8, at.top - height - 4) : at.bottom + 4) + "px";
}

/** Renames a line in place: Enter or leaving the field takes the title, Escape lets go.
 * What does not go well stands below, with the words still in the field.
 * @param {HTMLElement} line @param {(title: string) => Promise<unknown>} save */
export function rename(line, save) {
  if (line.hasAttribute("data-editing")) return;
  const head = find(".line-title", line), trouble = find(".line-trouble", line), was = titleOf(line), input = document.createElement("input");
  line.setAttribute("data-editing", "");
  trouble.hidden = true;
  Object.assign(input, { value: was, maxLength: 2000, className: "line-input", dir: "auto", autocomplete: "off" });
  input.setAttribute("aria-label", "Title");
  head.hidden = true;
  head.after(input);
  input.focus();
  input.select();
  let ended = false, saving = false;
  const end = (/** @type {string} */ title) => {
    ended = true;
    find(".title", line).textContent = shown(title);
    const here = document.activeElement === input;
    line.removeAttribute("data-editing");
    head.hidden = false;
    input.remove();
    if (here) focusLine(line);
  };
  const take = async () => {
    const title = input.value.trim();
    if (ended || saving) return;
    if (!title || title === was) return end(was);
    saving = input.readOnly = true;
    try {
      await save(title);
      trouble.hidden = true;
      end(title);
      say("Renamed to " + title + ".");
    } catch (err) {
      trouble.textContent = troubleOf(err);
      trouble.hidden = false;
      input.readOnly = false;
      input.focus();
    }
    saving = false;
  };
  input.addEventListener("keydown", (e) => {
    if (e.isComposing) return;
    if (e.key === "Enter") take();
    if (e.key === "Escape" && !saving) {
      e.stopPropagation();
      trouble.hidden = true;
      end(was);
    }
  });
  input.addEventListener("blur", take);
}
