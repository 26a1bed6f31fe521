// @ts-check
// The page of a turn, and the screen as it was: a slider, links and arrow keys go from
// event to event. The address always says which event is shown, so that it can be kept
// and sent. Nothing here sends anything but that question.
import "./live.js";
import { addKeys, isWriting } from "./keys.js";
import { refresh, say, throttled } from "./page.js";

const past = () => /** @type {HTMLElement|null} */ (document.querySelector("#past[data-at]"));
const slider = () => /** @type {HTMLInputElement} */ (document.querySelector("#scrub"));

/** Shows the screen of another address, and keeps the address of its event.
 * @param {URL} address */
async function showAt(address) {
  history.replaceState(null, "", address);
  if (!(await refresh())) return say("The server can’t be reached.");
  const shown = past();
  if (!shown || location.href !== address.href) return; // somebody went on meanwhile
  const kept = new URL(address);
  kept.searchParams.delete("n");
  kept.searchParams.set("at", shown.dataset.at || "");
  history.replaceState(null, "", kept);
  slider().value = shown.dataset.nth || "1";
  say(`Event ${shown.dataset.nth} of ${slider().max}: ${shown.dataset.what}`);
}

/** The slider may be far ahead of the server: only its last place is asked for. */
const follow = throttled(() => {
  const address = new URL(location.href);
  address.searchParams.delete("at");
  address.searchParams.set("n", slider().value);
  return showAt(address);
}, 60);

if (past()) {
  document.addEventListener("input", (e) => { if (/** @type {Element} */ (e.target).id === "scrub") follow(); });
  document.addEventListener("submit", (e) => {
    if (!/** @type {Element} */ (e.target).matches(".scrubber")) return;
    e.preventDefault();
    follow();
  });
  document.addEventListener("click", (e) => {
    const link = /** @type {HTMLAnchorElement|null} */ (/** @type {Element} */ (e.target).closest("#past .stops a, #past .past-views a"));
    if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    e.preventDefault();
    showAt(new URL(link.href));
  });
  document.addEventListener("keydown", (e) => {
    const way = { ArrowLeft: "prev", ArrowRight: "next" }[e.key];
    if (!way || e.shiftKey || isWriting(e) || document.querySelector("dialog[open]")) return;
    const link = /** @type {HTMLAnchorElement|null} */ (document.querySelector(`#past [data-stop="event"] a[data-way="${way}"]`));
    if (!link) return;
    e.preventDefault();
    showAt(new URL(link.href));
  });
  addKeys([["The event before, the event after", "←", "→"]]);
}
