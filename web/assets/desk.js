// @ts-check
// The desk: a question is asked without leaving the page, can be stopped, is asked anew as
// the tables move, and is saved under a name. Without this script the form asks as well.
import { connect } from "./turnbook.js";
import { addKeys } from "./keys.js";
import { call, find, leave, localTimes, refresh, say, showConnection, throttled, troubleOf } from "./page.js";

const form = /** @type {HTMLFormElement} */ (find("#question")), text = /** @type {HTMLTextAreaElement} */ (find("#sql"));
const live = /** @type {HTMLInputElement} */ (find("#live")), stop = find("#stop-it"), main = find("#main");

localTimes();
addKeys([["Ask", "Ctrl", "Enter"], ["Stop asking", "Esc"]]);

// ---- asking -------------------------------------------------------------------------

let running = 0;

/** Asks what the form says, under an address of its own. */
async function ask() {
  if (!form.reportValidity()) return;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "" || name.startsWith("p.") || name === "chart") fields.append(name, String(value));
  }
  history.pushState(null, "", "/desk?" + fields);
  await again(true);
}

/** Asks anew. @param {boolean} [aloud] what came of it is said */
async function again(aloud) {
  const mine = ++running, answer = find("#answer");
  answer.setAttribute("aria-busy", "true");
  stop.hidden = false;
  const answered = await refresh();
  if (mine !== running) return;
  stop.hidden = true;
  find("#answer").removeAttribute("aria-busy");
  if (!aloud) return;
  const words = find("#answer").querySelector(".desk-standing, .notice");
  say(answered ? words?.textContent || "There is no answer." : "The server can’t be reached.");
}

/** Leaves the question under way; the server stops it. */
function cancel() {
  if (stop.hidden) return;
  running++;
  leave();
  stop.hidden = true;
  find("#answer").removeAttribute("aria-busy");
  say("Stopped.");
}

form.addEventListener("submit", (e) => {
  if (/** @type {HTMLButtonElement|null} */ (e.submitter)?.hasAttribute("formaction")) return; // an export is a download
  e.preventDefault();
  ask();
});
stop.addEventListener("click", () => {
  cancel();
  text.focus();
});
text.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
  e.preventDefault();
  ask();
});
addEventListener("keydown", (e) => { if (e.key === "Escape" && !document.querySelector("dialog[open]")) cancel(); });
addEventListener("popstate", () => location.reload());

// ---- what can be asked ----------------------------------------------------------------

main.addEventListener("click", async (e) => {
  const at = /** @type {Element} */ (e.target), name = /** @type {HTMLElement|null} */ (at.closest("[data-insert]"));
  if (name) {
    text.setRangeText(name.dataset.insert || "", text.selectionStart, text.selectionEnd, "end");
    text.focus();
  }
  const forget = /** @type {HTMLButtonElement|null} */ (at.closest(".desk-forget"));
  if (!forget) return;
  if (!confirm("Forget this question? What it asks is gone.")) return;
  try {
    await call("DELETE", "/v1/queries/" + encodeURIComponent(forget.dataset.name || ""));
    forget.closest("li")?.remove();
    say("It is forgotten.");
  } catch (err) {
    say(troubleOf(err));
  }
});

// ---- saving ---------------------------------------------------------------------------

const keep = /** @type {HTMLFormElement} */ (find("#keep")), told = find("#keep-say");

keep.addEventListener("submit", async (e) => {
  e.preventDefault();
  const field = (/** @type {string} */ name, of = keep) => String(new FormData(of).get(name) || "");
  const params = Array.from(new FormData(form)).filter(([name]) => name.startsWith("p.")).map(([name, value]) => ({ name: name.slice(2), default: String(value) }));
  const y = field("y", form).split(",").map((s) => s.trim()).filter((s) => s);
  try {
    const q = await call("PUT", "/v1/queries/" + encodeURIComponent(field("name")), {
      title: field("title"), about: field("about"), sql: text.value, params, chart: { kind: field("chart", form), x: field("x", form), y },
    });
    location.href = "/desk?saved=" + encodeURIComponent(q.name);
  } catch (err) {
    told.textContent = troubleOf(err);
    say(told.textContent);
  }
});

// ---- keeping it fresh -------------------------------------------------------------------

const moved = throttled(() => { if (live.checked && stop.hidden && !document.hidden && location.search) return again(); }, 2000);
/** @type {import("./turnbook.js").Book|undefined} */ let book;

function follow() {
  find("#link-state").hidden = !live.checked;
  if (!live.checked || book) return;
  book = connect();
  showConnection(book);
  book.on("event", moved);
  book.on("snapshot", moved);
  book.subscribe({}, main.dataset.cursor || "snapshot");
}
live.addEventListener("change", follow);
follow();
