// @ts-check
// Which elements of a form are shown, given answers: the rules of schemas/form (visible.go,
// answer.go), for a preview. What is hidden counts as not answered.
import { Numeral } from "./exactjson.js";
import { operatorName, nameOf } from "./formdraft.js";

/** @typedef {import("./formdraft.js").FormElement} FormElement */
/** @typedef {import("./formdraft.js").Rule} Rule */
/** @typedef {string|boolean|string[]|undefined} Answer */

/** @param {Map<string, FormElement>} elements @param {Map<string, Answer>} answers @returns {Map<string, boolean>} */
export function visible(elements, answers) {
  /** @type {Map<string, boolean>} */ const known = new Map();
  /** @param {string} id @returns {boolean} */
  const shows = (id) => {
    const e = elements.get(id), before = known.get(id);
    if (before !== undefined || !e) return before ?? false;
    known.set(id, false); // ends a circle
    known.set(id, !e.show_when || holds(e.show_when));
    return known.get(id) === true;
  };
  /** @param {Rule} r @returns {boolean} */
  const holds = (r) => {
    if (r.all) return r.all.every(holds);
    if (r.any) return r.any.some(holds);
    const id = r.element || "";
    return compares(r, elements.get(id)?.type || "", shows(id) ? answers.get(id) : undefined);
  };
  for (const id of elements.keys()) shows(id);
  return known;
}

/** @param {Answer} a @param {string} type */
function given(a, type) {
  if (type === "check") return a === true;
  if (Array.isArray(a)) return a.length > 1 || (a[0] || "").trim() !== "";
  return a !== undefined && String(a).trim() !== "";
}

/** @param {Rule} r @param {string} type @param {Answer} a */
function compares(r, type, a) {
  const value = textOf(r.value);
  switch (r.operator) {
    case "equals": return equal(a, type, value);
    case "not_equals": return !equal(a, type, value);
    case "contains": return Array.isArray(a) ? a.includes(value) : type !== "multiple_choice" && given(a, type) && String(a).includes(value);
    case "answered": return given(a, type);
    case "not_answered": return !given(a, type);
  }
  return false;
}

/** @param {Answer} a @param {string} type @param {string} value */
function equal(a, type, value) {
  if (type === "check") return value === String(a === true);
  if (!given(a, type) || (Array.isArray(a) && a.length !== 1)) return false;
  const text = Array.isArray(a) ? a[0] : String(a), x = numeral(text), y = numeral(value);
  return type === "number" && x !== "" && y !== "" ? x === y : text === value;
}

/** A rule's value as a text. @param {any} v */
export const textOf = (v) => (v instanceof Numeral ? v.text : String(v ?? ""));

/** A JSON number spelled one way, on its digits; "" for what is none.
 * @param {string} token */
function numeral(token) {
  const m = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([-+]?\d{1,18}))?$/.exec(token);
  if (!m) return "";
  const [, sign, whole, fraction = "", power = "0"] = m, digits = (whole + fraction).replace(/^0+/, ""), short = digits.replace(/0+$/, "");
  if (!short) return "0";
  return sign + short + "e" + (BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - short.length));
}

/** A rule in words. @param {Rule} r @param {Map<string, FormElement>} elements @returns {string} */
export function ruleWords(r, elements) {
  const group = r.all || r.any;
  if (group) return group.map((one) => (one.all || one.any ? "(" + ruleWords(one, elements) + ")" : ruleWords(one, elements))).join(r.all ? " and " : " or ");
  const e = elements.get(r.element || ""), value = textOf(r.value);
  const option = e?.options?.find((o) => o.value === value), words = r.value === undefined ? "" : " “" + (option?.label || value) + "”";
  return "“" + (e ? nameOf(e) : r.element) + "” " + operatorName(r.operator || "") + words;
}
