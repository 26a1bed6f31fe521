// @ts-check
// A playbook's life in the editor: who edits the draft and until when, publishing with
// what changed, archiving.
import { call, counted, find, say, shown } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";

const renewEvery = 120e3; // milliseconds; a lock holds five minutes
const fresh = 200e3; // milliseconds; a lock that holds so long needs no renewal
const giveWay = 1500; // milliseconds in which others of the one who let go come first

/** @typedef {{user: string, until: string, since?: string}} Lock since: held without a break from then on */

/** A time of today, in the reader's own words. @param {Date} at */
const clock = (at) => new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);

export class Life {
  /** @param {string} playbook @param {string} user who looks @param {string} status
   * @param {(status: string) => void} onStatus */
  constructor(playbook, user, status, onStatus) {
    this.path = "/v1/playbooks/" + encodeURIComponent(playbook);
    this.user = user;
    this.status = status;
    this.onStatus = onStatus;
    /** @type {Lock|null} */ this.lock = null;
    this.lost = false; // it was ours, and somebody took it over
    this.banner = find("#lock");
    find("#lock-take").addEventListener("click", () => this.takeOver());
    setInterval(() => { if (!document.hidden && this.mine()) this.take(); }, renewEvery);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.take(); });
    addEventListener("pageshow", (e) => { if (e.persisted) this.take(); });
    addEventListener("pagehide", () => this.release());
    this.asks("publish", () => this.listActivity());
    this.asks("archive");
    this.setStatus(status);
  }

  mine() {
    return this.lock?.user === this.user;
  }

  /** Takes the draft's edit lock where nobody else has it, or renews it. */
  async take() {
    if (this.status !== "draft" || (this.lock && !this.mine())) return;
    if (this.lock && this.mine() && new Date(this.lock.until).getTime() - Date.now() > fresh) return;
    try {
      this.show(await call("PUT", this.path + "/lock", {}));
    } catch {
      // Who has it comes as an event, or stood in the page already.
    }
  }

  /** Lets go of the lock when the page is left. */
  release() {
    if (!this.mine()) return;
    this.lock = null;
    call("DELETE", this.path + "/lock", undefined, { keepalive: true }).catch(() => {});
  }

  /** Shows who edits. @param {Lock|null} lock */
  show(lock) {
    const before = this.lock;
    clearTimeout(this.timer);
    this.lock = lock && new Date(lock.until).getTime() > Date.now() ? { ...lock } : null;
    const others = this.lock !== null && !this.mine() && this.status === "draft";
    this.banner.hidden = !others;
    for (const id of ["publish", "archive"]) /** @type {HTMLButtonElement} */ (find("#" + id + "-open")).disabled = others;
    find("#lock-mine").hidden = !this.mine() || this.status !== "draft";
    if (!this.lock) return;
    this.lock.since ||= before?.user === this.lock.user ? before.since : new Date().toISOString();
    if (this.mine()) return;
    const left = Math.max(new Date(this.lock.until).getTime() - Date.now(), 0);
    this.timer = setTimeout(() => { this.show(null); this.take(); }, left + giveWay);
    if (others) this.tell(this.lock, before);
  }

  /** Says who edits, and to whom lost the lock, that it is lost.
   * @private @param {Lock} lock @param {Lock|null} before */
  tell(lock, before) {
    this.lost = before?.user === this.user || (this.lost && before?.user === lock.user);
    find("#lock-who").textContent = shown(lock.user);
    find("#lock-words").textContent = (this.lost ? "took over and is editing" : "is editing") + " until " + clock(new Date(lock.until)) +
      (this.lost ? ". What you had saved stays; your changes are refused from now on." : ". You can read and ask; changes wait.");
  }

  /** Takes in what happens to the playbook. @param {string} type @param {any} d */
  event(type, d) {
    switch (type) {
      case "playbook.edit-lock-taken": return this.show(d);
      case "playbook.edit-lock-released":
        this.show(null);
        this.timer = setTimeout(() => { if (!document.hidden) this.take(); }, d.user === this.user ? 0 : giveWay);
        return;
      case "playbook.published": return this.setStatus("published");
      case "playbook.archived": return this.setStatus("archived");
    }
  }

  /** @param {string} status */
  setStatus(status) {
    const pill = find("#playbook-status");
    this.status = status;
    find("#main").dataset.status = status;
    pill.className = "pill pill-" + status;
    pill.textContent = status;
    if (status !== "draft") this.show(null);
    this.onStatus(status);
  }

  /** Asks before a change of state.
   * @private @param {string} id @param {() => Promise<void>} [prepare] */
  asks(id, prepare) {
    find("#" + id + "-open").addEventListener("click", async () => {
      const done = await ask(dialog(id), async () => this.setStatus((await call("POST", this.path + "/" + id, {})).status), prepare);
      if (done) say("The playbook is " + this.status + ".");
    });
  }

  /** Asks before the lock is taken from somebody, with the name and since when. What was
   * asked is carried out only if the same one still has it.
   * @private */
  async takeOver() {
    const held = this.lock;
    if (!held) return this.take();
    const box = dialog("take-over"), since = new Date(held.since || held.until);
    nameIn(box, held.user);
    find("#take-over-since").textContent = clock(since);
    await ask(box, async () => {
      if (this.lock && this.lock.user !== held.user) throw new Error(this.lock.user + " is editing now. Close this, and look again.");
      this.show(await call("PUT", this.path + "/lock", { take_over: true }));
      say("You are editing now.");
    });
  }

  /** Lists what happened to the draft since it was last published. @private */
  async listActivity() {
    const place = find("#publish-activity");
    place.textContent = "Reading what changed…";
    const { pending } = await call("GET", this.path + "/outline"), list = document.createElement("ul");
    if (!pending?.length) {
      place.textContent = "Nothing has changed since it was made.";
      return;
    }
    list.append(...grouped(pending).map(({ user, what, size }) => {
      const li = document.createElement("li"), words = document.createElement("span"), who = document.createElement("bdi");
      words.textContent = activityWords(what, size);
      who.textContent = shown(user);
      who.className = "muted";
      li.append(words, who);
      return li;
    }));
    place.replaceChildren(list);
  }
}

/** Neighbours of a kind as one line. @param {{user: string, what: string, size: number}[]} pending */
function grouped(pending) {
  /** @type {{user: string, what: string, size: number}[]} */ const out = [];
  for (const { user, what, size } of pending) {
    const last = out[out.length - 1];
    if (last && last.user === user && last.what === what) last.size += size;
    else out.push({ user, what, size });
  }
  return out;
}

const activities = {
  "playbook.steps-flushed": "change of steps|changes of steps",
  "playbook.steps-edited": "change of steps by hand|changes of steps by hand",
  "playbook.module-added": "module added|modules added",
  "playbook.module-linked": "module linked from the library|modules linked from the library",
  "playbook.module-renamed": "module renamed|modules renamed",
  "playbook.module-moved": "module moved|modules moved",
  "playbook.task-added": "task added|tasks added",
  "playbook.task-renamed": "task renamed|tasks renamed",
  "playbook.task-moved": "task moved|tasks moved",
  "playbook.renamed": "new title|new titles",
  "playbook.created": "playbook made|playbooks made",
  "playbook.imported": "import|imports",
};

/** "3 changes of steps" @param {string} what @param {number} size */
function activityWords(what, size) {
  const words = Object.hasOwn(activities, what) ? activities[/** @type {keyof typeof activities} */ (what)].split("|") : [];
  return words.length ? size + " " + words[size === 1 ? 0 : 1] : counted(size, shown(what.replace(/^playbook\./, "").replaceAll("-", " ")));
}
