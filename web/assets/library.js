// @ts-check
// The page of the library: find, add, rename, put elsewhere, archive, link into a
// playbook, and stay fresh.
import { connect, newKey } from "./turnbook.js";
import { call, counted, find, keepTimes, post, refresh, say, showConnection, shown, throttled, troubleOf } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";
import { addKeys } from "./keys.js";
import { focusLine, lineOfKey, lines, rename, titleOf } from "./lines.js";
import { pickDraft } from "./linking.js";
import { filterAsTyped } from "./search.js";
import { beside, drag, placeOf, put } from "./sorting.js";

const main = find("#main"), library = find("#library"), trouble = find("#trouble");
keepTimes();
addKeys([["Rename", "F2"], ["Move up or down", "Alt", "↑ ↓"], ["Archive", "Del"]]);

const book = connect(), again = throttled(refresh, 400);
showConnection(book);
book.on("event", again);
book.on("resync", again);
book.subscribe({ types: (main.dataset.types || "").split(" ") }, main.dataset.cursor || "snapshot");

filterAsTyped(() => (library.dataset.found || "Nothing") + " found.");

/** A change of the library. @param {object} edit */
const change = (edit) => post("/v1/library/edits", { ...edit, idempotency_key: newKey() });

/** The part of an edit that names a line. @param {HTMLElement} line */
const named = (line) => ({ [line.dataset.kind + "_id"]: line.dataset.id });

// ---- add ------------------------------------------------------------------------------

const title = /** @type {HTMLInputElement} */ (find("#add-title"));

/** @param {"module"|"task"} kind @param {HTMLElement|null} within the module that a task goes to */
async function add(kind, within) {
  const box = dialog("add"), about = find(".dialog-about", box), list = within?.querySelector(".sub-lines") || find('[data-sort="' + kind + '"]:not(.sub-lines)', library);
  find("#add-heading").textContent = "A new " + kind;
  about.hidden = !within;
  if (within) nameIn(box, titleOf(within));
  title.value = "";
  /** @type {any} */ let made;
  const last = /** @type {HTMLElement|null} */ (list.lastElementChild);
  const done = ask(box, async () => {
    if (!title.value.trim()) {
      title.focus();
      throw new Error("Say what it is about.");
    }
    made = await change({
      op: "add_" + kind, title: title.value.trim(),
      ...(within ? { module_id: within.dataset.id } : {}), ...(last ? { ["after_" + kind + "_id"]: last.dataset.id } : {}),
    });
  });
  title.focus();
  if (!(await done)) return;
  await refresh();
  focusLine(lineOfKey(kind + "/" + made[kind + "_id"]));
  say("Added " + shown(title.value.trim()) + ".");
}

document.addEventListener("click", (e) => {
  const at = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest("[data-add]"));
  if (at) add(at.dataset.add === "task" ? "task" : "module", null);
});

// ---- put elsewhere ----------------------------------------------------------------------

/** @type {Promise<void>} moves reach the server in the order they were made */
let moving = Promise.resolve();

/** Tells the server where a line stands now. @param {HTMLElement} line */
function moved(line) {
  const { list, after } = placeOf(line), kind = line.dataset.kind || "", key = line.dataset.key || "", all = Array.from(list.children);
  const edit = {
    op: "move_" + kind, ...named(line), ["after_" + kind + "_id"]: after?.dataset.id,
    ...(kind === "task" && list.dataset.module ? { module_id: list.dataset.module } : {}),
  };
  const holder = list.closest("[data-kind=module]"), where = holder instanceof HTMLElement ? " in " + titleOf(holder) : "";
  const words = titleOf(line) + " is now " + (all.indexOf(line) + 1) + " of " + all.length + where + ".";
  moving = moving.then(async () => {
    trouble.hidden = true;
    try {
      await change(edit);
      say(words);
    } catch (err) {
      trouble.textContent = titleOf(line) + " stays where it was: " + troubleOf(err);
      trouble.hidden = false;
    }
    const here = line.contains(document.activeElement);
    await refresh();
    if (here && !lineOfKey(key)?.contains(document.activeElement)) focusLine(lineOfKey(key));
  });
}

drag(library, moved);

/** @param {HTMLElement} line @param {boolean} up */
function step(line, up) {
  const to = beside(line, up);
  if (!to) return say(titleOf(line) + " is " + (up ? "first" : "last") + " already.");
  put(line, to);
  line.scrollIntoView({ block: "nearest" });
  moved(line);
}

// ---- what a line's menu and keys do -------------------------------------------------------

/** What it means to archive a line. @param {HTMLElement} line */
function meaning(line) {
  const links = line.querySelectorAll(".links li").length;
  const end = " It can be read, and is not changed any more. This can’t be taken back.";
  if (line.dataset.kind === "task") return "It goes out of use, in every playbook that shows its module." + end;
  if (!links) return "No playbook shows it. It can’t be linked any more." + end;
  return counted(links, "playbook") + (links === 1 ? " shows" : " show") + " it, and will go on showing it as archived. It can’t be linked into others any more." + end;
}

lines(library, {
  rename: (line) => rename(line, (words) => change({ op: "rename_" + line.dataset.kind, ...named(line), title: words })),
  task: (line) => add("task", line),
  up: (line) => step(line, true),
  down: (line) => step(line, false),
  link: (line) => pickDraft(line.dataset.id || "", titleOf(line), refresh),
  archive: async (line) => {
    const box = dialog("archive"), key = line.dataset.key || "";
    find("h2", box).textContent = "Archive this " + line.dataset.kind + "?";
    find(".dialog-means", box).textContent = meaning(line);
    nameIn(box, titleOf(line));
    if (!(await ask(box, () => change({ op: "archive_" + line.dataset.kind, ...named(line) })))) return;
    await refresh();
    say("The " + line.dataset.kind + " is archived.");
    focusLine(lineOfKey(key));
  },
});
