// @ts-check
// The pieces of a tree as a page draws them, out of the page's templates: modules, tasks,
// steps, branches; and what a step event makes of a list of steps.
import { formLine } from "./formdraft.js";
import { copy, counted, find, setTitle, shown } from "./page.js";

/** @typedef {{id: string, type: string, data: any}} StepEvent */

/** Direct children of a class. @param {Element} e @param {string} name @returns {HTMLElement[]} */
export const children = (e, name) => /** @type {HTMLElement[]} */ (Array.from(e.children).filter((c) => c.classList.contains(name)));

/** @param {string} name @param {string} value */
export const having = (name, value) => "[data-" + name + '="' + CSS.escape(value) + '"]';

/** A module, with its tasks where they are known. @param {any} d @returns {HTMLElement} */
export function newModule(d) {
  const li = copy("t-module");
  li.dataset.module = d.id;
  if (d.linked) li.dataset.linked = "true";
  li.dataset.tasks = String(d.task_count || 0);
  li.dataset.steps = String(d.step_count || 0);
  setTitle(find(".module-title", li), d.title);
  if (d.tasks) find(".tasks", li).replaceChildren(...d.tasks.map(newTask));
  else makeRoom(li, roomFor(d.task_count, d.step_count));
  return li;
}

/** About how high so many tasks and steps are, in pixels. @param {number} tasks @param {number} steps */
const roomFor = (tasks, steps) => tasks * 72 + steps * 32;

/** Leaves the room of a module's tasks in their place, until they are read.
 * @param {HTMLElement} li @param {number} height */
export function makeRoom(li, height) {
  const gap = /** @type {SVGElement} */ (/** @type {unknown} */ (copy("t-gap"))), tasks = find(".tasks", li);
  gap.setAttribute("height", String(height));
  tasks.replaceChildren();
  tasks.after(gap);
  li.dataset.unread = "";
}

/** @param {any} d @returns {HTMLElement} */
export function newTask(d) {
  const t = copy("t-task");
  t.dataset.task = d.id;
  setTitle(find(".task-title", t), d.title);
  about(find(".task-about", t), d.description);
  find(".steps", t).replaceChildren(...(d.steps || []).map(newStepTree));
  countTask(t);
  return t;
}

/** @param {HTMLElement} e @param {string|undefined} text */
function about(e, text) {
  e.textContent = shown(text);
  e.hidden = !text;
}

/** Says how many steps a task has, and returns it. @param {HTMLElement} li */
export function countTask(li) {
  const steps = li.querySelectorAll(".step").length;
  find(".task-count", li).textContent = counted(steps, "step");
  return steps;
}

/** @param {any} d @returns {HTMLElement} */
function newStep(d) {
  const s = copy("t-step");
  s.dataset.step = d.id;
  words(s, d);
  find(".branches", s).replaceChildren(...(d.branches || []).map((/** @type {any} */ b) => newBranch(b)));
  return s;
}

/** A step as the tables have it, with what it holds. @param {any} d @returns {HTMLElement} */
export function newStepTree(d) {
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
  if (d.description !== undefined) about(find(".step-about", line), d.description);
  if (!d.kind) return;
  s.dataset.kind = d.kind;
  find(".step-kind", line).textContent = d.kind[0] + d.kind.slice(1).toLowerCase();
  find(".step-icon use", line).setAttribute("href", "/assets/icons.svg#" + d.kind.toLowerCase());
  if (d.kind === "FORM") facts(s, d.form);
}

/** Says what a step's form asks. @param {HTMLElement} s @param {any} form undefined where it is not known to have changed */
function facts(s, form) {
  const old = children(s, "form-facts")[0], e = old || copy("t-form-facts");
  if (!old) s.append(e);
  if (form !== undefined || !old) find(".form-line", e).textContent = formLine(form);
}

/** @param {Element} list @param {string} id @returns {HTMLElement|null} */
export const stepIn = (list, id) => list.querySelector(".step" + having("step", id));

/** @param {any} d @returns {string[]} */
const stepIDs = (d) => d.step_ids || (d.step_id ? [d.step_id] : []);

/** Takes a step event into a list; where it was taken before, only what is saved changes.
 * @param {Element} list @param {StepEvent} event @param {boolean} saved @param {boolean} first */
export function applyStep(list, event, saved, first) {
  if (first) change(list, event.type, event.data);
  for (const id of stepIDs(event.data)) {
    const step = stepIn(list, id);
    if (step) step.dataset.saved = String(saved);
  }
}

/** One step event in one list. What it builds on may be gone; then nothing happens.
 * @param {Element} list @param {string} type @param {any} d */
function change(list, type, d) {
  const step = d.step_id && stepIn(list, d.step_id);
  switch (type) {
    case "task.step-added":
      if (!step) putStep(list, newStep({ ...d, id: d.step_id }), d.place);
      break;
    case "task.step-updated":
      if (step) update(step, d);
      break;
    case "task.steps-removed":
      for (const id of d.step_ids) stepIn(list, id)?.remove();
      break;
    case "task.form-written":
      if (step) facts(step, d.form);
      break;
    case "task.step-moved":
      if (step) putStep(list, step, d.place);
      break;
  }
}

/** @param {HTMLElement} step @param {any} d */
function update(step, d) {
  words(step, d);
  if (!d.branches) return;
  const list = find(".branches", step), were = children(list, "branch");
  list.replaceChildren(...d.branches.map((/** @type {string} */ name) => were.find((b) => b.dataset.branch === name) || newBranch(name)));
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

/** Puts an element behind another in a list, or first. What is there stays untouched; the
 * focus stays where it was.
 * @param {Element} list @param {Element} e @param {Element|null|undefined} after */
export function place(list, e, after) {
  if (e.parentElement === list && (after ? after.nextElementSibling === e : list.firstElementChild === e)) return;
  const focus = e.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  if (after) after.after(e);
  else list.prepend(e);
  focus?.focus({ preventScroll: true });
}
