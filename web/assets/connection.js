// @ts-check
// The connection as a reader sees it: a dot in the bar at the top, and a banner with the
// time until the next attempt while the server can't be reached. Only a loss and its end
// are said aloud.
import { find, say } from "./page.js";

const patience = 2000; // milliseconds that a loss lasts before the banner comes

/** A banner over the page. It is told when the next attempt comes, and what makes one now. */
class Offline {
  /** @param {() => void} retry */
  constructor(retry) {
    this.box = find("#offline");
    this.at = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */ this.first = undefined;
    /** @type {ReturnType<typeof setInterval>|undefined} */ this.tick = undefined;
    find("#offline-retry").addEventListener("click", retry);
  }

  /** @param {number} at of the next attempt; 0 while one is made */
  lost(at) {
    this.at = at;
    this.first ??= setTimeout(() => {
      this.box.hidden = false;
      say("The server can’t be reached. What you do is kept and sent when it is back.");
    }, patience);
    clearInterval(this.tick);
    this.tick = setInterval(() => this.count(), 1000);
    this.count();
  }

  /** @private */
  count() {
    const left = Math.max(0, Math.ceil((this.at - Date.now()) / 1000));
    find("#offline-words").textContent = left ? "The next attempt is in " + left + " s." : "Trying again…";
  }

  back() {
    clearInterval(this.tick);
    clearTimeout(this.first);
    this.first = undefined;
    if (!this.box.hidden) say("The connection is back.");
    this.box.hidden = true;
  }
}

const statusWords = { connecting: "Connecting", "catching-up": "Catching up", live: "Live", offline: "Reconnecting", closed: "Closed" };

/** Shows a book's connection.
 * @param {import("./turnbook.js").Book} book */
export function showConnection(book) {
  const state = find("#link-state"), banner = new Offline(() => book.wake());
  let lost = false;
  book.on("status", (status) => {
    if (status === "offline") banner.lost(book.retryAt);
    else if (lost && status === "connecting") banner.lost(0);
    if (status === "live") banner.back();
    const on = status === "connecting" || status === "catching-up";
    if (!(lost && on)) {
      state.dataset.status = status;
      find(".words", state).textContent = statusWords[/** @type {keyof typeof statusWords} */ (status)];
    }
    lost = status === "offline" || (lost && on);
  });
}

/** Asks for what a page shows again and again, and shows the banner while nobody answers.
 * @param {() => Promise<boolean>} ask whether there was an answer @param {number} ms */
export function poll(ask, ms) {
  const banner = new Offline(() => once());
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let next;
  async function once() {
    clearTimeout(next);
    const answered = document.hidden || await ask().catch(() => false);
    if (answered) banner.back();
    else banner.lost(Date.now() + ms);
    next = setTimeout(once, ms);
  }
  next = setTimeout(once, ms);
}
