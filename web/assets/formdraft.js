// @ts-check
// The document of a form while it is changed. What is not edited is kept as it was read,
// digit by digit; what a type can't have (options of a text) stays in the draft, in case
// the type is changed back, and is left out of what is written.
import { beginning, callText, counted, find, shown } from "./page.js";
import { readJSON, writeJSON } from "./exactjson.js";

/** @typedef {{value: string, label?: string}} Option */
/** @typedef {{element?: string, operator?: string, value?: any, all?: Rule[], any?: Rule[]}} Rule */
/** @typedef {{type: string, label?: string, required?: boolean, help?: string, options?: Option[], show_when?: Rule, foreign_type?: string}} FormElement */

/** @param {string} type */
export const hasOptions = (type) => type === "choice" || type === "multiple_choice";

/** @param {string} type whether people answer it */
export const asks = (type) => type !== "heading" && type !== "unknown";

export class FormDraft {
  /** @param {any} doc as it was read; null for none yet */
  constructor(doc) {
    this.rest = doc || {};
    /** @type {Map<string, FormElement>} */
    this.elements = new Map(Object.entries(doc?.elements_map || {}));
    /** @type {string[]} */
    this.order = (doc?.order || []).slice();
    this.taken = new Set(this.elements.keys());
    this.saved = this.text();
  }

  /** @returns {[string, FormElement][]} in the order in which they are asked */
  all() {
    return this.order.flatMap((id) => {
      const e = this.elements.get(id);
      return e ? [/** @type {[string, FormElement]} */ ([id, e])] : [];
    });
  }

  /** @param {string} id @returns {FormElement} */
  get(id) {
    return /** @type {FormElement} */ (this.elements.get(id));
  }

  /** Adds an element at the end, and returns its id: one that the form never had. @param {string} type */
  add(type) {
    let number = this.taken.size + 1;
    while (this.taken.has("field-" + number)) number++;
    const id = "field-" + number;
    this.taken.add(id);
    this.elements.set(id, { type, ...(hasOptions(type) ? { options: [{ value: "" }] } : {}) });
    this.order.push(id);
    return id;
  }

  /** @param {string} id */
  remove(id) {
    this.elements.delete(id);
    this.order = this.order.filter((o) => o !== id);
  }

  /** Puts an element behind another, or first. @param {string} id @param {string} [after] */
  move(id, after) {
    this.order = this.order.filter((o) => o !== id);
    this.order.splice(after === undefined ? 0 : this.order.indexOf(after) + 1, 0, id);
  }

  /** Sets a member; what says nothing is left out. @param {string} id @param {string} member @param {any} value */
  set(id, member, value) {
    const e = { .../** @type {any} */ (this.get(id)) };
    if (value === "" || value === false || value === undefined) delete e[member];
    else e[member] = value;
    this.elements.set(id, e);
  }

  /** The document as it would be written. */
  document() {
    const elements = Object.fromEntries(Array.from(this.elements, ([id, e]) => [id, {
      ...e, options: hasOptions(e.type) ? e.options : undefined, required: asks(e.type) ? e.required : undefined,
    }]));
    return { ...this.rest, elements_map: elements, order: this.order };
  }

  text() {
    return writeJSON(this.document());
  }

  touched() {
    return this.text() !== this.saved;
  }
}

/** The form of a step as it is saved, with every digit. @param {string} task @param {string} step */
export async function readForm(task, step) {
  const tree = readJSON(await callText("GET", "/v1/tasks/" + encodeURIComponent(task))), found = stepOf(tree.steps || [], step);
  if (!found) throw new Error("This step is not saved yet. Its form can be changed as soon as it is.");
  return new FormDraft(found.form);
}

/** A step of a tree, however deep it stands. @param {any[]} steps @param {string} id @returns {any} */
function stepOf(steps, id) {
  for (const s of steps) {
    const found = s.id === id ? s : (s.branches || []).map((/** @type {any} */ b) => stepOf(b.steps || [], id)).find(Boolean);
    if (found) return found;
  }
}

const namedFields = 4, fieldName = 40;

/** What a form asks, in one line; the server says it the same way (forms.go, formLine).
 * @param {any} doc */
export function formLine(doc) {
  if (doc && (typeof doc !== "object" || Array.isArray(doc))) return "This form can’t be read";
  const names = (doc?.order || []).map((/** @type {string} */ id) => doc.elements_map?.[id]).filter((/** @type {FormElement} */ e) => e?.type !== "heading").map(nameOf);
  if (!names.length) return "No fields yet";
  return counted(names.length, "field") + ": " + names.slice(0, namedFields).join(", ") + (names.length > namedFields ? ", …" : "");
}

/** What an element is called in a list. @param {FormElement} e */
export function nameOf(e) {
  const { text, more } = beginning(shown(e?.label).trim() || typeName(e?.type || "text"), fieldName);
  return more ? text + "…" : text;
}

/** What authors call a type, as the page's own list has it. @param {string} type */
export function typeName(type) {
  const t = /** @type {HTMLTemplateElement} */ (document.getElementById("t-element-fields"));
  return t.content.querySelector('[data-at="/type"] option[value="' + CSS.escape(type) + '"]')?.textContent || type;
}

/** An operator in words. @param {string} operator */
export function operatorName(operator) {
  const t = /** @type {HTMLTemplateElement} */ (document.getElementById("t-element-fields"));
  return find('.when-operator option[value="' + CSS.escape(operator) + '"]', t.content).textContent || "";
}
