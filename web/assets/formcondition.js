// @ts-check
// When an element is shown. One condition can be changed; a rule of several is told in
// words, and kept as it is.
import { find, shown } from "./page.js";
import { asks, nameOf } from "./formdraft.js";
import { ruleWords, textOf } from "./formrules.js";

/** @typedef {import("./formdraft.js").FormDraft} FormDraft */
/** @typedef {import("./formdraft.js").Rule} Rule */

/** Shows the rule of an element in its fields.
 * @param {HTMLElement} fields @param {FormDraft} draft @param {string} id */
export function showRule(fields, draft, id) {
  const r = draft.get(id).show_when, group = !!(r?.all || r?.any), words = find(".when-words", fields);
  words.hidden = !group;
  words.textContent = group && r ? shown("When " + ruleWords(r, draft.elements) + ". A condition of several parts is kept as it is.") : "";
  find(".when-parts", fields).hidden = group;
  if (group) return;
  fill(select(".when-element", fields), [["", "Always"], ...others(draft, id, r?.element)], r?.element || "");
  showCondition(fields, r, draft.elements.get(r?.element || ""));
}

/** @param {HTMLElement} fields @param {Rule|undefined} r @param {import("./formdraft.js").FormElement|undefined} target that it looks at */
function showCondition(fields, r, target) {
  const operator = select(".when-operator", fields), value = /** @type {HTMLInputElement} */ (find(".when-value", fields)), option = select(".when-option", fields);
  const compares = r?.value !== undefined, offers = !!target?.options;
  operator.hidden = !r;
  value.hidden = !compares || offers;
  option.hidden = !compares || !offers;
  if (!r) return;
  find('[value="answered"]', operator).textContent = target?.type === "check" ? "is ticked" : "is answered";
  find('[value="not_answered"]', operator).textContent = target?.type === "check" ? "is not ticked" : "is not answered";
  operator.value = r.operator || "answered";
  const now = textOf(r.value), offered = (target?.options || []).map((o) => [o.value, shown(o.label || o.value)]);
  if (value.value !== now) value.value = now;
  fill(option, offered.some(([v]) => v === now) ? offered : [[now, shown(now) || "Choose…"], ...offered], now);
}

/** What a condition can look at; what it looks at now is among them.
 * @param {FormDraft} draft @param {string} id @param {string|undefined} now @returns {string[][]} */
function others(draft, id, now) {
  const all = draft.all().filter(([o, e]) => o === now || (o !== id && asks(e.type))).map(([o, e]) => [o, "When “" + nameOf(e) + "”"]);
  return now && !draft.elements.has(now) ? [...all, [now, "When an element that is gone"]] : all;
}

/** A rule with one part of it changed; undefined for always.
 * @param {FormDraft} draft @param {Rule|undefined} before @param {string} part element, operator or value @param {string} to
 * @returns {Rule|undefined} */
export function changedRule(draft, before, part, to) {
  if (part === "operator") return { ...before, operator: to, value: to === "answered" || to === "not_answered" ? undefined : before?.value ?? "" };
  if (part !== "element") return { ...before, value: to };
  const target = draft.elements.get(to);
  if (!target) return undefined;
  return target.type === "choice" ? { element: to, operator: "equals", value: target.options?.[0]?.value || "" } : { element: to, operator: "answered" };
}

/** @param {string} selector @param {HTMLElement} within */
const select = (selector, within) => /** @type {HTMLSelectElement} */ (find(selector, within));

/** Fills a select, unless it has that already. @param {HTMLSelectElement} s @param {string[][]} choices value and words @param {string} now */
function fill(s, choices, now) {
  const has = Array.from(s.options, (o) => o.value + "\n" + o.text).join("\n");
  if (has !== choices.map(([v, w]) => v + "\n" + w).join("\n")) s.replaceChildren(...choices.map(([v, w]) => new Option(w, v)));
  s.value = now;
}
