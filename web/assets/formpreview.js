// @ts-check
// A form as people see it who carry its step out. It can be tried: what is answered shows
// and hides what the rules say, and is kept nowhere.
import { copy, counted, find, shown } from "./page.js";
import { asks, hasOptions } from "./formdraft.js";
import { visible } from "./formrules.js";

/** @typedef {import("./formdraft.js").FormElement} FormElement */

const inputs = /** @type {Record<string, string>} */ ({ date: "date", email: "email", phone: "tel", file: "file", check: "checkbox" });

export class FormPreview {
  constructor() {
    this.place = find("#form-asks");
    /** @type {Map<string, import("./formrules.js").Answer>} */ this.answers = new Map();
    /** @type {Map<string, FormElement>} */ this.elements = new Map();
    this.place.addEventListener("input", (e) => this.answer(/** @type {HTMLInputElement} */ (e.target)));
    this.place.addEventListener("change", (e) => this.answer(/** @type {HTMLInputElement} */ (e.target)));
  }

  /** Forgets the answers: another form is tried. */
  clear() {
    this.answers.clear();
  }

  /** Draws the form of a draft. @param {import("./formdraft.js").FormDraft} draft */
  draw(draft) {
    this.elements = draft.elements;
    this.place.replaceChildren(...draft.all().map(([id, e], i) => this.element(id, e, "ask-" + i)));
    this.apply();
  }

  /** Shows what the rules show. @private */
  apply() {
    const shows = visible(this.elements, this.answers);
    let hidden = 0;
    for (const block of /** @type {HTMLCollectionOf<HTMLElement>} */ (this.place.children)) {
      block.hidden = !shows.get(block.dataset.ask || "");
      if (block.hidden) hidden++;
    }
    find("#form-hidden").textContent = hidden ? counted(hidden, "element") + (hidden === 1 ? " is hidden until what it waits" : " are hidden until what they wait") + " for is answered." : "";
  }

  /** @private @param {HTMLInputElement} on */
  answer(on) {
    const block = /** @type {HTMLElement|null} */ (on.closest("[data-ask]")), id = block?.dataset.ask || "", type = this.elements.get(id)?.type;
    if (!block) return;
    this.answers.set(id, type === "check" ? on.checked
      : type === "multiple_choice" ? Array.from(block.querySelectorAll("input:checked"), (i) => /** @type {HTMLInputElement} */ (i).value)
      : type === "file" ? Array.from(on.files || [], (f) => f.name) : on.value);
    this.apply();
  }

  /** @private @param {string} id @param {FormElement} e @param {string} name of its controls @returns {HTMLElement} */
  element(id, e, name) {
    const block = asks(e.type) ? this.question(id, e, name) : told(e);
    block.dataset.ask = id;
    block.classList.remove("fresh");
    return block;
  }

  /** @private @param {string} id @param {FormElement} e @param {string} name */
  question(id, e, name) {
    const group = hasOptions(e.type), block = copy(group ? "t-asks-group" : "t-asks"), help = find(".asks-help", block), label = find(".asks-label", block);
    const words = find(".asks-words", block);
    words.textContent = shown(e.label) || "No label yet";
    words.classList.toggle("muted", !e.label);
    words.dir = "auto";
    find(".asks-must", block).hidden = !e.required;
    help.textContent = shown(e.help);
    help.hidden = !e.help;
    help.id = name + "-help";
    if (group) {
      if (e.help) block.setAttribute("aria-describedby", help.id);
      block.append(...(e.options || []).map((o) => this.option(id, e, o, name)));
      return block;
    }
    const field = control(e, name, this.answers.get(id));
    if (e.help) field.setAttribute("aria-describedby", help.id);
    label.setAttribute("for", name);
    if (e.type === "check") label.prepend(field);
    else block.append(field);
    return block;
  }

  /** @private @param {string} id @param {FormElement} e @param {import("./formdraft.js").Option} o @param {string} name */
  option(id, e, o, name) {
    const label = document.createElement("label"), input = document.createElement("input"), words = document.createElement("bdi"), now = this.answers.get(id);
    label.className = "choice";
    input.type = e.type === "choice" ? "radio" : "checkbox";
    input.name = name;
    input.value = o.value;
    input.checked = Array.isArray(now) ? now.includes(o.value) : now !== undefined && now === o.value;
    words.dir = "auto";
    words.textContent = shown(o.label || o.value) || "…";
    label.append(input, words);
    return label;
  }
}

/** The control of an element that offers no options.
 * @param {FormElement} e @param {string} name @param {import("./formrules.js").Answer} now */
function control(e, name, now) {
  const field = document.createElement(e.type === "long_text" ? "textarea" : "input");
  field.id = name;
  field.required = e.required === true;
  if (field instanceof HTMLTextAreaElement) field.rows = 3;
  else {
    field.type = inputs[e.type] || "text";
    if (e.type === "number") field.inputMode = "decimal";
    if (e.type === "check") field.checked = now === true;
  }
  if (e.type !== "file" && e.type !== "check" && typeof now === "string") field.value = now;
  field.autocomplete = "off";
  return field;
}

/** What is not answered: a heading, or what a file had that nobody here can ask.
 * @param {FormElement} e */
function told(e) {
  const block = document.createElement(e.type === "heading" ? "h4" : "p");
  block.dir = "auto";
  if (e.type === "heading") {
    block.className = "asks-heading";
    block.textContent = shown(e.label) || "No words yet";
    return block;
  }
  block.className = "notice";
  block.textContent = (e.label ? shown(e.label) + ": k" : "K") + "ept from a file as “" + shown(e.foreign_type) + "”. It can’t be asked here.";
  return block;
}
