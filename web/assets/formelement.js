// @ts-check
// One element of a form as its author changes it: a line, and below it the fields of what
// it is. Each change goes into the draft at once.
import { copy, find, setTitle, shown } from "./page.js";
import { asks, hasOptions, nameOf, typeName } from "./formdraft.js";
import { changedRule, showRule } from "./formcondition.js";

/** @typedef {import("./formdraft.js").FormDraft} FormDraft */

export class ElementCard {
  /** @param {FormDraft} draft @param {string} id @param {() => void} changed */
  constructor(draft, id, changed) {
    this.draft = draft;
    this.id = id;
    this.changed = changed;
    this.li = copy("t-element");
    this.li.dataset.element = id;
    this.fields = find(".element-fields", this.li);
    this.button = find(".element-open", this.li);
    this.button.addEventListener("click", () => this.toggle(!this.isOpen()));
    this.fields.addEventListener("input", (e) => this.input(/** @type {HTMLInputElement} */ (e.target)));
    this.fields.addEventListener("click", (e) => this.click(/** @type {HTMLElement} */ (e.target)));
    this.fields.addEventListener("keydown", (e) => this.key(e));
    this.sync();
  }

  isOpen() {
    return !this.fields.hidden;
  }

  /** @param {boolean} open */
  toggle(open) {
    if (open === this.isOpen()) return;
    this.fields.replaceChildren(...(open ? [copy("t-element-fields")] : []));
    this.fields.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    const e = this.draft.get(this.id);
    this.field("/label").value = e.label || "";
    this.field("/help").value = e.help || "";
    this.field("/type").value = e.type;
    this.field("/required").checked = e.required === true;
    find(".option-list", this.fields).replaceChildren(...(e.options || []).map((o) => optionLine(o.value, o.label)));
    this.sync();
  }

  /** @private @param {string} at @returns {HTMLInputElement} */
  field(at) {
    return /** @type {HTMLInputElement} */ (find('[data-at="' + at + '"]', this.fields));
  }

  /** Says what the element is now, and shows what its type can have. */
  sync() {
    const e = this.draft.get(this.id), name = nameOf(e);
    setTitle(this.li, shown(e.label) || "No label yet");
    this.button.classList.toggle("unnamed", !e.label);
    find(".element-type", this.li).textContent = typeName(e.type) + (e.required && asks(e.type) ? " · required" : "") + (e.show_when ? " · with a condition" : "");
    find(".grip", this.li).setAttribute("aria-label", "Move " + name);
    find(".element-remove", this.li).setAttribute("aria-label", "Remove " + name);
    if (!this.isOpen()) return;
    this.field("/type").disabled = e.type === "unknown"; // what a file had can't be asked here
    find(".element-must", this.fields).hidden = !asks(e.type);
    find(".element-options", this.fields).hidden = !hasOptions(e.type);
    showRule(this.fields, this.draft, this.id);
  }

  /** @private @param {HTMLInputElement} on */
  input(on) {
    const at = on.dataset.at || "";
    if (on.closest(".option")) this.options();
    else if (at.startsWith("/show_when")) this.draft.set(this.id, "show_when", changedRule(this.draft, this.draft.get(this.id).show_when, at.slice("/show_when/".length), on.value));
    else this.draft.set(this.id, at.slice(1), on.type === "checkbox" ? on.checked : on.value);
    if (at === "/type" && hasOptions(on.value) && !this.draft.get(this.id).options) this.addOption(null, false);
    this.untell();
    this.changed();
  }

  /** @private */
  options() {
    const lines = Array.from(find(".option-list", this.fields).children, (li) => {
      const value = /** @type {HTMLInputElement} */ (find(".option-value", li)).value, label = /** @type {HTMLInputElement} */ (find(".option-label", li)).value;
      return label ? { value, label } : { value };
    });
    this.draft.set(this.id, "options", lines);
  }

  /** @private @param {HTMLElement} on */
  click(on) {
    const line = on.closest(".option");
    if (on.closest(".option-add")) return this.addOption(null);
    if (!on.closest(".option-remove") || !line) return;
    const next = line.nextElementSibling || line.previousElementSibling;
    line.remove();
    find(next ? ".option-value" : ".option-add", next || this.fields).focus({ preventScroll: true });
    this.options();
    this.changed();
  }

  /** @private @param {Element|null} after null for the last @param {boolean} [focus] */
  addOption(after, focus = true) {
    const line = optionLine("", "");
    if (after) after.after(line);
    else find(".option-list", this.fields).append(line);
    this.changed();
    if (focus) find(".option-value", line).focus();
  }

  /** Enter in an option goes on to the next one. @private @param {KeyboardEvent} e */
  key(e) {
    const line = /** @type {HTMLElement} */ (e.target).closest(".option");
    if (e.key !== "Enter" || e.isComposing || e.ctrlKey || e.metaKey || !line || /** @type {HTMLElement} */ (e.target).matches("button")) return;
    e.preventDefault();
    this.addOption(line);
  }

  /** Tells what was refused here, at the field that it is about.
   * @param {string} at a JSON pointer within the element @param {string} words */
  tell(at, words) {
    const p = document.createElement("p"), place = find(".element-troubles", this.li);
    p.textContent = shown(words);
    p.dir = "auto";
    p.id = "trouble-" + this.id + "-" + place.children.length;
    place.append(p);
    this.toggle(true);
    const field = this.fieldAt(at);
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", p.id);
    return field || this.button;
  }

  /** @private @param {string} at @returns {HTMLElement|null} */
  fieldAt(at) {
    const option = /^\/options\/(\d+)\/(value|label)$/.exec(at);
    if (option) return find(".option-list", this.fields).children[Number(option[1])]?.querySelector(".option-" + option[2]) || null;
    return Array.from(/** @type {NodeListOf<HTMLElement>} */ (this.fields.querySelectorAll(":is(input, select, textarea)[data-at]"))).find((f) => f.dataset.at === at && !f.hidden) || null;
  }

  untell() {
    find(".element-troubles", this.li).replaceChildren();
    for (const f of this.fields.querySelectorAll("[aria-invalid]")) {
      f.removeAttribute("aria-invalid");
      f.removeAttribute("aria-describedby");
    }
  }
}

/** @param {string} value @param {string|undefined} label */
function optionLine(value, label) {
  const li = copy("t-option");
  /** @type {HTMLInputElement} */ (find(".option-value", li)).value = value;
  /** @type {HTMLInputElement} */ (find(".option-label", li)).value = label || "";
  return li;
}
