// @ts-check
// Links a module of the library into a draft that is picked from a list. The list is the
// page of playbooks itself, so that it finds the same ones however many there are.
import { newKey } from "./turnbook.js";
import { call, find, post, say, shown } from "./page.js";
import { ask, choice, dialog, nameIn } from "./dialogs.js";

const words = /** @type {HTMLInputElement} */ (find("#link-words")), drafts = find("#link-drafts");
/** @type {AbortController|undefined} */ let asked;

/** Lists the drafts that the words find. */
async function list() {
  asked?.abort();
  const mine = (asked = new AbortController());
  const answer = await fetch("/?status=draft&q=" + encodeURIComponent(words.value), { signal: mine.signal });
  if (!answer.ok) throw new Error("The drafts could not be read. Try again in a moment.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), found = page.querySelectorAll("#playbooks [data-key]");
  drafts.querySelectorAll("label, p").forEach((e) => e.remove());
  drafts.append(...Array.from(found, (line) => pick(/** @type {HTMLElement} */ (line))));
  if (found.length) return;
  const none = document.createElement("p");
  none.className = "muted";
  none.textContent = words.value ? "No draft has these words in its title." : "There is no draft.";
  drafts.append(none);
}

/** @param {HTMLElement} line */
function pick(line) {
  const title = document.createElement("bdi");
  title.dir = "auto";
  title.textContent = find(".title", line).textContent;
  return choice("draft", line.dataset.key || "", title).label;
}

words.addEventListener("input", () => {
  list().catch((err) => { if (err.name !== "AbortError") say(err.message); });
});

/** @param {string} module @param {string} title @param {() => Promise<unknown>} done */
export async function pickDraft(module, title, done) {
  const box = dialog("link");
  let into = "";
  nameIn(box, title);
  words.value = "";
  drafts.querySelectorAll("label, p").forEach((e) => e.remove());
  const linked = await ask(box, async () => {
    const chosen = /** @type {HTMLInputElement|null} */ (drafts.querySelector("input:checked"));
    if (!chosen) throw new Error("Choose a draft.");
    const path = "/v1/playbooks/" + encodeURIComponent(chosen.value);
    const { modules } = await call("GET", path);
    into = chosen.parentElement?.textContent || "";
    if (modules.some((/** @type {any} */ m) => m.id === module)) throw new Error("It is linked there already. Choose another draft.");
    await post(path + "/edits", { op: "link_module", module_id: module, after_module_id: modules.at(-1)?.id, idempotency_key: newKey() });
  }, list);
  if (!linked) return;
  await done();
  say(shown(title) + " is linked into " + shown(into) + ".");
}
