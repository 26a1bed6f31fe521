// @ts-check
// Fields that open in place: a title that is changed where it stands, and a line for the
// next item at the end of a list. Enter keeps, Escape lets go.
import { swallowKey } from "./swallow.js";
import { copy, find, shown } from "./page.js";

/** Changes a title where it stands. It resolves when the field has closed: with what was
 * written, or null where it was let go or is what it was.
 * @param {HTMLElement} host what holds the title @param {string} title as it is @param {string} label
 * @returns {Promise<string|null>} */
export function titleField(host, title, label) {
  const field = /** @type {HTMLInputElement} */ (copy("t-rename"));
  field.setAttribute("aria-label", label);
  field.value = title;
  host.dataset.renaming = "";
  host.append(field);
  field.focus({ preventScroll: true });
  field.select();
  return new Promise((done) => {
    let open = true;
    const close = (/** @type {boolean} */ keep) => {
      if (!open) return;
      open = false;
      const text = field.value.trim();
      delete host.dataset.renaming;
      field.remove();
      done(keep && text && text !== title ? text : null);
    };
    field.addEventListener("keydown", (e) => {
      if ((e.key !== "Enter" && e.key !== "Escape") || e.isComposing) return;
      e.preventDefault();
      e.stopPropagation();
      swallowKey();
      close(e.key === "Enter");
    });
    field.addEventListener("blur", () => close(true));
  });
}

/** Opens a line for new items in place of a button, one after the other.
 * @param {HTMLElement} button @param {string} label @param {(title: string) => Promise<void>} save */
export function addField(button, label, save) {
  const form = copy("t-add"), field = /** @type {HTMLInputElement} */ (find("input", form)), go = /** @type {HTMLButtonElement} */ (find("button", form));
  field.setAttribute("aria-label", label);
  field.placeholder = label;
  button.hidden = true;
  button.after(form);
  field.focus({ preventScroll: true });
  form.scrollIntoView({ block: "nearest" });
  const close = () => {
    form.remove();
    button.hidden = false;
    button.focus({ preventScroll: true });
  };
  form.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    e.preventDefault();
    e.stopPropagation();
    close();
  });
  find(".add-done", form).addEventListener("click", close);
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const title = field.value.trim();
    if (!title) return close();
    go.disabled = true;
    try {
      await save(title);
      if (field.value.trim() === title) field.value = "";
      trouble(form, "");
    } catch (err) {
      trouble(form, /** @type {Error} */ (err).message);
    }
    go.disabled = false;
    form.scrollIntoView({ block: "nearest" });
  });
}

/** Says what was refused behind the element where it happened; "" takes it away. It goes by
 * itself with the next thing that is done there.
 * @param {Element} at @param {string} words */
export function trouble(at, words) {
  const next = at.nextElementSibling;
  if (next?.classList.contains("hand-trouble")) next.remove();
  if (!words) return;
  const p = copy("t-trouble");
  find("span", p).textContent = shown(words);
  find("button", p).addEventListener("click", () => p.remove());
  at.after(p);
  p.scrollIntoView({ block: "nearest" });
}
