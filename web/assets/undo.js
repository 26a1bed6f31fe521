// @ts-check
// What was done by hand can be taken back, and done again: an undo is an edit like any
// other, and undoing it does the first one again.
import { find, say, shown } from "./page.js";

const stays = 8000; // milliseconds that the offer to undo stays

export class Undo {
  /** @param {(event: string) => Promise<{undo: string}>} take takes one edit back
   * @param {(err: Error) => void} trouble */
  constructor(take, trouble) {
    this.take = take;
    this.trouble = trouble;
    /** @type {{event: string, what: string}[]} */ this.done = [];
    /** @type {{event: string, what: string}[]} */ this.undone = [];
    this.busy = false;
    this.toast = find("#toast");
    find("#toast-undo").addEventListener("click", () => this.undo());
    find("#undo").addEventListener("click", () => this.undo());
    find("#redo").addEventListener("click", () => this.redo());
    this.show();
  }

  /** Forgets all: another task is open. */
  clear() {
    this.done = [];
    this.undone = [];
    this.show();
    this.toast.hidden = true;
  }

  /** Notes an edit, and offers to take it back. @param {string} event @param {string} what "Removed “Pick a model”" */
  note(event, what) {
    this.done.push({ event, what });
    this.undone = [];
    this.show();
    this.offer(what, true);
  }

  undo() {
    return this.shift(this.done, this.undone, "Taken back");
  }

  redo() {
    return this.shift(this.undone, this.done, "Done again");
  }

  /** @private @param {{event: string, what: string}[]} from @param {{event: string, what: string}[]} to @param {string} words */
  async shift(from, to, words) {
    const last = from.at(-1);
    if (!last || this.busy) return;
    this.busy = true;
    this.show();
    try {
      const { undo } = await this.take(last.event);
      from.pop();
      to.push({ event: undo, what: last.what });
      this.offer(words + ": " + last.what, false);
    } catch (err) {
      from.pop(); // others have changed what it changed; it can't be taken back any more
      this.toast.hidden = true;
      this.trouble(/** @type {Error} */ (err));
    }
    this.busy = false;
    this.show();
  }

  /** @private */
  show() {
    /** @type {HTMLButtonElement} */ (find("#undo")).disabled = this.busy || this.done.length === 0;
    /** @type {HTMLButtonElement} */ (find("#redo")).disabled = this.busy || this.undone.length === 0;
  }

  /** @private @param {string} words @param {boolean} undo */
  offer(words, undo) {
    find("span", this.toast).textContent = shown(words);
    find("#toast-undo").hidden = !undo;
    this.toast.hidden = false;
    say(shown(words) + ".");
    clearTimeout(this.timer);
    const away = () => {
      if (this.toast.matches(":hover, :focus-within")) this.timer = setTimeout(away, stays);
      else this.toast.hidden = true;
    };
    this.timer = setTimeout(away, stays);
  }
}
