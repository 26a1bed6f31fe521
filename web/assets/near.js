// @ts-check
// Reads the tasks of modules as they come near the screen, and lets go of those far from
// it, so that a playbook of any size opens and scrolls like a small one.
import { call, copy, find, setTitle, throttled } from "./page.js";
import { isAfter, parseCursor } from "./turnbook.js";

const atOnce = 2; // modules that are read at a time
const most = 4000; // tasks and steps that stay drawn, about
const patience = 700; // milliseconds until what was too old is read again

export class Near {
  /** @param {import("./tree.js").Tree} tree @param {import("./turnbook.js").Book} book
   * @param {string} path of the playbook @param {() => string} session
   * @param {(li: HTMLElement) => boolean} needed says which modules stay drawn */
  constructor(tree, book, path, session, needed) {
    this.tree = tree;
    this.book = book;
    this.path = path;
    this.session = session;
    this.needed = needed;
    /** @type {Set<HTMLElement>} near, and not drawn */ this.waiting = new Set();
    const root = /** @type {HTMLElement} */ (tree.modules.closest(".canvas"));
    this.observer = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        const li = /** @type {HTMLElement} */ (target);
        if (isIntersecting && li.dataset.unread !== undefined) this.waiting.add(li);
        else this.waiting.delete(li);
      }
      this.next();
    }, { root, rootMargin: "150% 0px" });
    tree.onUnread = (li) => this.watch(li);
    for (const li of tree.all()) if (li.dataset.unread !== undefined) this.watch(li);
    tree.onElsewhere = throttled(() => this.outline(), 500);
  }

  /** @private @param {HTMLElement} li */
  watch(li) {
    this.observer.unobserve(li); // or it would not be told again
    this.observer.observe(li);
  }

  query() {
    return this.session() ? "?session=" + encodeURIComponent(this.session()) : "";
  }

  /** Reads what is nearest. @private */
  next() {
    if (this.tree.modules.dataset.sorting !== undefined) return; // all are near then
    const all = Array.from(this.waiting).filter((li) => li.isConnected && li.dataset.reading === undefined);
    all.sort((a, b) => awayFrom(a) - awayFrom(b));
    for (const li of all.slice(0, Math.max(atOnce - this.tree.reading, 0))) this.read(li);
  }

  /** @private @param {HTMLElement} li */
  async read(li) {
    const { tree } = this, drawn = tree.drawn, from = this.book.cursor || "";
    li.dataset.reading = "";
    tree.reading++;
    li.querySelector(".unread-trouble")?.remove();
    try {
      const m = await call("GET", this.path + "/modules/" + encodeURIComponent(li.dataset.module || "") + this.query());
      if (tree.drawn !== drawn || !li.isConnected) return;
      // What is older than what was told when it was asked for may lack some of that.
      this.waiting.delete(li);
      if (isOlder(m.cursor, from)) return this.later(li);
      tree.fill(li, m, m.cursor);
      this.letGo(li);
    } catch {
      this.trouble(li);
    } finally {
      delete li.dataset.reading;
      if (--tree.reading === 0) tree.meanwhile = [];
      this.next();
    }
  }

  /** @private @param {HTMLElement} li */
  later(li) {
    setTimeout(() => {
      this.waiting.add(li);
      this.next();
    }, patience);
  }

  /** Says that a module's tasks could not be read, where they would stand.
   * @private @param {HTMLElement} li */
  trouble(li) {
    this.waiting.delete(li);
    if (!li.isConnected || li.querySelector(".unread-trouble")) return;
    const p = copy("t-unread");
    find("button", p).addEventListener("click", () => {
      p.remove();
      this.waiting.add(li);
      this.next();
    });
    find(".tasks", li).after(p);
  }

  /** Takes the tasks of the farthest modules away while too many are drawn.
   * @private @param {HTMLElement} last */
  letGo(last) {
    const size = (/** @type {HTMLElement} */ li) => Number(li.dataset.tasks) + Number(li.dataset.steps);
    const drawn = this.tree.all().filter((li) => li.dataset.unread === undefined && size(li) > 0);
    let lines = drawn.reduce((sum, li) => sum + size(li), 0);
    const far = drawn.map((li) => ({ li, away: awayFrom(li) })).sort((a, b) => b.away - a.away);
    for (const { li, away } of far) {
      if (lines <= most || away < 3 * innerHeight) return;
      if (li === last || li.contains(document.activeElement) || this.needed(li)) continue;
      lines -= size(li);
      this.tree.forget(li);
    }
  }

  /** Brings the numbers of modules that are not drawn up to date. @private */
  async outline() {
    const { modules } = await call("GET", this.path + "/outline" + this.query()).catch(() => ({ modules: [] }));
    for (const m of modules) {
      const li = this.tree.module(m.id);
      if (!li || li.dataset.unread === undefined) continue;
      if (li.dataset.linked) setTitle(find(".module-title", li), m.title);
      this.tree.counts(li, m.task_count, m.step_count);
    }
  }
}

/** How far an element is above or below the screen, in pixels. @param {HTMLElement} li */
function awayFrom(li) {
  const r = li.getBoundingClientRect();
  return Math.max(r.top - innerHeight, -r.bottom, 0);
}

/** Whether a cursor stands before another of the same epoch. @param {string} cursor @param {string} than */
const isOlder = (cursor, than) => parseCursor(than)?.epoch === parseCursor(cursor)?.epoch && isAfter(than, cursor);
