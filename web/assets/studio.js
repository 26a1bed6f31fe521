// @ts-check
// The playbook editor: canvas, embedded builder and conversation on one connection.
import { connect, newKey, subjectOf } from "./turnbook.js";
import { applyDropsIn, find, localTimes, post, setTitle, showConnection, shown } from "./page.js";
import { Cards } from "./cards.js";
import { Life } from "./life.js";
import { Talk } from "./talk.js";
import { Tree } from "./tree.js";

const main = find("#main"), playbook = main.dataset.playbook || "";
let session = main.dataset.session || "", draft = main.dataset.status === "draft";

localTimes();
const tree = new Tree(), talk = new Talk(), book = connect(), cards = new Cards(book, talk.list, () => session);
showConnection(book);
applyDropsIn(talk.list);

// What this view shows, said whenever it changes.
function publish() {
  book.uiContext({
    page: "playbook_editor", is_playbook_editor_route: true, playbook_id: playbook, is_draft_active: draft,
    ...book.agentViewContext(),
  });
}

const life = new Life(playbook, main.dataset.user || "", main.dataset.status || "", (status) => {
  draft = status === "draft";
  publish();
});
if (main.dataset.lockedBy) life.show({ user: main.dataset.lockedBy, until: main.dataset.lockedUntil || "", since: main.dataset.lockedSince });
life.take();

/** @param {string} [from] */
function subscribe(from) {
  book.subscribe(session ? { session, playbook } : { playbook }, from || book.cursor || "snapshot");
}

// ---- events -------------------------------------------------------------------

book.on("event", ({ event, target }) => {
  if (fromSession(event)) talk.take(event);
  if (target) return stepEvent(event, target);
  if (/^(playbook|library)\.steps-(flushed|edited)$/.test(event.type)) return tree.flushed(/** @type {any} */ (event.data).steps || []);
  if (event.type === "turn.row-changed") return taskState(event.data);
  if (event.type.startsWith("playbook.") && subjectOf(event).playbook === playbook) chromeEvent(event);
});

/** @param {import("./turnbook.js").CloudEvent} event */
function fromSession(event) {
  const parts = event.source.split("/"); // "/acme/session/s7"
  return parts[2] === "session" && decodeURIComponent(parts[3]) === session;
}

/** A step event goes where decider 3 says that it belongs in this view.
 * @param {import("./turnbook.js").CloudEvent} event @param {import("./turnbook.js").Target} target */
function stepEvent(event, target) {
  const at = /** @type {any} */ (event.data);
  const li = tree.task(subjectOf(event).task) || tree.taskAt(at.module_index, at.task_index);
  switch (target.outcome) {
    case "SHELL": case "TASK_BUILDER":
      if (li) tree.apply(li.dataset.task || "", event, false);
      break;
    case "DROP": {
      const t = talk.turn(event.correlationid || "");
      if (t) talk.dropped(t, event.id, target.reason || "");
      break;
    }
  }
}

/** Modules, tasks and the playbook's own life.
 * @param {import("./turnbook.js").CloudEvent} event */
function chromeEvent(event) {
  switch (event.type) {
    case "playbook.renamed":
      setTitle(find("#playbook-title"), event.data.title);
      document.title = shown(event.data.title) + " · Turnbook";
      return;
    case "playbook.module-linked": return subscribe("snapshot"); // its tasks are the library's
  }
  life.event(event.type, event.data);
  if (tree.chrome(event.type, event.data) && event.type === "playbook.task-renamed" && event.data.task_id === tree.open) {
    setTitle(find("#builder-title"), event.data.title);
  }
}

/** Marks the task on the canvas that a worker is busy with: rows of a fan-out are
 * named after their coordinates. @param {any} row */
function taskState(row) {
  const at = /^t(\d+)_(\d+)$/.exec(row.row_id), li = at && tree.taskAt(Number(at[1]), Number(at[2]));
  if (!li) return;
  const state = find(".task-state", li);
  state.hidden = row.status !== "running" && row.status !== "pending";
  state.textContent = row.status === "pending" ? "Waiting" : "Writing";
}

// A snapshot comes where live events could not go on, or were not enough.
book.on("snapshot", (s) => {
  if (s.playbook) {
    tree.draw(s.playbook.modules || []);
    setTitle(find("#playbook-title"), s.playbook.title);
    if (s.playbook.status !== life.status) life.setStatus(s.playbook.status);
    life.show(s.lock);
    if (tree.open && !tree.task(tree.open)) closeBuilder();
    markOpen(tree.task(tree.open), true);
  }
  talk.catchUp(s);
  if (s.session) cards.catchUp(s.cards || []);
});

book.on("delta", (d) => { if (d.session === session) talk.writing(d); });

book.on("card", (card) => {
  const t = talk.turn(card.turn), stay = talk.atEnd();
  if (t) cards.show(t, card);
  talk.toEnd(stay);
});

// ---- the embedded builder -------------------------------------------------------

const builder = find("#builder");
/** @type {(() => void)|null} */ let unmount = null;
/** @type {HTMLElement|null} */ let opener = null;

/** @param {HTMLElement|null} li a task of the canvas @param {boolean} open */
function markOpen(li, open) {
  if (!li) return;
  li.toggleAttribute("data-open", open);
  find(".task-open", li).setAttribute("aria-expanded", String(open));
}

/** @param {HTMLElement} li a task of the canvas */
function openBuilder(li) {
  if (tree.open === li.dataset.task) return closeBuilder();
  markOpen(tree.task(tree.open), false);
  markOpen(li, true);
  const module = /** @type {HTMLElement} */ (li.closest(".module"));
  find("#builder-where").textContent = "Module " + find(".ordinal", module).textContent + " · Task " + find(".task-ordinal", li).textContent;
  find("#builder-title .title").textContent = find(".task-open .title", li).textContent;
  const about = find("#builder-about"), text = find(".task-about", li);
  about.textContent = text.textContent;
  about.hidden = text.hidden;
  find("#builder-locked").hidden = !module.dataset.linked;
  tree.fillBuilder(li.dataset.task || "");
  unmount?.();
  unmount = book.mountBuilder();
  book.loadTask({ id: tree.open, context: "PLAYBOOK", playbook_id: playbook });
  opener = find(".task-open", li);
  builder.hidden = false;
  placeSheet();
  find("#builder-title").focus({ preventScroll: true });
  publish();
}

function closeBuilder() {
  if (builder.hidden) return;
  builder.hidden = true;
  unmount?.();
  unmount = null;
  book.loadTask(null);
  markOpen(tree.task(tree.open), false);
  tree.open = "";
  tree.builder.replaceChildren();
  publish();
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
  if (chat.dataset.open !== undefined) return showSheet(false);
  closeBuilder();
});

// ---- the conversation -----------------------------------------------------------

const chat = find("#chat"), ask = /** @type {HTMLTextAreaElement} */ (find("#ask")), stop = /** @type {HTMLButtonElement} */ (find("#stop"));
const trouble = find("#chat-trouble"), toggle = find("#chat-toggle");
let sending = false;

/** @param {boolean} open */
function showSheet(open) {
  if (open) chat.dataset.open = "";
  else delete chat.dataset.open;
  toggle.setAttribute("aria-expanded", String(open));
  toggle.setAttribute("aria-label", open ? "Hide the conversation" : "Show the conversation");
  if (open) talk.toEnd(true);
}
toggle.addEventListener("click", () => showSheet(chat.dataset.open === undefined));

// On a phone the builder ends where the sheet begins.
function placeSheet() {
  main.style.setProperty("--sheet", chat.offsetHeight + "px");
}
new ResizeObserver(placeSheet).observe(chat);

talk.onRunning = () => {
  stop.hidden = !talk.running && !talk.waiting;
  stop.disabled = false;
  ask.placeholder = talk.running ? "Queue another message" : talk.waiting ? "Answer above, or ask anew" : "Ask for a change, or a question";
};
const current = talk.turn(main.dataset.running || "");
if (current) talk.setStatus(current, current.dataset.status || "");

// A question gets the focus when it appears, unless somebody types or works elsewhere.
// What is typed while it has the focus belongs to the message.
cards.onAsked = (/** @type {HTMLElement} */ e) => {
  if (matchMedia("(max-width: 760px)").matches) showSheet(true);
  const at = document.activeElement;
  if (at === document.body || (at && chat.contains(at) && (at !== ask || ask.value === ""))) e.focus({ preventScroll: true });
  e.scrollIntoView({ block: "nearest" });
};
cards.onLeft = () => ask.focus({ preventScroll: true });
talk.list.addEventListener("keydown", (e) => {
  const on = /** @type {Element} */ (e.target);
  if (on.classList.contains("question") && e.key.length === 1 && e.key !== " " && !e.ctrlKey && !e.metaKey && !e.altKey) ask.focus();
});

find("#composer").addEventListener("submit", (e) => { e.preventDefault(); send(ask.value); });
// Enter sends, Shift+Enter breaks the line; some keyboards press and type in two events.
for (const name of ["keydown", "keypress"]) {
  ask.addEventListener(name, (event) => {
    const e = /** @type {KeyboardEvent} */ (event);
    if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
    e.preventDefault();
    if (name === "keydown") send(ask.value);
  });
}
// Suggestions of the page, and replies that the assistant suggested: filled in and sent.
talk.log.addEventListener("click", (e) => {
  const hint = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest(".hint"));
  if (!hint) return;
  ask.value = hint.dataset.ask || hint.textContent || "";
  send(ask.value);
});

/** Opens a conversation where there is none yet. */
async function ensureSession() {
  if (session) return;
  session = (await post("/v1/sessions", { playbook_id: playbook, idempotency_key: newKey() })).session;
  history.replaceState(null, "", "?session=" + encodeURIComponent(session));
  subscribe();
}

/** @param {string} text */
async function send(text) {
  text = text.trim();
  if (!text || sending) return;
  sending = true;
  trouble.hidden = true;
  const before = ask.value;
  ask.value = "";
  if (matchMedia("(max-width: 760px)").matches) showSheet(true);
  try {
    await ensureSession();
    const { turn } = await book.message({ text, session, queue: talk.running !== "" });
    if (!talk.turn(turn)) talk.setStatus(talk.ensure(turn, text), talk.running ? "queued" : "running");
    talk.toEnd(true);
  } catch (err) {
    ask.value = before || text;
    trouble.textContent = shown(/** @type {Error} */ (err).message);
    trouble.hidden = false;
  }
  sending = false;
  ask.focus();
}

stop.addEventListener("click", async () => {
  const turn = talk.running || talk.waiting;
  if (!turn) return;
  stop.disabled = true;
  try {
    await book.cancel({ turn, session, reason: "stopped in the editor" });
  } catch (err) {
    trouble.textContent = shown(/** @type {Error} */ (err).message);
    trouble.hidden = false;
    stop.disabled = false;
  }
});

publish();
subscribe(main.dataset.cursor);
