// @ts-check
// Importing files: picked, or dropped anywhere on the page; a report for each of them,
// with what was mapped, what was not, and why.
import { newKey } from "./turnbook.js";
import { copy, counted, find, post, say, shown } from "./page.js";

/** @param {string} id */
export const editorOf = (id) => "/playbooks/" + encodeURIComponent(id);

/** @param {() => void} done after the last file of a batch */
export function imports(done) {
  const chosen = /** @type {HTMLInputElement} */ (find("#import-file"));
  document.addEventListener("click", (e) => { if (/** @type {Element} */ (e.target).closest("#import-open, #import-first")) chosen.click(); });
  chosen.addEventListener("change", async () => {
    const files = Array.from(chosen.files || []);
    chosen.value = "";
    await take(files);
    done();
  });
  find("#import-close").addEventListener("click", () => {
    find("#import").hidden = true;
    find("#import-report").replaceChildren();
    find("#import-open").focus();
  });
  dropAnywhere(async (files) => {
    await take(files);
    done();
  });
}

/** Files that are dragged over the page can be dropped anywhere on it.
 * @param {(files: File[]) => void} take */
function dropAnywhere(take) {
  const here = find("#drop-here");
  const ofFiles = (/** @type {DragEvent} */ e) => !!e.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (e) => {
    if (!ofFiles(e)) return;
    e.preventDefault();
    here.hidden = false;
  });
  addEventListener("dragleave", (e) => { if (!e.relatedTarget) here.hidden = true; });
  addEventListener("drop", (e) => {
    if (!ofFiles(e)) return;
    e.preventDefault();
    here.hidden = true;
    take(Array.from(e.dataTransfer?.files || []));
  });
}

/** @param {File[]} files */
async function take(files) {
  if (!files.length) return;
  const report = find("#import-report"), lines = files.map((f) => begin(f.name));
  find("#import").hidden = false;
  report.replaceChildren(...lines, ...report.children);
  find("#import-heading").focus();
  let failed = 0;
  for (const [i, file] of files.entries()) if (!(await importFile(file, lines[i]))) failed++;
  const good = files.length - failed;
  say(counted(good, "file") + " imported" + (failed ? ", " + failed + " not. See the report." : "."));
}

/** @param {string} name */
function begin(name) {
  const line = copy("t-import");
  find(".import-name", line).textContent = shown(name);
  find(".import-says", line).textContent = "Reading…";
  return line;
}

/** @param {File} file @param {HTMLElement} line @returns {Promise<boolean>} whether it was taken */
async function importFile(file, line) {
  const says = find(".import-says", line);
  try {
    const answer = await post("/v1/import?name=" + encodeURIComponent(file.name) + "&idempotency_key=" + newKey(), file);
    const lost = answer.report.filter((/** @type {any} */ n) => n.kind === "dropped" || n.kind === "broken").length;
    says.textContent = (answer.playbook ? "A draft now" : "A template of the library now") +
      (lost ? "; " + counted(lost, "thing") + " could not be taken over." : ", with everything that it held.");
    line.dataset.state = lost ? "partly" : "whole";
    const open = /** @type {HTMLAnchorElement} */ (find(".import-open", line));
    open.href = answer.playbook ? editorOf(answer.playbook) : "/library";
    open.setAttribute("aria-label", "Open " + shown(answer.title));
    open.hidden = false;
    showNotes(line, answer.report);
    return true;
  } catch (err) {
    const { message, problem } = /** @type {Error & {problem?: any}} */ (err);
    line.dataset.state = "failed";
    says.textContent = "Not imported: " + shown(message) + (problem?.line ? " (line " + problem.line + (problem.column ? ", column " + problem.column : "") + ")" : "");
    return false;
  }
}

/** @param {HTMLElement} line @param {any[]} notes */
function showNotes(line, notes) {
  if (!notes.length) return;
  const details = find(".import-notes", line);
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
