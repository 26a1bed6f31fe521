// @ts-check
// JSON that comes out as it went in: a number keeps every digit that was written, where
// JSON.parse would round it. What nobody touches is written back as it was read.

/** A number as it is written. */
export class Numeral {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const token = /"(?:[^"\\]|\\.)*"|-?\d[-+.\deE]*/g;

/** Reads JSON; its numbers are Numerals. @param {string} text @returns {any} */
export function readJSON(text) {
  let mark = "#";
  while (text.includes(mark)) mark += "#"; // a member that the text has nowhere
  const marked = text.replace(token, (t) => (t[0] === '"' ? t : '{"' + mark + '":"' + t + '"}'));
  return JSON.parse(marked, (_, v) => (v && typeof v === "object" && typeof v[mark] === "string" ? new Numeral(v[mark]) : v));
}

/** Writes what was read, or made of plain values. Members stand in order;
 * those that are undefined are left out.
 * @param {any} v @returns {string} */
export function writeJSON(v) {
  if (v instanceof Numeral) return v.text;
  if (Array.isArray(v)) return "[" + v.map(writeJSON).join(",") + "]";
  if (!v || typeof v !== "object") return JSON.stringify(v ?? null);
  const members = Object.entries(v).filter(([, x]) => x !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return "{" + members.map(([k, x]) => JSON.stringify(k) + ":" + writeJSON(x)).join(",") + "}";
}
