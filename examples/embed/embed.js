// @ts-check
// A page of somebody else's with a builder of its own. It says what it shows, gets each
// step event with the target that follows from that, and does what the target says.
//
// Its address may name the server and the place: ?book=http://127.0.0.1:7777&playbook=onboarding&task=accounts
import { applyStep, stepsOf } from "./steps.js";

/** @typedef {import("../../web/assets/turnbook.js").EventFrame} EventFrame */

const here = new URL(location.href).searchParams;
const server = here.get("book") || "http://127.0.0.1:7777";
/** The name of this page's contribution: step events that are ours carry it. */
const contribution = "handbook-steps";

/** @type {typeof import("../../web/assets/turnbook.js")} */
const { connect, subjectOf } = await import(`${server}/assets/turnbook.js`);

/** @template {HTMLElement} T @param {string} id @returns {T} */
const at = (id) => /** @type {T} */ (document.getElementById(id));
/** @param {string} id */
const ticked = (id) => /** @type {HTMLInputElement} */ (at(id)).checked;

/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const answer = await fetch(server + path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${json.code}: ${json.detail}`);
  return json;
}

const playbook = here.get("playbook") || (await call("/v1/playbooks")).playbooks[0].id;
const tree = await call(`/v1/playbooks/${encodeURIComponent(playbook)}`);
const session = here.get("session") || (await call("/v1/sessions", { playbook_id: playbook })).session;
here.set("session", session); // a reload, or a second tab, is the same conversation
history.replaceState(null, "", "?" + here);

/** @type {HTMLSelectElement} */ const choice = at("task");
for (const module of tree.modules) {
  if (module.linked) continue; // the library's: written where it is at home
  for (const task of module.tasks) choice.add(new Option(task.title, task.id));
}
choice.value = here.get("task") || choice.options[0].value;

const book = connect({ url: server.replace(/^http/, "ws") + "/v1/stream", session });
/** @type {import("./steps.js").Step[]} */ let steps = [];

// A builder is mounted while its surface is on screen, and counted: the page may have two.
/** @type {(() => void)|null} */ let unmount = null;

/** Says what the page shows. current_task_id is in it only while the builder is mounted
 * and holds a task: agentViewContext sees to that. */
function publish() {
  if (ticked("mounted")) unmount ??= book.mountBuilder();
  else { unmount?.(); unmount = null; }
  book.loadTask({ id: choice.value, context: "PLAYBOOK", playbook_id: playbook });
  const context = {
    page: ticked("editor") ? "playbook_editor" : "handbook",
    is_playbook_editor_route: ticked("editor"),
    playbook_id: playbook,
    is_draft_active: tree.status === "draft",
    contribution: ticked("registered") ? contribution : null,
    ...book.agentViewContext(),
  };
  book.uiContext(context);
  at("context").textContent = JSON.stringify(context, null, 1);
}

function show() {
  at("steps").replaceChildren(...steps.map((s) => {
    const line = document.createElement("li");
    line.dataset.step = s.id;
    line.textContent = s.title;
    line.append(" ", Object.assign(document.createElement("small"), { textContent: s.kind.toLowerCase() }));
    return line;
  }));
}

/** Whose a step event is in this view, in words; only what is ours changes our list.
 * @param {EventFrame} frame */
function verdict({ event, target }) {
  switch (target?.outcome) {
    case "CONTRIBUTION":
      if (target.contribution !== contribution) return { kept: false, words: target.reason || `of ${target.contribution}` };
      if (subjectOf(event).task !== choice.value) return { kept: false, words: "of a task that is not open here" };
      return { kept: true, words: "applied to this list" };
    case "TASK_BUILDER": return { kept: false, words: "for the editor's builder, which this page has not" };
    case "SHELL": return { kept: false, words: "for the editor's canvas, which this page has not" };
    case "DROP": return { kept: false, words: `dropped: ${target.reason}` };
    default: return null; // no step event
  }
}

book.on("event", (/** @type {EventFrame} */ frame) => {
  const said = verdict(frame);
  if (said) {
    if (said.kept) { steps = applyStep(steps, frame.event); show(); }
    const line = document.createElement("li");
    line.dataset.outcome = frame.target?.outcome;
    line.dataset.kept = said.kept ? "yes" : "no";
    line.append(Object.assign(document.createElement("strong"), { textContent: frame.target?.outcome }), ` ${frame.event.type}: ${said.words}`);
    at("log").append(line);
  }
  if (frame.event.type === "turn.ended") at("answer").textContent = frame.event.data.closing || "Done.";
});
// A snapshot is all there is: what was here before is replaced.
book.on("snapshot", (/** @type {any} */ frame) => { steps = stepsOf(frame.playbook, choice.value); show(); });
book.on("status", (/** @type {string} */ status) => { at("status").textContent = status; });

const follow = () => book.subscribe({ playbook, session });
for (const id of ["mounted", "registered", "editor"]) at(id).addEventListener("change", publish);
choice.addEventListener("change", () => { publish(); follow(); });
at("ask").addEventListener("submit", (e) => {
  e.preventDefault();
  at("answer").textContent = "…";
  /** @type {HTMLInputElement} */ const text = at("text");
  book.message({ text: text.value, session }).catch((no) => { at("answer").textContent = no.message; });
});
publish();
follow();
