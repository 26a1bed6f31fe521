// @ts-check
// What is drawn anew stands where it stood: the reader's line stays under the eye, and the
// focus on the same button of the same thing.
import { having } from "./pieces.js";

const names = ["step", "task", "module"];

/** Draws what is in a scroller anew. What is gone by then takes its focus with it.
 * @param {HTMLElement} scroller @param {() => void} draw */
export function keepPlace(scroller, draw) {
  const at = document.activeElement, focus = at && at !== scroller && scroller.contains(at) ? wayTo(at) : "";
  const box = scroller.getBoundingClientRect().top, lines = Array.from(scroller.querySelectorAll(".task, .module, .builder-steps > .step"));
  const line = lines.find((e) => e.getBoundingClientRect().bottom > box && e.getBoundingClientRect().top >= box) || lines.find((e) => e.getBoundingClientRect().bottom > box);
  const way = line ? nameOf(line) : "", was = line?.getBoundingClientRect().top || 0, top = scroller.scrollTop;
  draw();
  const settle = () => {
    const now = way && top ? scroller.querySelector(way) : null;
    scroller.scrollTop = now ? scroller.scrollTop + now.getBoundingClientRect().top - was : top;
  };
  settle();
  requestAnimationFrame(() => requestAnimationFrame(settle)); // what is laid out near the screen has its true height then
  if (focus && !at?.isConnected) /** @type {HTMLElement|null} */ (scroller.querySelector(focus))?.focus({ preventScroll: true });
}

/** A selector of a step, task or module. @param {Element} e */
function nameOf(e) {
  const data = /** @type {HTMLElement} */ (e).dataset;
  return names.filter((name) => data[name] !== undefined).map((name) => having(name, data[name] || ""))[0] || "";
}

/** A selector of a control by what it belongs to, and by what it does there. @param {Element} e */
function wayTo(e) {
  const of = e.closest("[data-step], [data-task], [data-module]"), name = e.classList.item(e.classList.length - 1);
  return of && name ? nameOf(of) + " ." + CSS.escape(name) : "";
}
