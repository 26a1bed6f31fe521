// @ts-check
// The subtask builder on a page of its own: a page contribution, with its own conversation.
import { connect, isAfter, subjectOf } from "./turnbook.js";
import { applyDropsIn, call, find, localTimes, setTitle, showConnection, shown } from "./page.js";
import { Builder } from "./builder.js";
import { Chat } from "./chat.js";
import { keepPlace } from "./keepplace.js";
import { Lock } from "./lock.js";
import { newStepTree } from "./pieces.js";
import { StepHand } from "./stephand.js";

const main = find("#main"), task = main.dataset.task || "", playbook = main.dataset.playbook || "", contribution = "task-builder";
const context = /** @type {import("./turnbook.js").LoadedTask["context"]} */ (main.dataset.context);

localTimes();
const book = connect();
showConnection(book);
const chat = new Chat(book, playbook ? { playbook_id: playbook } : {}, () => subscribe());
const builder = new Builder(book, publish);
applyDropsIn(chat.talk.list);

// What this view shows. It is not the editor's route: step events go to the contribution.
function publish() {
  book.uiContext({
    page: context === "PLAYBOOK" ? "task" : context === "LIBRARY_MODULE" ? "library_module" : "library",
    is_playbook_editor_route: false, contribution,
    ...(playbook ? { playbook_id: playbook, is_draft_active: main.dataset.status === "draft" } : {}),
    ...book.agentViewContext(),
  });
}

/** A task of the library has no playbook that a filter could name: all is asked for, and
 * what is not about this task is passed over. @param {string} [from] */
function subscribe(from) {
  const filter = playbook ? { playbook, modules: [], ...(chat.session ? { session: chat.session } : {}) } : {};
  book.subscribe(filter, from || book.cursor || "snapshot");
}

// ---- events -------------------------------------------------------------------

/** @type {Set<string>} step events that are in the list already */
const taken = new Set();
/** @type {import("./turnbook.js").EventFrame[]|null} what comes while the task is read anew */
let meanwhile = null;

book.on("event", (frame) => {
  meanwhile?.push(frame);
  chat.take(frame.event);
  take(frame);
});

/** @param {import("./turnbook.js").EventFrame} frame */
function take({ event, target, cursor }) {
  if (target) return stepEvent(event, target, cursor);
  const d = /** @type {any} */ (event.data);
  if (/^(playbook|library)\.steps-(flushed|edited)$/.test(event.type)) {
    for (const s of d.steps) step(s.task_id, { id: s.event, type: s.type, data: s.data }, true, cursor);
  } else if (d.task_id === task && event.type.endsWith(".task-renamed")) {
    setTitle(find("#builder-title"), d.title);
    document.title = shown(d.title) + " · Turnbook";
  } else if (subjectOf(event).playbook === playbook || !playbook) {
    life(event.type, d);
  }
}

/** @param {import("./turnbook.js").CloudEvent} event @param {import("./turnbook.js").Target} target @param {string} cursor */
function stepEvent(event, target, cursor) {
  if (!chat.owns(event)) return;
  if (target.outcome === "DROP") return chat.dropped(event.correlationid || "", event.id, target.reason || "");
  if (target.outcome === "CONTRIBUTION" && target.contribution === contribution) step(subjectOf(event).task, event, false, cursor);
}

/** @param {string} of @param {import("./pieces.js").StepEvent} event @param {boolean} saved @param {string} cursor */
function step(of, event, saved, cursor) {
  const first = !taken.has(event.id);
  taken.add(event.id);
  builder.step(of, event, saved, cursor, first);
}

// A task of the library has no lock: it is open as long as it is not archived.
const lock = playbook ? new Lock("/v1/playbooks/" + encodeURIComponent(playbook), main) : null;
lock?.take();

/** Who edits the playbook, and whether it can be edited at all. @param {string} type @param {any} d */
function life(type, d) {
  if (type === "playbook.published" || type === "playbook.archived") {
    main.dataset.status = type.slice("playbook.".length);
    const pill = find("#playbook-status");
    pill.className = "pill pill-" + main.dataset.status;
    pill.textContent = main.dataset.status;
    lock?.show(null);
    return publish();
  }
  if (type === "playbook.renamed") setTitle(find("#playbook-title"), d.title);
  lock?.event(type, d);
}

// A snapshot comes where live events could not go on: the task is read anew.
book.on("snapshot", async (s) => {
  chat.catchUp(s);
  if (s.playbook) lock?.show(s.lock);
  meanwhile = [];
  const t = await call("GET", "/v1/tasks/" + encodeURIComponent(task) + (chat.session ? "?session=" + encodeURIComponent(chat.session) : "")).catch(() => null);
  const missed = meanwhile || [];
  meanwhile = null;
  if (!t) return;
  taken.clear();
  keepPlace(find(".builder-body"), () => builder.fill((t.steps || []).map(newStepTree), t.cursor));
  for (const frame of missed) if (isAfter(frame.cursor, t.cursor)) take(frame);
});

const steps = /** @type {HTMLTemplateElement} */ (document.getElementById("task-steps")).content.firstElementChild;
const hand = new StepHand(builder, playbook);
builder.open({
  task: { id: task, context, ...(playbook ? { playbook_id: playbook } : {}) }, linked: false, where: "Task",
  title: document.title.replace(/ · Turnbook$/, ""), about: /** @type {HTMLTemplateElement} */ (document.getElementById("task-about")).content.textContent || "",
  steps: Array.from(steps?.children || []),
});
hand.opened();
addEventListener("keydown", (e) => { if (e.key === "Escape" && !e.defaultPrevented) chat.closeSheet(); });
chat.placeSheet();
subscribe(main.dataset.cursor);
