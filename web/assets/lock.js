// @ts-check
// The edit lock of a draft, on every page that changes it: who has it and until when, and
// how it is taken over.
import { call, find, say, shown } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";

const renewEvery = 120e3; // milliseconds; a lock holds five minutes
const fresh = 200e3; // milliseconds; a lock that holds so long needs no renewal
const giveWay = 1500; // milliseconds in which others of the one who let go come first

/** @typedef {{user: string, until: string, since?: string}} Held since: held without a break from then on */

/** A time of today, in the reader's own words. @param {Date} at */
const clock = (at) => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);

export class Lock {
  /** @param {string} path of the playbook @param {HTMLElement} main says who looks, who has the lock, and the status
   * @param {(others: boolean) => void} [onShow] whether somebody else has it now */
  constructor(path, main, onShow) {
    this.path = path;
    this.main = main;
    this.user = main.dataset.user || "";
    this.onShow = onShow;
    /** @type {Held|null} */ this.held = null;
    this.lost = false; // it was ours, and somebody took it over
    this.banner = find("#lock");
    find("#lock-take").addEventListener("click", () => this.takeOver());
    setInterval(() => { if (!document.hidden && this.mine()) this.take(); }, renewEvery);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.take(); });
    addEventListener("pageshow", (e) => { if (e.persisted) this.take(); });
    addEventListener("pagehide", () => this.release());
    const { lockedBy, lockedUntil, lockedSince } = main.dataset;
    if (lockedBy) this.show({ user: lockedBy, until: lockedUntil || "", since: lockedSince });
  }

  mine() {
    return this.held?.user === this.user;
  }

  /** @private */
  isDraft() {
    return this.main.dataset.status === "draft";
  }

  /** Takes the draft's edit lock where nobody else has it, or renews it. */
  async take() {
    if (!this.isDraft() || (this.held && !this.mine())) return;
    if (this.held && this.mine() && new Date(this.held.until).getTime() - Date.now() > fresh) return;
    try {
      this.show(await call("PUT", this.path + "/lock", {}));
    } catch {
      // Who has it comes as an event, or stood in the page already.
    }
  }

  /** Lets go of the lock when the page is left. */
  release() {
    if (!this.mine()) return;
    this.held = null;
    call("DELETE", this.path + "/lock", undefined, { keepalive: true }).catch(() => {});
  }

  /** Shows who edits. @param {Held|null} lock */
  show(lock) {
    const before = this.held;
    clearTimeout(this.timer);
    this.held = lock && new Date(lock.until).getTime() > Date.now() ? { ...lock } : null;
    const others = this.held !== null && !this.mine() && this.isDraft();
    this.banner.hidden = !others;
    find("#lock-mine").hidden = !this.mine() || !this.isDraft();
    this.onShow?.(others);
    if (!this.held) return;
    this.held.since ||= before?.user === this.held.user ? before.since : new Date().toISOString();
    if (this.mine()) return;
    const left = Math.max(new Date(this.held.until).getTime() - Date.now(), 0);
    this.timer = setTimeout(() => { this.show(null); this.take(); }, left + giveWay);
    if (others) this.tell(this.held, before);
  }

  /** Says who edits, and to whom lost the lock, that it is lost.
   * @private @param {Held} lock @param {Held|null} before */
  tell(lock, before) {
    this.lost = before?.user === this.user || (this.lost && before?.user === lock.user);
    find("#lock-who").textContent = shown(lock.user);
    find("#lock-words").textContent = (this.lost ? "took over and is editing" : "is editing") + " until " + clock(new Date(lock.until)) +
      (this.lost ? ". What you had saved stays; your changes are refused from now on." : ". You can read and ask; changes wait.");
  }

  /** Takes in what happens to the lock. @param {string} type @param {any} d */
  event(type, d) {
    switch (type) {
      case "playbook.edit-lock-taken": return this.show(d);
      case "playbook.edit-lock-released":
        this.show(null);
        this.timer = setTimeout(() => { if (!document.hidden) this.take(); }, d.user === this.user ? 0 : giveWay);
    }
  }

  /** Asks before the lock is taken from somebody, with the name and since when. What was
   * asked is carried out only if the same one still has it.
   * @private */
  async takeOver() {
    const held = this.held;
    if (!held) return this.take();
    const box = dialog("take-over"), since = new Date(held.since || held.until);
    nameIn(box, held.user);
    find("#take-over-since").textContent = clock(since);
    await ask(box, async () => {
      if (this.held && this.held.user !== held.user) throw new Error(this.held.user + " is editing now. Close this, and look again.");
      this.show(await call("PUT", this.path + "/lock", { take_over: true }));
      say("You are editing now.");
    });
  }
}
