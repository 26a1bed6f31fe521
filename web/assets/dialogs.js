// @ts-check
// Dialogs that ask before they do: one question, what it means, two answers. Escape, the
// second answer and a click beside the dialog leave everything as it was; focus goes back
// to where it came from.
import { find, shown, troubleOf } from "./page.js";

/** What ends the question that a dialog asked last. @type {WeakMap<HTMLDialogElement, () => void>} */
const asked = new WeakMap();

/** Opens a dialog and does what it asks about when its .dialog-go is chosen. What does not
 * go well stands in the dialog, which stays open. It resolves with whether it was done.
 * @param {HTMLDialogElement} box @param {() => Promise<unknown>} act @param {() => Promise<unknown>} [prepare] what the dialog must know first
 * @returns {Promise<boolean>} */
export function ask(box, act, prepare) {
  const go = /** @type {HTMLButtonElement} */ (find(".dialog-go", box)), trouble = find(".dialog-trouble", box), ended = new AbortController();
  let done = false;
  asked.get(box)?.();
  trouble.hidden = true;
  /** @param {() => Promise<unknown>} f */
  const attempt = async (f) => {
    if (go.disabled) return false;
    trouble.hidden = true;
    go.disabled = true;
    try {
      await f();
      return true;
    } catch (err) {
      trouble.textContent = troubleOf(err);
      trouble.hidden = false;
      return false;
    } finally {
      go.disabled = false;
    }
  };
  const on = { signal: ended.signal };
  box.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (!(await attempt(act))) return;
    done = true;
    box.close();
  }, on);
  box.addEventListener("click", (e) => {
    const at = /** @type {Element} */ (e.target);
    if (at === box || at.closest(".dialog-leave")) box.close();
  }, on);
  box.showModal();
  if (prepare) attempt(prepare);
  return new Promise((resolve) => {
    const end = () => {
      ended.abort();
      resolve(done);
    };
    asked.set(box, end);
    // A browser tells of a close a little later: the dialog may be open again by then.
    box.addEventListener("close", () => { if (!box.open) end(); }, on);
  });
}

/** Puts a name into a dialog. @param {HTMLDialogElement} box @param {string} name */
export function nameIn(box, name) {
  find(".dialog-name", box).textContent = shown(name);
}

/** One line of a choice of one. @param {string} name @param {string} value @param {HTMLElement} words */
export function choice(name, value, words) {
  const label = document.createElement("label"), radio = document.createElement("input");
  label.className = "choice";
  radio.type = "radio";
  radio.name = name;
  radio.value = value;
  label.append(radio, words);
  return { label, radio };
}

/** @param {string} id @returns {HTMLDialogElement} */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (find("#" + id));
