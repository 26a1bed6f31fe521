// @ts-check
// The form of one step: what kind it is, what is to be done, and how. It opens where the
// step stands, or will stand.
import { copy, find } from "./page.js";

/** @typedef {{kind: string, title: string, description: string}} StepWords */

const branched = ["APPROVAL", "DECISION"];

/** Opens the form behind an element. Enter keeps, Escape lets go; in the description, Enter
 * with Ctrl keeps.
 * @param {Element} after @param {StepWords|null} step as it is; null for a new one
 * @param {(words: StepWords, form: HTMLElement) => Promise<boolean>} save whether the form is done with
 * @param {() => void} closed */
export function stepForm(after, step, save, closed) {
  const form = copy("t-step-form"), title = /** @type {HTMLInputElement} */ (find(".step-form-title", form));
  const kind = /** @type {HTMLSelectElement} */ (find(".step-form-kind", form)), how = /** @type {HTMLTextAreaElement} */ (find(".step-form-about", form));
  const go = /** @type {HTMLButtonElement} */ (find(".step-form-go", form));
  const words = () => ({ kind: kind.value, title: title.value.trim(), description: how.value.trim() });
  if (step) {
    title.value = step.title;
    how.value = step.description;
    kind.value = step.kind;
    kind.disabled = branched.includes(step.kind); // its branches, and what they hold, are of its kind
    for (const o of kind.options) o.disabled = branched.includes(o.value) && o.value !== step.kind;
    go.textContent = "Save";
  }
  after.after(form);
  title.focus({ preventScroll: true });
  title.select();
  form.scrollIntoView({ block: "nearest" });
  const close = () => {
    form.remove();
    closed();
  };
  form.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && e.target === how && (e.ctrlKey || e.metaKey)) /** @type {HTMLFormElement} */ (form).requestSubmit();
    if (e.key !== "Escape") return;
    e.preventDefault();
    e.stopPropagation();
    close();
  });
  find(".step-form-cancel", form).addEventListener("click", close);
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    if (!title.value.trim()) return title.focus();
    go.disabled = true;
    const done = await save(words(), form);
    go.disabled = false;
    if (done) return close();
    if (!step && form.isConnected) form.scrollIntoView({ block: "nearest" });
  });
  return form;
}

/** Empties a form for the next step. @param {HTMLElement} form */
export function nextStep(form) {
  for (const name of [".step-form-title", ".step-form-about"]) /** @type {HTMLInputElement} */ (find(name, form)).value = "";
  find(".step-form-title", form).focus({ preventScroll: true });
}
