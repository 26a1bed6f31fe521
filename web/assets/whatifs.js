// @ts-check
// A what-if over many turns: it is asked without leaving the page, says how far it is, and
// can be stopped. Without this script the form asks as well, and the page says the same.
import { addKeys } from "./keys.js";
import { find, leave, localTimes, refresh, say } from "./page.js";

const form = /** @type {HTMLFormElement} */ (find("#question")), stop = find("#stop-it"), progress = find("#what-if-progress");

localTimes();
find("#link-state").hidden = true;
addKeys([["Stop asking", "Esc"]]);

let running = 0;

/** Asks what the form says, under an address of its own. */
async function ask() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (String(value).trim() !== "") fields.append(name, String(value));
  }
  history.pushState(null, "", "/what-if" + (fields.size ? "?" + fields : ""));
  const mine = ++running, answer = find("#what-if-answer");
  answer.setAttribute("aria-busy", "true");
  stop.hidden = false;
  progress.textContent = "Looking for the turns…";
  const answered = await refresh(tell);
  if (mine !== running) return;
  quiet();
  say(answered ? find(".what-if-told").querySelector("p")?.textContent || "" : "The server can’t be reached.");
}

/** Tells how far it is, as the page that is being drawn says it.
 * @param {string} text of the page so far */
function tell(text) {
  const steps = text.lastIndexOf('what-if-step">'), end = text.indexOf("<", steps);
  if (steps >= 0 && end >= 0) progress.textContent = text.slice(text.indexOf(">", steps) + 1, end);
}

function quiet() {
  stop.hidden = true;
  progress.textContent = "";
  find("#what-if-answer").removeAttribute("aria-busy");
}

/** Leaves the question under way; the server stops it. */
function cancel() {
  if (stop.hidden) return;
  running++;
  leave();
  quiet();
  say("Stopped.");
  find("#ask-it").focus();
}

form.addEventListener("submit", (e) => {
  e.preventDefault();
  ask();
});
stop.addEventListener("click", cancel);
addEventListener("keydown", (e) => { if (e.key === "Escape" && !document.querySelector("dialog[open]")) cancel(); });
addEventListener("popstate", () => location.reload());
