// @ts-check
// What the pages of workspaces share: they stay fresh, and what is asked of them is said.
import { connect } from "./turnbook.js";
import { find, keepTimes, refresh, say, showConnection, throttled, troubleOf } from "./page.js";

const whileAtWork = 1500; // milliseconds between looks at a turn at work: its calls are no events for front ends

/** Keeps a page fresh: each event of its kinds has it drawn anew, and a turn at work is
 * looked at again and again. @param {() => unknown} [drawn] after each drawing
 * @returns {() => Promise<boolean>} draws it now */
export function follow(drawn) {
  const main = find("#main"), book = connect();
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let next;
  async function draw() {
    const answered = await refresh();
    drawn?.();
    watch();
    return answered;
  }
  function watch() {
    clearTimeout(next);
    if (document.querySelector("#main [data-status=running], #main .pill-running")) next = setTimeout(() => (document.hidden ? watch() : draw()), whileAtWork);
  }
  const again = throttled(draw, 300);
  keepTimes();
  showConnection(book);
  book.on("event", again);
  book.on("snapshot", again);
  book.on("resync", again);
  book.subscribe({ types: (main.dataset.types || "").split(" ") }, main.dataset.cursor || "snapshot");
  watch();
  return draw;
}

/** Does what a button asks for; what goes wrong stands on the page.
 * @param {HTMLButtonElement} button @param {() => Promise<string>} act what came of it, to be said */
export async function carryOut(button, act) {
  const trouble = find("#trouble");
  trouble.hidden = true;
  button.disabled = true;
  try {
    say(await act());
  } catch (err) {
    trouble.textContent = troubleOf(err);
    trouble.hidden = false;
  }
  button.disabled = false;
}

/** Has buttons with a data-act do it. @param {Record<string, (button: HTMLButtonElement) => unknown>} acts */
export function buttons(acts) {
  find("#main").addEventListener("click", (e) => {
    const button = /** @type {HTMLButtonElement|null} */ (/** @type {Element} */ (e.target).closest("button[data-act]"));
    const act = button && acts[button.dataset.act || ""];
    if (button && act) act(button);
  });
}
