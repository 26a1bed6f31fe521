// @ts-check
// The subtask builder: one task with its steps, beside the canvas or on a page of its own.
import { find, setTitle, shown } from "./page.js";
import { applyStep } from "./pieces.js";
import { isAfter } from "./turnbook.js";

/** @typedef {import("./turnbook.js").LoadedTask} LoadedTask */
/** @typedef {{task: LoadedTask, title: string, about: string, where: string, linked: boolean, steps: Node[], asOf?: string}} Shown
 * what a builder shows; asOf: the position that the steps were read at */

export class Builder {
  /** @param {import("./turnbook.js").Book} book @param {() => void} onChange the view's context has changed */
  constructor(book, onChange) {
    this.book = book;
    this.onChange = onChange;
    this.place = find("#builder");
    this.steps = find("#builder-steps");
    /** @type {string} the task that is open; "" for none */ this.task = "";
    /** @type {(() => void)|null} */ this.unmount = null;
    /** @type {string} */ this.asOf = "";
    /** Told of a step whose form was written; "" where all steps were read anew. @type {(step: string) => void} */ this.onForm = () => {};
  }

  /** Shows a task, in place of the one before. @param {Shown} s */
  open(s) {
    this.task = s.task.id;
    this.asOf = s.asOf || "";
    this.place.querySelector("#builder-page")?.setAttribute("href", "/tasks/" + encodeURIComponent(s.task.id));
    find("#builder-where").textContent = s.where;
    setTitle(find("#builder-title"), s.title);
    find("#builder-about").textContent = shown(s.about);
    find("#builder-about").hidden = !s.about;
    find("#builder-locked").hidden = !s.linked;
    this.place.toggleAttribute("data-linked", s.linked);
    this.steps.replaceChildren(...s.steps);
    this.unmount?.();
    this.unmount = this.book.mountBuilder();
    this.book.loadTask(s.task);
    this.place.hidden = false;
    this.onChange();
    this.onForm("");
  }

  /** Shows the steps of the open task as they were read at a position. @param {Node[]} steps @param {string} asOf */
  fill(steps, asOf) {
    this.asOf = asOf;
    this.steps.replaceChildren(...steps);
    this.onForm("");
  }

  close() {
    this.place.hidden = true;
    this.unmount?.();
    this.unmount = null;
    this.book.loadTask(null);
    this.task = "";
    this.steps.replaceChildren();
    this.onChange();
  }

  /** Takes a step event of the open task in.
   * @param {string} task @param {import("./pieces.js").StepEvent} event @param {boolean} saved @param {string} cursor @param {boolean} first */
  step(task, event, saved, cursor, first) {
    if (task !== this.task || (this.asOf && !isAfter(cursor, this.asOf))) return;
    applyStep(this.steps, event, saved, first);
    if ((first || saved) && event.type === "task.form-written") this.onForm(event.data.step_id);
  }
}
