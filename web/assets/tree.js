// @ts-check
// The canvas and the embedded builder as trees of the page: what the server drew, and
// what step events make of it. The page is the only store, so nothing can differ from
// what is seen, and a change touches no more than it must.
import { copy, counted, find, setTitle, shown } from "./page.js";

/** @typedef {import("./turnbook.js").CloudEvent} CloudEvent */

/** Direct children of a class. @param {Element} e @param {string} name @returns {HTMLElement[]} */
const children = (e, name) => /** @type {HTMLElement[]} */ (Array.from(e.children).filter((c) => c.classList.contains(name)));

/** @param {string} name @param {string} value */
const having = (name, value) => "[data-" + name + '="' + CSS.escape(value) + '"]';

export class Tree {
  constructor() {
    this.modules = find("#modules");
    this.builder = find("#builder-steps");
    /** @type {string} the task in the builder; "" for none */ this.open = "";
    /** @type {Set<string>} step events that are in the tree already */ this.applied = new Set();
  }

  /** @param {string} id @returns {HTMLElement|null} */
  task(id) {
    return this.modules.querySelector(".task" + having("task", id));
  }

  /** @param {number} module @param {number} task @returns {HTMLElement|undefined} */
  taskAt(module, task) {
    const m = children(this.modules, "module")[module];
    return m && children(find(".tasks", m), "task")[task];
  }

  /** @param {string} id @returns {HTMLElement|null} */
  module(id) {
    return this.modules.querySelector(".module" + having("module", id));
  }

  /** The lists that show a task's steps: the canvas's, and the builder's while it has it open.
   * @param {string} task */
  lists(task) {
    const li = this.task(task), lists = li ? [find(".steps", li)] : [];
    if (task === this.open) lists.push(this.builder);
    return lists;
  }

  /** Changes a task by one step event; an event that is offered again changes nothing.
   * @param {string} task @param {{id: string, type: string, data: any}} event @param {boolean} saved */
  apply(task, event, saved) {
    const first = !this.applied.has(event.id);
    this.applied.add(event.id);
    for (const list of this.lists(task)) {
      if (first) change(list, event.type, event.data);
      for (const id of stepIDs(event.data)) {
        const step = stepIn(list, id);
        if (step) step.dataset.saved = String(saved);
      }
    }
    this.count(task);
  }

  /** Takes in what a document saved: steps of others appear, ours lose their mark.
   * @param {{event: string, task_id: string, type: string, data: any}[]} steps */
  flushed(steps) {
    for (const s of steps) this.apply(s.task_id, { id: s.event, type: s.type, data: s.data }, true);
  }

  /** Changes modules and tasks. It returns false where the page must be drawn anew.
   * @param {string} type @param {any} d */
  chrome(type, d) {
    switch (type) {
      case "playbook.module-added": {
        if (this.module(d.module_id)) break;
        const m = copy("t-module");
        m.dataset.module = d.module_id;
        setTitle(find(".module-title", m), d.title);
        place(this.modules, m, d.after_id && this.module(d.after_id));
        break;
      }
      case "playbook.module-renamed": rename(this.module(d.module_id), ".module-title", d.title); break;
      case "playbook.module-moved": move(this.modules, this.module(d.module_id), d.after_id && this.module(d.after_id)); break;
      case "playbook.task-added": {
        const m = this.module(d.module_id);
        if (!m || this.task(d.task_id)) break;
        place(find(".tasks", m), newTask(d), d.after_id && this.task(d.after_id));
        break;
      }
      case "playbook.task-renamed": rename(this.task(d.task_id), ".task-title", d.title); break;
      case "playbook.task-moved": {
        const m = this.module(d.module_id);
        if (m) move(find(".tasks", m), this.task(d.task_id), d.after_id && this.task(d.after_id));
        break;
      }
      default: return false;
    }
    this.number();
    return true;
  }

  /** Numbers modules and tasks by where they stand, and counts. */
  number() {
    children(this.modules, "module").forEach((m, i) => {
      find(".ordinal", m).textContent = String(i + 1);
      const tasks = children(find(".tasks", m), "task");
      tasks.forEach((t, j) => { find(".task-ordinal", t).textContent = String(j + 1); });
      find(".module-count", m).textContent = counted(tasks.length, "task");
    });
    this.countAll();
  }

  /** @param {string} task */
  count(task) {
    const li = this.task(task);
    if (li) find(".task-count", li).textContent = counted(li.querySelectorAll(".step").length, "step");
    this.countAll();
  }

  countAll() {
    const n = (/** @type {string} */ s) => this.modules.querySelectorAll(s).length;
    find("#canvas-count").textContent = counted(n(".module"), "module") + " · " + counted(n(".task"), "task") + " · " + counted(n(".step"), "step");
  }

  /** Draws the tree of a snapshot. @param {any[]} modules */
  draw(modules) {
    this.applied.clear();
    this.modules.replaceChildren(...modules.map((m) => {
      const li = copy("t-module");
      li.dataset.module = m.id;
      if (m.linked) li.dataset.linked = "true";
      setTitle(find(".module-title", li), m.title);
      find(".tasks", li).replaceChildren(...(m.tasks || []).map((/** @type {any} */ t) => {
        const task = newTask({ ...t, task_id: t.id });
        find(".steps", task).replaceChildren(...(t.steps || []).map(newStepTree));
        find(".task-count", task).textContent = counted(task.querySelectorAll(".step").length, "step");
        return task;
      }));
      return li;
    }));
    this.number();
    if (this.open) this.fillBuilder(this.open);
  }

  /** Shows a task's steps in the builder. @param {string} task */
  fillBuilder(task) {
    const li = this.task(task);
    this.open = task;
    this.builder.replaceChildren(...(li ? Array.from(find(".steps", li).children, (s) => s.cloneNode(true)) : []));
  }
}

/** @param {any} d */
function newTask(d) {
  const t = copy("t-task");
  t.dataset.task = d.task_id;
  setTitle(find(".task-title", t), d.title);
  const about = find(".task-about", t);
  about.textContent = shown(d.description);
  about.hidden = !d.description;
  return t;
}

/** @param {any} d @returns {HTMLElement} */
function newStep(d) {
  const s = copy("t-step");
  s.dataset.step = d.id;
  words(s, d);
  find(".branches", s).replaceChildren(...(d.branches || []).map((/** @type {any} */ b) => newBranch(b)));
  return s;
}

/** A step of a snapshot, with what it holds. @param {any} d @returns {HTMLElement} */
function newStepTree(d) {
  const s = newStep({ ...d, branches: [] });
  s.dataset.saved = String(d.saved && !d.changed);
  find(".branches", s).replaceChildren(...(d.branches || []).map((/** @type {any} */ b) => {
    const li = newBranch(b.name);
    find(".branch-steps", li).replaceChildren(...(b.steps || []).map(newStepTree));
    return li;
  }));
  return s;
}

/** @param {string} name */
function newBranch(name) {
  const b = copy("t-branch");
  b.dataset.branch = name;
  find(".branch-name bdi", b).textContent = shown(name);
  return b;
}

/** Sets what is given of a step's words and kind. @param {HTMLElement} s @param {any} d */
function words(s, d) {
  const line = find(".step-line", s);
  if (d.title !== undefined) setTitle(line, d.title);
  if (d.description !== undefined) {
    const about = find(".step-about", line);
    about.textContent = shown(d.description);
    about.hidden = !d.description;
  }
  if (d.kind) {
    s.dataset.kind = d.kind;
    find(".step-kind", line).textContent = d.kind[0] + d.kind.slice(1).toLowerCase();
    line.querySelector("use")?.setAttribute("href", "/assets/icons.svg#" + d.kind.toLowerCase());
  }
}

/** @param {Element} list @param {string} id @returns {HTMLElement|null} */
const stepIn = (list, id) => list.querySelector(".step" + having("step", id));

/** @param {any} d @returns {string[]} */
const stepIDs = (d) => d.step_ids || (d.step_id ? [d.step_id] : []);

/** One step event in one list. What it builds on may be gone; then nothing happens.
 * @param {Element} list @param {string} type @param {any} d */
function change(list, type, d) {
  const step = d.step_id && stepIn(list, d.step_id);
  switch (type) {
    case "task.step-added":
      if (!step) putStep(list, newStep({ ...d, id: d.step_id }), d.place);
      break;
    case "task.step-updated":
      if (step) words(step, d);
      break;
    case "task.steps-removed":
      for (const id of d.step_ids) stepIn(list, id)?.remove();
      break;
    case "task.step-moved":
      if (step) putStep(list, step, d.place);
      break;
  }
}

/** Puts a step behind a sibling in a branch: a place is a neighbour, never a number.
 * @param {Element} list @param {HTMLElement} step @param {{parent_id?: string, branch?: string, after_id?: string}} at */
function putStep(list, step, at) {
  let within = list;
  if (at.parent_id) {
    const parent = stepIn(list, at.parent_id);
    const branch = parent && children(find(".branches", parent), "branch").find((b) => b.dataset.branch === at.branch);
    if (!branch || step.contains(parent)) return;
    within = find(".branch-steps", branch);
  }
  const after = at.after_id ? children(within, "step").find((s) => s.dataset.step === at.after_id) : null;
  if (at.after_id && !after) return;
  place(within, step, after);
}

/** @param {Element} list @param {Element} e @param {Element|null|undefined|""} after */
function place(list, e, after) {
  if (after) after.after(e);
  else list.prepend(e);
}

/** @param {Element} list @param {Element|null} e @param {Element|null|undefined|""} after */
function move(list, e, after) {
  if (e) place(list, e, after);
}

/** @param {Element|null} e @param {string} selector @param {string} title */
function rename(e, selector, title) {
  if (e) setTitle(find(selector, e), title);
}
