// @ts-check
// The page of playbooks and library: create, import, and stay fresh.
import { connect, newKey } from "./turnbook.js";
import { copy, counted, find, localTimes, post, refresh, say, showConnection, shown, throttled } from "./page.js";

localTimes();
const book = connect(), again = throttled(refresh, 400), trouble = find("#trouble");
showConnection(book);
book.on("event", (f) => { if (/^(playbook|library)\./.test(f.event.type)) again(); });
book.on("resync", again);
book.subscribe({}, find("#main").dataset.cursor || "snapshot");

/** @param {string} id */
const editorOf = (id) => "/playbooks/" + encodeURIComponent(id);

const create = /** @type {HTMLFormElement} */ (find("#create"));
let createKey = newKey();
create.addEventListener("submit", async (e) => {
  e.preventDefault();
  const title = /** @type {HTMLInputElement} */ (find("#create-title")), button = /** @type {HTMLButtonElement} */ (find("button", create));
  button.disabled = true;
  trouble.hidden = true;
  try {
    const { playbook } = await post("/v1/playbooks", { title: title.value, idempotency_key: createKey });
    location.assign(editorOf(playbook));
  } catch (err) {
    trouble.textContent = shown(/** @type {Error} */ (err).message);
    trouble.hidden = false;
    createKey = newKey();
    title.focus();
  }
  button.disabled = false;
});
find("#create-title").addEventListener("input", () => { createKey = newKey(); });

const drop = find("#import"), chosen = /** @type {HTMLInputElement} */ (find("#import-file"));
chosen.addEventListener("change", () => { take(chosen.files); chosen.value = ""; });
for (const name of ["dragenter", "dragover"]) {
  drop.addEventListener(name, (e) => { e.preventDefault(); drop.classList.add("over"); });
}
drop.addEventListener("dragleave", (e) => {
  if (!drop.contains(/** @type {Node|null} */ (/** @type {DragEvent} */ (e).relatedTarget))) drop.classList.remove("over");
});
drop.addEventListener("drop", (e) => {
  e.preventDefault();
  drop.classList.remove("over");
  take(/** @type {DragEvent} */ (e).dataTransfer?.files);
});
// A file that misses the box must not replace the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (e) => e.preventDefault());

/** @param {FileList|null|undefined} files */
async function take(files) {
  for (const file of Array.from(files || [])) await importFile(file);
  again();
}

/** @param {File} file */
async function importFile(file) {
  const result = copy("t-import"), says = find(".import-says", result);
  find(".import-name", result).textContent = shown(file.name);
  says.textContent = "Reading…";
  const report = find("#import-report");
  report.hidden = false;
  report.prepend(result);
  try {
    const answer = await post("/v1/import?name=" + encodeURIComponent(file.name) + "&idempotency_key=" + newKey(), file);
    const lost = answer.report.filter((/** @type {any} */ n) => n.kind === "dropped" || n.kind === "broken").length;
    says.textContent = lost ? "Imported. " + counted(lost, "thing") + " could not be taken over." : "Imported, with everything that it held.";
    if (answer.playbook) {
      const open = /** @type {HTMLAnchorElement} */ (find(".import-open", result));
      open.href = editorOf(answer.playbook);
      open.hidden = false;
    } else {
      says.textContent = "The form is a template of the library now. " + says.textContent;
    }
    showNotes(result, answer.report);
  } catch (err) {
    const { message, problem } = /** @type {Error & {problem?: any}} */ (err);
    result.classList.add("failed");
    says.textContent = shown(message) + (problem?.line ? " (line " + problem.line + (problem.column ? ", column " + problem.column : "") + ")" : "");
  }
  say(file.name + ": " + says.textContent);
}

/** @param {HTMLElement} result @param {any[]} notes */
function showNotes(result, notes) {
  if (!notes.length) return;
  const details = find(".import-notes", result);
  details.hidden = false;
  find("summary", details).textContent = "What became of its parts (" + notes.length + ")";
  find("ul", details).replaceChildren(...notes.map((n) => {
    const li = document.createElement("li"), kind = document.createElement("span"), words = document.createElement("bdi");
    kind.className = "kind";
    kind.textContent = n.kind;
    words.dir = "auto";
    words.textContent = shown((n.line ? "Line " + n.line + ": " : n.path ? n.path + ": " : "") + n.what + " – " + n.because);
    li.append(kind, words);
    return li;
  }));
}
