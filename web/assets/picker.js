// @ts-check
// One dialog to choose out of a list that may be long: what is written narrows it, the
// arrow keys walk through it.
import { swallowKey } from "./swallow.js";
import { copy, find, setTitle, shown } from "./page.js";

/** @typedef {{id: string, title: string, note: string, off?: boolean}} Choice */

/** Asks for one of the choices. It resolves with its id, or "" for none.
 * @param {{title: string, about: string, empty: string, choices: () => Promise<Choice[]>}} q @returns {Promise<string>} */
export function pick(q) {
  const box = /** @type {HTMLDialogElement} */ (find("#picker")), field = /** @type {HTMLInputElement} */ (find("#picker-search"));
  const list = find("#picker-list"), none = find("#picker-none");
  find("#picker-heading").textContent = q.title;
  find("#picker-about").textContent = q.about;
  field.value = "";
  list.replaceChildren();
  none.textContent = "Reading…";
  none.hidden = false;
  box.returnValue = "";
  box.showModal();
  field.focus();
  const narrow = () => {
    const asked = field.value.trim().toLowerCase(), rows = /** @type {HTMLElement[]} */ (Array.from(list.children));
    for (const li of rows) li.hidden = asked !== "" && !(li.textContent || "").toLowerCase().includes(asked);
    none.hidden = rows.some((li) => !li.hidden);
    none.textContent = rows.length ? "Nothing is called like that." : q.empty;
  };
  q.choices().then((all) => {
    list.replaceChildren(...all.map(choice));
    narrow();
  }, (err) => { none.textContent = shown(err.message); });
  return new Promise((done) => {
    const closed = new AbortController(), until = { signal: closed.signal };
    field.addEventListener("input", narrow, until);
    box.addEventListener("keydown", (e) => walk(e, field, list), until);
    list.addEventListener("click", (e) => {
      const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest(".picker-choice"));
      if (button) box.close(button.dataset.id);
    }, until);
    box.addEventListener("click", (e) => { if (e.target === box) box.close(""); }, until);
    box.addEventListener("close", () => {
      closed.abort();
      done(box.returnValue === "cancel" ? "" : box.returnValue);
    }, until);
  });
}

/** @param {Choice} c */
function choice(c) {
  const li = copy("t-choice"), button = /** @type {HTMLButtonElement} */ (find("button", li));
  button.dataset.id = c.id;
  button.disabled = c.off === true;
  setTitle(li, c.title);
  find(".picker-note", li).textContent = c.note;
  return li;
}

/** Walks from the field into the list and through it. @param {KeyboardEvent} e @param {HTMLElement} field @param {HTMLElement} list */
function walk(e, field, list) {
  const all = [field, .../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("li:not([hidden]) .picker-choice:not(:disabled)"))];
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (e.key === "Enter" && at === 0) {
    e.preventDefault(); // or the dialog's first button would be pressed
    swallowKey();
    all[1]?.click();
  }
  const step = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
  if (!step || at < 0) return;
  e.preventDefault();
  all[Math.min(Math.max(at + step, 0), all.length - 1)].focus();
}
