// @ts-check
/** A task's steps as a flat list, and what each step event does to it.
 * @module steps */

/** @typedef {{id: string, kind: string, title: string, parent: string}} Step parent: the step that holds it; "" at the top */

/** The steps of a task in a snapshot's playbook; those of branches follow their step.
 * @param {any} tree @param {string} task @returns {Step[]} */
export function stepsOf(tree, task) {
  /** @type {Step[]} */ const flat = [];
  /** @param {any[]} steps @param {string} parent */
  const walk = (steps, parent) => {
    for (const s of steps || []) {
      flat.push({ id: s.id, kind: s.kind, title: s.title, parent });
      for (const b of s.branches || []) walk(b.steps, s.id);
    }
  };
  for (const m of tree?.modules || []) for (const t of m.tasks) if (t.id === task) walk(t.steps, "");
  return flat;
}

/** The list after a step event.
 * @param {Step[]} steps @param {import("../../web/assets/turnbook.js").CloudEvent} event @returns {Step[]} */
export function applyStep(steps, { type, data }) {
  switch (type) {
    case "task.step-added": return insert(steps, { id: data.step_id, kind: data.kind, title: data.title, parent: "" }, data.place);
    case "task.step-updated": return steps.map((s) => (s.id !== data.step_id ? s : { ...s, title: data.title ?? s.title, kind: data.kind ?? s.kind }));
    case "task.steps-removed": {
      const gone = new Set([...(data.step_ids || []), ...(data.cascade_ids || [])]);
      return steps.filter((s) => !gone.has(s.id));
    }
    case "task.step-moved": {
      const moved = steps.find((s) => s.id === data.step_id);
      return moved ? insert(steps.filter((s) => s !== moved), moved, data.place) : steps;
    }
    case "task.form-written": return steps; // the list shows titles
    default: return steps; // a kind of event that this page does not know yet
  }
}

/** Puts a step behind its sibling and all that it holds, or first where it names none.
 * @param {Step[]} steps @param {Step} step @param {{parent_id?: string, after_id?: string}} place */
function insert(steps, step, place) {
  const from = steps.findIndex((s) => s.id === (place.after_id || place.parent_id));
  let to = from + 1;
  if (place.after_id) while (to < steps.length && within(steps, steps[to], place.after_id)) to++;
  return [...steps.slice(0, to), { ...step, parent: place.parent_id || "" }, ...steps.slice(to)];
}

/** Whether a step stands somewhere inside another.
 * @param {Step[]} steps @param {Step|undefined} step @param {string} holder */
function within(steps, step, holder) {
  for (; step && step.parent; step = steps.find((s) => s.id === step?.parent)) if (step.parent === holder) return true;
  return false;
}
