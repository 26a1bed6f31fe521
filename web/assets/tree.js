// @ts-check
// The canvas as a tree of the page. Modules stand there all; of a large playbook only those
// near the screen have their tasks drawn, the others leave them room (near.js). The page
// is the only store, so nothing can differ from what is seen.
import { counted, find, setTitle } from "./page.js";
import { applyStep, children, countTask, having, makeRoom, newModule, newTask, place } from "./pieces.js";
import { isAfter } from "./turnbook.js";

/** @typedef {import("./pieces.js").StepEvent} StepEvent */

export class Tree {
  constructor() {
    this.modules = find("#modules");
    /** @type {(li: HTMLElement) => void} a module's tasks are drawn */ this.onDrawn = () => {};
    /** @type {(li: HTMLElement) => void} a module's tasks must be read */ this.onUnread = () => {};
    /** @type {() => void} something changed in modules that are not drawn */ this.onElsewhere = () => {};
    /** @type {number} how many modules are being read */ this.reading = 0;
    /** @type {{cursor: string, run: (only: HTMLElement|null) => void}[]} what came meanwhile */ this.meanwhile = [];
    /** @type {number} how often it was drawn anew */ this.drawn = 0;
    for (const m of this.all()) if (m.dataset.unread === undefined) this.recount(m);
    this.total();
  }

  /** @param {string} id @param {Element} [within] @returns {HTMLElement|null} */
  task(id, within) {
    return (within || this.modules).querySelector(".task" + having("task", id));
  }

  /** A task that is drawn. @param {number} module @param {number} task @returns {HTMLElement|undefined} */
  taskAt(module, task) {
    const m = this.modules.children[module];
    return m && children(find(".tasks", m), "task")[task];
  }

  /** @param {string} id @returns {HTMLElement|null} */
  module(id) {
    return this.modules.querySelector(".module" + having("module", id));
  }

  /** The modules whose tasks are drawn. @returns {string[]} */
  drawnModules() {
    return this.all().filter((m) => m.dataset.unread === undefined).map((m) => m.dataset.module || "");
  }

  all() {
    return children(this.modules, "module");
  }

  /** Does what an event says, and does it again in modules that are read meanwhile, where
   * they were read before it happened. @private
   * @param {string} cursor @param {(only: HTMLElement|null) => void} run */
  take(cursor, run) {
    if (this.reading) this.meanwhile.push({ cursor, run });
    run(null);
  }

  /** Whether a module was read when an event had happened already. @private
   * @param {Element|null} li @param {string} cursor */
  passed(li, cursor) {
    const at = /** @type {HTMLElement|null} */ (li)?.dataset.asOf;
    return at !== undefined && !isAfter(cursor, at);
  }

  /** Changes a task by one step event.
   * @param {string} task @param {StepEvent} event @param {boolean} saved @param {string} cursor @param {boolean} first */
  step(task, event, saved, cursor, first) {
    this.take(cursor, (only) => {
      const li = this.task(task, only || undefined);
      if (!li) return only || this.onElsewhere();
      if (this.passed(li.closest(".module"), cursor)) return;
      applyStep(find(".steps", li), event, saved, first || only !== null);
      this.recount(/** @type {HTMLElement} */ (li.closest(".module")), li);
    });
  }

  /** Changes modules and tasks. @param {string} type @param {any} d @param {string} cursor */
  chrome(type, d, cursor) {
    this.take(cursor, (only) => {
      if (type.startsWith("playbook.module-")) return only || this.changeModules(type, d);
      const m = d.module_id ? this.module(d.module_id) : null;
      switch (type) {
        case "playbook.task-added": return this.addTask(d, m, cursor, only);
        case "playbook.task-moved": return this.moveTask(d, m, cursor, only);
        case "playbook.task-renamed": {
          const li = this.task(d.task_id, only || undefined);
          if (li && !this.passed(li.closest(".module"), cursor)) setTitle(find(".task-title", li), d.title);
        }
      }
    });
  }

  /** @private @param {string} type @param {any} d */
  changeModules(type, d) {
    const m = this.module(d.module_id), after = d.after_id ? this.module(d.after_id) : null;
    switch (type) {
      case "playbook.module-added":
        if (!m) place(this.modules, newModule({ id: d.module_id, title: d.title, tasks: [] }), after);
        break;
      case "playbook.module-linked": {
        if (m) break;
        const li = newModule({ id: d.module_id, linked: true });
        place(this.modules, li, after); // its title and numbers are the library's
        this.onUnread(li);
        this.onElsewhere();
        break;
      }
      case "playbook.module-renamed":
        if (m) setTitle(find(".module-title", m), d.title);
        break;
      case "playbook.module-moved":
        if (m) place(this.modules, m, after);
    }
    this.number();
  }

  /** @private @param {any} d @param {HTMLElement|null} m @param {string} cursor @param {HTMLElement|null} only */
  addTask(d, m, cursor, only) {
    if (!m || (only && only !== m) || this.passed(m, cursor)) return;
    if (m.dataset.unread !== undefined) return only || this.onElsewhere();
    if (this.task(d.task_id, m)) return;
    place(find(".tasks", m), newTask({ id: d.task_id, title: d.title, description: d.description }), d.after_id ? this.task(d.after_id, m) : null);
    this.recount(m);
  }

  /** A task moves within its module, or to another. Where one of the two is not drawn, it
   * is read anew, or nothing of it can be wrong.
   * @private @param {any} d @param {HTMLElement|null} to @param {string} cursor @param {HTMLElement|null} only */
  moveTask(d, to, cursor, only) {
    if (!to) return;
    const li = this.task(d.task_id, only || undefined), from = /** @type {HTMLElement|null} */ (li?.closest(".module") || null);
    if (from && from !== to && this.passed(from, cursor)) return; // it has come back since
    const shows = to.dataset.unread === undefined && !this.passed(to, cursor);
    if (li && from && from !== to && (only || !shows)) {
      li.remove();
      this.recount(from);
    }
    if (only && only !== to) return;
    if (!shows) return from === to || this.onElsewhere();
    if (!li) return this.forget(to);
    place(find(".tasks", to), li, d.after_id ? this.task(d.after_id, to) : null);
    if (from && from !== to) this.recount(from);
    this.recount(to);
  }

  /** Numbers modules and tasks by where they stand, for the eye and for the ear. */
  number() {
    this.all().forEach((m, i) => {
      if (find(".ordinal", m).textContent === String(i + 1)) return;
      find(".ordinal", m).textContent = String(i + 1);
      label(find(".module-head", m), "module " + (i + 1));
    });
    this.total();
  }

  /** Counts a module anew. @param {HTMLElement} m @param {HTMLElement} [task] the only one that has changed */
  recount(m, task) {
    const tasks = children(find(".tasks", m), "task");
    let steps = 0;
    for (const t of tasks) {
      if (!task || t === task || t.dataset.count === undefined) measure(t);
      steps += Number(t.dataset.count);
    }
    if (!task) {
      tasks.forEach((t, i) => {
        if (find(".task-ordinal", t).textContent === String(i + 1)) return;
        find(".task-ordinal", t).textContent = String(i + 1);
        label(find(".task-head", t), "task " + (i + 1));
      });
    }
    this.counts(m, tasks.length, steps);
  }

  /** @param {HTMLElement} m @param {number} tasks @param {number} steps */
  counts(m, tasks, steps) {
    m.dataset.tasks = String(tasks);
    m.dataset.steps = String(steps);
    find(".module-count", m).textContent = counted(tasks, "task");
    this.total();
  }

  total() {
    const all = this.all(), sum = (/** @type {string} */ name) => all.reduce((total, m) => total + Number(m.dataset[name]), 0);
    find("#canvas-count").textContent = counted(all.length, "module") + " · " + counted(sum("tasks"), "task") + " · " + counted(sum("steps"), "step");
  }

  /** Draws the modules of a snapshot. @param {any[]} modules */
  draw(modules) {
    this.drawn++;
    this.meanwhile = [];
    this.modules.replaceChildren(...modules.map(newModule));
    this.number();
    for (const m of this.all()) {
      if (m.dataset.unread === undefined) {
        this.recount(m);
        this.onDrawn(m);
      } else {
        this.counts(m, Number(m.dataset.tasks), Number(m.dataset.steps));
        this.onUnread(m);
      }
    }
  }

  /** Draws the tasks of one module, as they were at a cursor.
   * @param {HTMLElement} li @param {any} module @param {string} cursor */
  fill(li, module, cursor) {
    find(".tasks", li).replaceChildren(...module.tasks.map(newTask));
    li.querySelector(".gap")?.remove();
    delete li.dataset.unread;
    li.dataset.asOf = cursor;
    if (li.dataset.linked) setTitle(find(".module-title", li), module.title);
    this.recount(li);
    for (const e of this.meanwhile) {
      if (isAfter(e.cursor, cursor)) e.run(li);
    }
    this.onDrawn(li);
  }

  /** Takes the tasks of a module away again; their room stays. @param {HTMLElement} li */
  forget(li) {
    if (li.dataset.unread !== undefined) return;
    makeRoom(li, find(".tasks", li).offsetHeight);
    delete li.dataset.asOf;
    this.onUnread(li);
  }
}

/** Counts a task's steps, and says how high it is about: what is off the screen is not laid
 * out. @param {HTMLElement} t */
function measure(t) {
  const steps = countTask(t);
  t.dataset.count = String(steps);
  t.style.setProperty("contain-intrinsic-block-size", "auto " + (56 + 32 * steps) + "px");
}

/** @param {HTMLElement} head @param {string} words "task 3" */
function label(head, words) {
  for (const b of children(head, "grip").concat(children(head, "tool"))) {
    b.setAttribute("aria-label", (b.getAttribute("aria-label") || "").replace(/^(\w+) .*$/, "$1 " + words));
  }
}
