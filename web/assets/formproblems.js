// @ts-check
// What the server says is wrong with a form, told where it is wrong: a problem begins with
// its place in the document, and stands on a line of its own (schemas/form, Errors).
import { troubleOf } from "./page.js";

/** Tells problems at the elements that they are about, and returns those that are about
 * none, and the first field that is wrong.
 * @param {string} message @param {import("./formelement.js").ElementCard[]} cards */
export function tellProblems(message, cards) {
  /** @type {HTMLElement|null} */ let first = null;
  /** @type {string[]} */ const rest = [];
  for (const c of cards) c.untell();
  for (const line of message.split("\n")) {
    const card = cards.find((c) => isAbout(line, c.id));
    if (!card) {
      rest.push(line);
      continue;
    }
    const from = pathOf(card.id).length, end = line.indexOf(": ", from);
    const field = card.tell(line.slice(from, end), troubleOf(new Error(line.slice(end + 2))));
    first = first || field;
  }
  return { first, rest: rest.join("\n") };
}

/** Where an element stands in its document, as problems name it. @param {string} id */
const pathOf = (id) => "/elements_map/" + id.replaceAll("~", "~0").replaceAll("/", "~1");

/** @param {string} line @param {string} id */
const isAbout = (line, id) => line.startsWith(pathOf(id) + "/") || line.startsWith(pathOf(id) + ": ");
