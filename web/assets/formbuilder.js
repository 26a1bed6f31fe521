// @ts-check
// The form of one step in a dialog: what it asks on one side, how it looks on the other.
// It is saved whole, as one edit of the task that can be taken back. Nothing that was
// written is lost: not to a refusal, not to what others write meanwhile, not to Escape.
import { dragIn } from "./drag.js";
import { FormDraft, nameOf, readForm } from "./formdraft.js";
import { ElementCard } from "./formelement.js";
import { FormPreview } from "./formpreview.js";
import { tellProblems } from "./formproblems.js";
import { find, say, setTitle, shown, troubleOf } from "./page.js";
import { place } from "./pieces.js";

export class FormBuilder {
  /** @param {import("./builder.js").Builder} builder
   * @param {(changes: object[], what: string) => Promise<void>} change does an edit, or throws why not */
  constructor(builder, change) {
    this.builder = builder;
    this.change = change;
    this.box = /** @type {HTMLDialogElement} */ (find("#form"));
    this.list = find("#form-elements");
    this.preview = new FormPreview();
    this.draft = new FormDraft(null);
    /** @type {Map<string, ElementCard>} */ this.cards = new Map();
    /** @type {FormDraft|null} what others wrote meanwhile */ this.theirs = null;
    this.step = "";
    this.title = "";
    this.saving = false;
    this.missed = false; // others may have written while nobody could be told
    this.reads = 0;
    builder.onForm = (step) => this.elsewhere(step);
    this.listen();
  }

  /** @private */
  listen() {
    this.box.addEventListener("click", (e) => this.click(/** @type {HTMLElement} */ (e.target)));
    this.box.addEventListener("keydown", (e) => this.key(e));
    this.box.addEventListener("cancel", (e) => {
      e.preventDefault();
      this.leave();
    });
    dragIn({
      scroller: find("#form-edit"), item: (grip) => /** @type {HTMLElement} */ (grip.closest(".form-element")),
      places: () => [{ list: this.list, area: find("#form-edit") }], drop: (li, _, after) => this.move(li, after),
    });
  }

  /** Opens the form of a step. It throws where it can't be read.
   * @param {HTMLElement} step */
  async open(step) {
    this.step = step.dataset.step || "";
    this.missed = false;
    const draft = await this.read();
    if (this.box.open) return;
    this.title = find(".step-line .title", step).textContent || "";
    setTitle(find("#form-heading"), this.title);
    this.preview.clear();
    this.flip(false);
    this.tell("");
    find("#form-leave").hidden = true;
    this.load(draft);
    this.box.showModal();
    find("#form-heading").focus({ preventScroll: true });
    this.catchUp();
  }

  /** @private */
  read() {
    return readForm(this.builder.task, this.step);
  }

  /** Shows a draft; what is open stays open. @private @param {FormDraft} draft */
  load(draft) {
    const open = Array.from(this.cards.values()).filter((c) => c.isOpen()).map((c) => c.id);
    const at = this.box.open ? /** @type {HTMLElement|null} */ (document.activeElement?.closest(".form-element"))?.dataset.element : undefined;
    this.draft = draft;
    this.theirs = null;
    find("#form-theirs").hidden = true;
    this.cards = new Map(draft.order.map((id) => [id, this.card(id)]));
    this.list.replaceChildren(...Array.from(this.cards.values(), (c) => c.li));
    if (this.box.open) for (const id of open) this.cards.get(id)?.toggle(true);
    this.changed();
    if (at !== undefined) (this.cards.get(at)?.button || find("#form-heading")).focus({ preventScroll: true });
  }

  /** @private @param {string} id */
  card(id) {
    return new ElementCard(this.draft, id, () => this.changed());
  }

  /** @private */
  changed() {
    for (const c of this.cards.values()) c.sync();
    find("#form-none").hidden = this.draft.order.length > 0;
    this.preview.draw(this.draft);
  }

  // ---- the list ----------------------------------------------------------------------

  /** @private @param {HTMLElement} on */
  click(on) {
    const button = on.closest("button"), li = /** @type {HTMLElement} */ (on.closest(".form-element"));
    if (!button) return;
    if (button.dataset.type) return this.add(button.dataset.type);
    if (button.matches(".element-remove")) return this.remove(li);
    /** @type {Record<string, () => unknown>} */ const acts = {
      "form-save": () => this.save(), "form-close": () => this.leave(), "form-flip": () => this.flip(this.box.dataset.preview === undefined),
      "form-take": () => this.take(), "form-keep": () => this.keep(), "form-discard": () => this.box.close(), "form-stay": () => this.stay(),
    };
    acts[button.id]?.();
  }

  /** @private @param {KeyboardEvent} e */
  key(e) {
    const on = /** @type {HTMLElement} */ (e.target), head = on.closest(".element-head"), li = /** @type {HTMLElement} */ (on.closest(".form-element"));
    const act = e.key === "Escape" ? () => this.leave()
      : e.key === "Enter" && (e.ctrlKey || e.metaKey) ? () => this.save()
      : head && e.altKey && e.key === "ArrowUp" ? () => this.nudge(li, false)
      : head && e.altKey && e.key === "ArrowDown" ? () => this.nudge(li, true)
      : head && e.key === "Delete" ? () => this.remove(li) : null;
    e.stopPropagation(); // the page below has keys of its own
    if (!act || e.isComposing) return;
    e.preventDefault();
    act();
  }

  /** @private @param {string} type */
  add(type) {
    const id = this.draft.add(type), card = this.card(id);
    this.cards.set(id, card);
    this.list.append(card.li);
    card.toggle(true);
    this.changed();
    find('[data-at="/label"]', card.li).focus({ preventScroll: true });
    card.li.scrollIntoView({ block: "nearest" });
  }

  /** @private @param {HTMLElement} li */
  remove(li) {
    const id = li.dataset.element || "", next = li.nextElementSibling || li.previousElementSibling, name = nameOf(this.draft.get(id));
    this.draft.remove(id);
    this.cards.delete(id);
    li.remove();
    this.changed();
    find(next ? ".element-open" : ".form-add-one", next || this.box).focus({ preventScroll: true });
    say("Removed " + name + ".");
  }

  /** @private @param {HTMLElement} li @param {boolean} down */
  nudge(li, down) {
    const next = /** @type {HTMLElement|null} */ (down ? li.nextElementSibling : li.previousElementSibling);
    if (!next) return say(down ? "It is the last one." : "It is the first one.");
    this.move(li, down ? next : /** @type {HTMLElement|null} */ (next.previousElementSibling));
  }

  /** @private @param {HTMLElement} li @param {HTMLElement|null} after */
  move(li, after) {
    const id = li.dataset.element || "";
    this.draft.move(id, after?.dataset.element);
    place(this.list, li, after);
    this.changed();
    li.scrollIntoView({ block: "nearest" });
    say(nameOf(this.draft.get(id)) + " is now element " + (this.draft.order.indexOf(id) + 1) + " of " + this.draft.order.length + ".");
  }

  /** Between the two sides, where there is room for one. @private @param {boolean} preview */
  flip(preview) {
    this.box.toggleAttribute("data-preview", preview);
    find("#form-flip").setAttribute("aria-pressed", String(preview));
  }

  // ---- saving ------------------------------------------------------------------------

  /** @private */
  async save() {
    if (this.saving) return;
    if (this.theirs) return find("#form-take").focus();
    if (!this.draft.touched()) return this.box.close();
    this.busy(true);
    try {
      await this.change([{ op: "write_form", step_id: this.step, form: this.draft.document() }], "Changed the form of “" + this.title + "”");
      this.box.close();
    } catch (err) {
      this.refused(err);
    }
    this.busy(false);
    this.catchUp();
  }

  /** @private @param {boolean} busy */
  busy(busy) {
    this.saving = busy;
    /** @type {HTMLButtonElement} */ (find("#form-save")).disabled = busy;
  }

  /** @private @param {unknown} err */
  refused(err) {
    const { first, rest } = tellProblems(/** @type {Error} */ (err).message, Array.from(this.cards.values()));
    this.tell(rest ? troubleOf(new Error(rest)) : "");
    this.flip(false);
    first?.focus();
  }

  /** @private @param {string} words */
  tell(words) {
    find("#form-trouble").textContent = shown(words);
    find("#form-trouble").hidden = !words;
  }

  // ---- others, and leaving ---------------------------------------------------------------

  /** A form was written, here or elsewhere; "" for any. @private @param {string} step */
  async elsewhere(step) {
    if (step && step !== this.step) return;
    this.missed = !this.box.open || this.saving;
    if (this.missed) return;
    const read = ++this.reads, theirs = await this.read().catch(() => null);
    if (!theirs || !this.box.open || this.saving || read !== this.reads || theirs.saved === (this.theirs || this.draft).saved) return;
    if (theirs.saved === this.draft.text() || !this.draft.touched()) {
      this.load(theirs);
      return say("The form was changed elsewhere, and is shown as it is now.");
    }
    this.theirs = theirs;
    find("#form-theirs").hidden = false;
  }

  /** @private */
  catchUp() {
    if (this.missed && this.box.open) this.elsewhere("");
  }

  /** @private */
  take() {
    if (this.theirs) this.load(this.theirs);
    find("#form-heading").focus({ preventScroll: true });
  }

  /** Goes on with what is here; saving it writes over theirs. @private */
  keep() {
    if (this.theirs) this.draft.saved = this.theirs.saved;
    this.theirs = null;
    find("#form-theirs").hidden = true;
    find("#form-save").focus({ preventScroll: true });
  }

  /** @private */
  leave() {
    if (!this.draft.touched()) return this.box.close();
    find("#form-leave").hidden = false;
    find("#form-stay").focus({ preventScroll: true });
  }

  /** @private */
  stay() {
    find("#form-leave").hidden = true;
    find("#form-heading").focus({ preventScroll: true });
  }
}
