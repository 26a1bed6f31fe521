// @ts-check
// The page of playbooks: find, create, import, rename, archive, and stay fresh.
import { connect, newKey } from "./turnbook.js";
import { call, find, keepTimes, post, refresh, say, showConnection, throttled } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";
import { editorOf, imports } from "./imports.js";
import { addKeys, isWriting } from "./keys.js";
import { focusLine, lineOfKey, lines, rename, titleOf } from "./lines.js";
import { filterAsTyped } from "./search.js";

const main = find("#main");
keepTimes();
addKeys([["A new playbook", "n"], ["Rename", "F2"], ["Archive", "Del"]]);

// ---- the list stays fresh ---------------------------------------------------------

/** @type {ReturnType<typeof setTimeout>|undefined} */ let unlocked;
/** A lock that runs out is no event: the list is drawn anew when the next one does. */
function watchLocks() {
  clearTimeout(unlocked);
  const ends = Array.from(document.querySelectorAll("[data-until]"), (e) => new Date(/** @type {HTMLElement} */ (e).dataset.until || "").getTime()).filter((t) => t > 0);
  if (ends.length) unlocked = setTimeout(draw, Math.max(1000, Math.min(...ends) - Date.now() + 500));
}

async function draw() {
  const answered = await refresh();
  watchLocks();
  return answered;
}

const book = connect(), again = throttled(draw, 400);
showConnection(book);
book.on("event", again);
book.on("resync", again);
book.subscribe({ types: (main.dataset.types || "").split(" ") }, main.dataset.cursor || "snapshot");
watchLocks();

// ---- find ---------------------------------------------------------------------------

filterAsTyped(() => {
  const count = document.querySelector("#statuses [aria-current] .segment-count")?.textContent || "0";
  return count === "0" ? "Nothing found." : count === "1" ? "1 playbook found." : count + " playbooks found.";
}, watchLocks);

// ---- create ---------------------------------------------------------------------------

const title = /** @type {HTMLInputElement} */ (find("#create-title"));

/** @param {string} [words] */
async function create(words) {
  let made = "", key = newKey(), keyed = "";
  title.value = words || "";
  const done = ask(dialog("create"), async () => {
    if (!title.value.trim()) {
      title.focus();
      throw new Error("Say what the playbook is about.");
    }
    if (keyed !== title.value) key = newKey(); // the same title again is the same ask
    keyed = title.value;
    made = (await post("/v1/playbooks", { title: keyed, idempotency_key: key })).playbook;
  });
  title.focus();
  title.select();
  if (await done) location.assign(editorOf(made));
}

document.addEventListener("click", (e) => {
  const at = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest("#create-open, [data-title]"));
  if (at) create(at.dataset.title);
});
addEventListener("keydown", (e) => {
  const off = !(/** @type {HTMLInputElement} */ (find("#keys-single")).checked);
  if (e.key !== "n" || off || isWriting(e) || document.querySelector("dialog[open]")) return;
  e.preventDefault();
  create();
});

imports(draw);

// ---- rename and archive ---------------------------------------------------------------

/** @param {HTMLElement} line */
const pathOf = (line) => "/v1/playbooks/" + encodeURIComponent(line.dataset.key || "");

lines(find("#playbooks"), {
  rename: (line) => rename(line, (words) => post(pathOf(line) + "/edits", { op: "rename_playbook", title: words, idempotency_key: newKey() })),
  archive: async (line) => {
    const key = line.dataset.key || "", box = dialog("archive"), next = line.nextElementSibling || line.previousElementSibling;
    const after = next instanceof HTMLElement ? next.dataset.key || "" : "";
    nameIn(box, titleOf(line));
    if (!(await ask(box, () => call("POST", pathOf(line) + "/archive", {})))) return;
    await draw();
    say("The playbook is archived.");
    if (!lineOfKey(key)) focusLine(lineOfKey(after));
  },
});
