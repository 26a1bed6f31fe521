// @ts-check
// The builder's steps changed by hand: added, worded, moved, removed. Each change is one
// edit of the task; the steps change when it comes back as an event, here as in every
// other tab. What is refused is told where it happened, and nothing has moved.
import { copy, counted, find, post, say, shown } from "./page.js";
import { dragIn } from "./drag.js";
import { writeJSON } from "./exactjson.js";
import { FormBuilder } from "./formbuilder.js";
import { children } from "./pieces.js";
import { trouble } from "./rename.js";
import { nextStep, stepForm } from "./stepform.js";
import { newKey, parseCursor } from "./turnbook.js";
import { Undo } from "./undo.js";

export class StepHand {
  /** @param {import("./builder.js").Builder} builder
   * @param {string} playbook in which tasks are edited; "" for where they are at home */
  constructor(builder, playbook) {
    this.builder = builder;
    this.playbook = playbook;
    this.undo = new Undo((event) => this.call("undo", { event }), (err) => this.say(find("#builder-tools"), err));
    this.form = new FormBuilder(builder, (changes, what) => this.change(changes, what));
    const { place, steps } = builder, body = find(".builder-body", place);
    new MutationObserver(() => this.equip()).observe(steps, { childList: true, subtree: true });
    place.addEventListener("click", (e) => this.click(/** @type {HTMLElement} */ (e.target)));
    place.addEventListener("keydown", (e) => this.key(e));
    dragIn({
      scroller: body, item: stepOf, places: () => this.places(body), drop: (item, list, after) => this.move(item, list, after),
    });
  }

  /** Another task is shown. */
  opened() {
    this.undo.clear();
    this.equip();
  }

  /** Gives steps and branches their tools. @private */
  equip() {
    for (const s of /** @type {NodeListOf<HTMLElement>} */ (this.builder.steps.querySelectorAll(".step"))) {
      const line = find(".step-line", s);
      if (children(line, "grip").length) continue;
      line.prepend(...copy("t-step-grip").children);
      line.append(...copy("t-step-tools").children);
    }
    for (const f of /** @type {NodeListOf<HTMLElement>} */ (this.builder.steps.querySelectorAll(".form-facts"))) {
      if (!children(f, "form-open").length) f.append(copy("t-form-open"));
    }
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (this.builder.steps.querySelectorAll(".branch"))) {
      if (!children(b, "add").length) b.append(...copy("t-branch-tools").children);
    }
  }

  /** Sends one edit, and waits until it is seen here. @private @param {string} what @param {object} body */
  async call(what, body) {
    const task = this.builder.task;
    const answer = await post("/v1/tasks/" + encodeURIComponent(task) + "/steps/" + what, writeJSON({ ...body, playbook_id: this.playbook, idempotency_key: newKey() }));
    await this.seen(answer.seq);
    return answer;
  }

  /** Waits until the events up to a position have come. @private @param {number} seq */
  seen(seq) {
    const there = () => (parseCursor(this.builder.book.cursor)?.seq ?? Infinity) >= seq;
    return new Promise((/** @type {(v?: any) => void} */ done) => {
      if (there()) return done();
      const hear = () => {
        if (!there()) return;
        stop.forEach((f) => f());
        done();
      };
      const stop = [this.builder.book.on("event", hear), this.builder.book.on("snapshot", hear)];
    });
  }

  /** Does one edit. It returns whether it was done. @private
   * @param {Element} at where a refusal is told @param {object[]} changes @param {string} what in words, for taking it back */
  async edit(at, changes, what) {
    trouble(at, "");
    try {
      await this.change(changes, what);
      return true;
    } catch (err) {
      this.say(at, /** @type {Error} */ (err));
      return false;
    }
  }

  /** Does one edit, and offers to take it back. It throws why not.
   * @param {object[]} changes @param {string} what in words */
  async change(changes, what) {
    const { undo } = await this.call("edits", { changes });
    this.undo.note(undo, what);
  }

  /** @private @param {HTMLElement} step */
  async openForm(step) {
    const facts = children(step, "form-facts")[0];
    trouble(facts, "");
    try {
      await this.form.open(step);
    } catch (err) {
      this.say(facts, /** @type {Error} */ (err));
    }
  }

  /** @private @param {Element} at @param {Error} err */
  say(at, err) {
    trouble(at.isConnected ? at : find("#builder-tools"), err.message);
  }

  /** @private @param {HTMLElement} on */
  click(on) {
    const step = /** @type {HTMLElement} */ (on.closest(".step"));
    if (on.closest(".step-edit")) return this.word(step);
    if (on.closest(".step-remove")) return this.askRemove(step);
    if (on.closest(".ask-remove-go")) return this.remove(step);
    if (on.closest(".ask-remove-keep")) return this.keep(step);
    if (on.closest(".form-open")) return this.openForm(step);
    if (on.closest("#add-step")) return this.add(find("#add-step"), this.builder.steps);
    const add = /** @type {HTMLElement|null} */ (on.closest(".add-in-branch"));
    if (add) this.add(add, find(".branch-steps", /** @type {HTMLElement} */ (add.parentElement)));
  }

  /** @private @param {KeyboardEvent} e */
  key(e) {
    const on = /** @type {HTMLElement} */ (e.target), step = /** @type {HTMLElement|null} */ (on.closest(".step"));
    if (on.matches("input, textarea, select") || !editable()) return;
    const letter = e.key.toLowerCase();
    if ((e.ctrlKey || e.metaKey) && !e.altKey && (letter === "z" || letter === "y")) {
      e.preventDefault();
      letter === "y" || e.shiftKey ? this.undo.redo() : this.undo.undo();
      return;
    }
    if (!step || !on.closest(".step-line")) return;
    const act = e.altKey ? { ArrowUp: () => this.nudge(step, false), ArrowDown: () => this.nudge(step, true), ArrowLeft: () => this.out(step), ArrowRight: () => this.into(step) }[e.key]
      : { F2: () => this.word(step), Delete: () => this.askRemove(step) }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  // ---- words -----------------------------------------------------------------------

  /** @private @param {HTMLElement} button @param {HTMLElement} list where the step goes, behind its last */
  add(button, list) {
    button.hidden = true;
    stepForm(button, null, async (words, form) => {
      const last = children(list, "step").at(-1), title = words.title;
      const done = await this.edit(form, [{ op: "add", ...words, place: placeOf(list, last) }], "Added “" + title + "”");
      if (done) nextStep(form);
      return false;
    }, () => {
      button.hidden = false;
      button.focus({ preventScroll: true });
    });
  }

  /** @private @param {HTMLElement} step */
  word(step) {
    const line = find(".step-line", step), about = find(".step-about", line);
    if (step.dataset.editing !== undefined) return;
    const was = { kind: step.dataset.kind || "", title: find(".title", line).textContent || "", description: about.hidden ? "" : about.textContent || "" };
    step.dataset.editing = "";
    stepForm(line, was, async (now, form) => {
      /** @type {Record<string, string>} */ const change = { op: "update", step_id: step.dataset.step || "" };
      for (const k of /** @type {const} */ (["kind", "title", "description"])) if (now[k] !== was[k]) change[k] = now[k];
      return Object.keys(change).length === 2 || this.edit(form, [change], "Changed “" + now.title + "”");
    }, () => {
      delete step.dataset.editing;
      find(".step-edit", line).focus({ preventScroll: true });
    });
  }

  // ---- removing ----------------------------------------------------------------------

  /** What a step holds goes with it: that is told before. @private @param {HTMLElement} step */
  askRemove(step) {
    const held = step.querySelectorAll(".step").length, line = find(".step-line", step);
    if (!held) return this.remove(step);
    if (line.nextElementSibling?.classList.contains("ask-remove")) return;
    const ask = copy("t-ask-remove");
    find("span", ask).textContent = counted(held, "step") + (held === 1 ? " that it holds goes with it." : " that it holds go with it.");
    line.after(ask);
    find(".ask-remove-go", ask).focus({ preventScroll: true });
    ask.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      this.keep(step);
    });
  }

  /** @private @param {HTMLElement} step */
  keep(step) {
    step.querySelector(".ask-remove")?.remove();
    find(".step-remove", step).focus({ preventScroll: true });
  }

  /** @private @param {HTMLElement} step */
  async remove(step) {
    const id = (/** @type {Element} */ s) => /** @type {HTMLElement} */ (s).dataset.step || "";
    const title = find(".title", step).textContent, next = step.nextElementSibling || step.previousElementSibling;
    const held = Array.from(step.querySelectorAll(".step"), id);
    if (!(await this.edit(find(".step-line", step), [{ op: "remove", step_ids: [id(step)], cascade_ids: held }], "Removed “" + title + "”"))) return;
    if (document.activeElement !== document.body) return;
    (next?.isConnected ? find(".step-line .grip", next) : find("#add-step")).focus({ preventScroll: true });
  }

  // ---- moving ------------------------------------------------------------------------

  /** @private @param {Element} body @returns {import("./drag.js").Place[]} */
  places(body) {
    const branches = /** @type {NodeListOf<HTMLElement>} */ (this.builder.steps.querySelectorAll(".branch"));
    return [{ list: this.builder.steps, area: body }, ...Array.from(branches, (b) => ({ list: find(".branch-steps", b), area: b }))];
  }

  /** @private @param {HTMLElement} step @param {HTMLElement} list @param {HTMLElement|null|undefined} after */
  async move(step, list, after) {
    if (step.parentElement === list && step.previousElementSibling === (after || null)) return;
    const done = await this.edit(find(".step-line", step), [{ op: "move", step_id: step.dataset.step, place: placeOf(list, after) }], "Moved “" + find(".title", step).textContent + "”");
    step.scrollIntoView({ block: "nearest" });
    if (done) say(whereabouts(step));
  }

  /** One place up or down; at the end of a branch into the next one, or out of the step
   * that holds it. @private @param {HTMLElement} step @param {boolean} down */
  nudge(step, down) {
    const list = /** @type {HTMLElement} */ (step.parentElement), next = /** @type {HTMLElement|null} */ (down ? step.nextElementSibling : step.previousElementSibling);
    if (next) return this.move(step, list, down ? next : /** @type {HTMLElement|null} */ (next.previousElementSibling));
    const branch = list.closest(".branch"), beside = /** @type {HTMLElement|null|undefined} */ (down ? branch?.nextElementSibling : branch?.previousElementSibling);
    if (beside) return this.move(step, find(".branch-steps", beside), down ? null : children(find(".branch-steps", beside), "step").at(-1));
    if (!branch) return say(down ? "It is the last one." : "It is the first one.");
    const parent = /** @type {HTMLElement} */ (branch.closest(".step"));
    this.move(step, /** @type {HTMLElement} */ (parent.parentElement), down ? parent : /** @type {HTMLElement|null} */ (parent.previousElementSibling));
  }

  /** Out of its branch, behind the step that holds it. @private @param {HTMLElement} step */
  out(step) {
    const parent = /** @type {HTMLElement|null} */ (step.parentElement?.closest(".step") || null);
    if (!parent) return say("It is in no branch.");
    this.move(step, /** @type {HTMLElement} */ (parent.parentElement), parent);
  }

  /** Into the first branch of the step above it. @private @param {HTMLElement} step */
  into(step) {
    const list = step.previousElementSibling?.querySelector(".branch-steps");
    if (!list) return say("The step above has no branches.");
    this.move(step, /** @type {HTMLElement} */ (list), children(list, "step").at(-1));
  }
}

/** @param {Element} e */
const stepOf = (e) => /** @type {HTMLElement} */ (e.closest(".step"));

/** A place in a list, as an edit names it. @param {Element} list @param {HTMLElement|null|undefined} after */
function placeOf(list, after) {
  /** @type {Record<string, string>} */ const at = {};
  const branch = /** @type {HTMLElement|null} */ (list.closest(".branch"));
  if (branch) {
    at.parent_id = /** @type {HTMLElement} */ (branch.closest(".step")).dataset.step || "";
    at.branch = branch.dataset.branch || "";
  }
  if (after) at.after_id = after.dataset.step || "";
  return at;
}

const editable = () => find("#main").dataset.status === "draft" && find("#builder").dataset.linked === undefined;

/** @param {HTMLElement} step */
function whereabouts(step) {
  const list = /** @type {HTMLElement} */ (step.parentElement), branch = /** @type {HTMLElement|null} */ (list.closest(".branch"));
  const at = children(list, "step").indexOf(step) + 1 + " of " + children(list, "step").length;
  const where = branch ? " in branch " + branch.dataset.branch + " of " + find(".title", /** @type {HTMLElement} */ (branch.closest(".step"))).textContent : "";
  return shown(find(".title", step).textContent) + " is now step " + at + where + ".";
}
