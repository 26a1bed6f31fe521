// @ts-check
// The playbook editor: canvas, embedded builder and conversation on one connection.
import { connect, subjectOf } from "./turnbook.js";
import { applyDropsIn, find, localTimes, setTitle, showConnection, shown } from "./page.js";
import { Builder } from "./builder.js";
import { Chat } from "./chat.js";
import { Hand } from "./hand.js";
import { keepPlace } from "./keepplace.js";
import { Life } from "./life.js";
import { Near } from "./near.js";
import { StepHand } from "./stephand.js";
import { Tree } from "./tree.js";

const main = find("#main"), playbook = main.dataset.playbook || "", path = "/v1/playbooks/" + encodeURIComponent(playbook);
let draft = main.dataset.status === "draft";

localTimes();
const tree = new Tree(), book = connect(), canvas = /** @type {HTMLElement} */ (tree.modules.closest(".canvas"));
showConnection(book);
const chat = new Chat(book, { playbook_id: playbook }, () => subscribe());
const builder = new Builder(book, publish);
new Near(tree, book, path, () => chat.session, (li) => tree.task(builder.task, li) !== null);
new Hand(tree, path);
const hand = new StepHand(builder, playbook);
applyDropsIn(chat.talk.list);

// What this view shows, said whenever it changes.
function publish() {
  book.uiContext({
    page: "playbook_editor", is_playbook_editor_route: true, playbook_id: playbook, is_draft_active: draft,
    ...book.agentViewContext(),
  });
}

const life = new Life(path, main, (status) => {
  draft = status === "draft";
  publish();
});

/** @param {string} [from] */
function subscribe(from) {
  const filter = { playbook, modules: tree.drawnModules() };
  book.subscribe(chat.session ? { session: chat.session, ...filter } : filter, from || book.cursor || "snapshot");
}

// ---- events -------------------------------------------------------------------

/** @type {Set<string>} step events that are in the trees already */
const taken = new Set();

book.on("event", ({ event, target, cursor }) => {
  chat.take(event);
  if (target) return stepEvent(event, target, cursor);
  if (/^(playbook|library)\.steps-(flushed|edited)$/.test(event.type)) {
    for (const s of /** @type {any} */ (event.data).steps) step(s.task_id, { id: s.event, type: s.type, data: s.data }, true, cursor);
  } else if (event.type === "turn.row-changed") {
    taskState(event.data);
  } else if (/^library\.(module|task)-/.test(event.type)) {
    libraryEvent(event.data);
  } else if (event.type.startsWith("playbook.") && subjectOf(event).playbook === playbook) {
    chromeEvent(event, cursor);
  }
});

/** A step event goes where decider 3 says that it belongs in this view.
 * @param {import("./turnbook.js").CloudEvent} event @param {import("./turnbook.js").Target} target @param {string} cursor */
function stepEvent(event, target, cursor) {
  const at = /** @type {any} */ (event.data);
  const task = subjectOf(event).task || tree.taskAt(at.module_index, at.task_index)?.dataset.task || "";
  switch (target.outcome) {
    case "SHELL": case "TASK_BUILDER":
      if (task) step(task, event, false, cursor);
      break;
    case "DROP":
      chat.dropped(event.correlationid || "", event.id, target.reason || "");
  }
}

/** One change of a task, in each tree that shows it.
 * @param {string} task @param {import("./pieces.js").StepEvent} event @param {boolean} saved @param {string} cursor */
function step(task, event, saved, cursor) {
  const first = !taken.has(event.id);
  taken.add(event.id);
  tree.step(task, event, saved, cursor, first);
  builder.step(task, event, saved, cursor, first);
}

/** Modules, tasks and the playbook's own life.
 * @param {import("./turnbook.js").CloudEvent} event @param {string} cursor */
function chromeEvent(event, cursor) {
  const d = /** @type {any} */ (event.data);
  if (event.type === "playbook.renamed") {
    setTitle(find("#playbook-title"), d.title);
    document.title = shown(d.title) + " · Turnbook";
  }
  life.event(event.type, d);
  tree.chrome(event.type, d, cursor);
  if (d.task_id === builder.task && event.type === "playbook.task-renamed") setTitle(find("#builder-title"), d.title);
}

/** What is linked changed in the library: it is read anew where it is near the screen.
 * @param {any} d */
function libraryEvent(d) {
  for (const m of tree.all()) {
    if (m.dataset.linked === undefined) continue;
    if ([d.module_id, d.module?.id].includes(m.dataset.module) || (d.task_id && tree.task(d.task_id, m))) tree.forget(m);
  }
  tree.onElsewhere();
}

/** Marks the task on the canvas that a worker is busy with: rows of a fan-out are
 * named after their coordinates. @param {{row_id: string, status: string}} row */
function taskState(row) {
  const at = /^t(\d+)_(\d+)$/.exec(row.row_id), li = at && tree.taskAt(Number(at[1]), Number(at[2]));
  if (!li) return;
  const state = find(".task-state", li);
  state.hidden = row.status !== "running" && row.status !== "pending";
  state.textContent = row.status === "pending" ? "Waiting" : "Writing";
}

// Tasks that are drawn late are marked like those that were there.
tree.onDrawn = (/** @type {HTMLElement} */ m) => {
  for (const row of chat.busyRows()) taskState(row);
  markOpen(tree.task(builder.task, m), true);
};

// A snapshot comes where live events could not go on.
book.on("snapshot", (s) => {
  if (s.playbook) {
    taken.clear();
    keepPlace(canvas, () => tree.draw(s.playbook.modules || []));
    setTitle(find("#playbook-title"), s.playbook.title);
    document.title = shown(s.playbook.title) + " · Turnbook";
    if (s.playbook.status !== life.status) life.setStatus(s.playbook.status);
    life.lock.show(s.lock);
    const li = tree.task(builder.task);
    if (builder.task && li) keepPlace(find(".builder-body"), () => openBuilder(li, true));
  }
  chat.catchUp(s);
});

// ---- the embedded builder -------------------------------------------------------

/** @type {HTMLElement|null} */ let opener = null;

/** @param {HTMLElement|null} li a task of the canvas @param {boolean} open */
function markOpen(li, open) {
  if (!li) return;
  li.toggleAttribute("data-open", open);
  find(".task-open", li).setAttribute("aria-expanded", String(open));
}

/** @param {HTMLElement} li a task of the canvas @param {boolean} [again] it is open, and is drawn anew */
function openBuilder(li, again) {
  const id = li.dataset.task || "", module = /** @type {HTMLElement} */ (li.closest(".module")), about = find(".task-about", li);
  if (builder.task === id && !again) return closeBuilder();
  markOpen(tree.task(builder.task), false);
  markOpen(li, true);
  builder.open({
    task: { id, context: "PLAYBOOK", playbook_id: playbook }, linked: module.dataset.linked !== undefined, asOf: module.dataset.asOf,
    where: "Module " + find(".ordinal", module).textContent + " · Task " + find(".task-ordinal", li).textContent,
    title: find(".task-open .title", li).textContent || "", about: about.textContent || "",
    steps: Array.from(find(".steps", li).children, (s) => s.cloneNode(true)),
  });
  if (again) return;
  hand.opened();
  opener = find(".task-open", li);
  chat.placeSheet();
  find("#builder-title").focus({ preventScroll: true });
}

function closeBuilder() {
  if (!builder.task) return;
  markOpen(tree.task(builder.task), false);
  builder.close();
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
}

tree.modules.addEventListener("click", (e) => {
  const button = /** @type {Element} */ (e.target).closest(".task-open");
  if (button) openBuilder(/** @type {HTMLElement} */ (button.closest(".task")));
});
find("#builder-close").addEventListener("click", closeBuilder);
addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || e.defaultPrevented) return;
  if (!chat.closeSheet()) closeBuilder();
});

publish();
subscribe(main.dataset.cursor);
