// @ts-check
// The conversation beside the canvas: turns with their progress, words, drops and
// closing lines, as events tell them.
import { copy, find, say, setLong, setTitle, shown } from "./page.js";

const agents = { "playbook-editor": "Playbook editor", "task-builder": "Task builder", guide: "Guide", router: "Router" };
const states = { queued: "Waiting", running: "Running", awaiting_answer: "Waits for your answer", completed: "Completed", cancelled: "Stopped", failed: "Failed" };
const dropReasons = {
  not_mounted: "no subtask builder was open in your tab",
  other_task: "the builder in your tab had another task open",
  other_playbook: "your tab showed another playbook",
  not_authorable: "the task in your tab can’t be written by agents",
  unaddressed: "the step named no place",
};
const final = ["done", "unchanged", "failed"];

/** A word of a list, or the name itself. @param {Record<string, string>} list @param {string} name */
const word = (list, name) => (Object.hasOwn(list, name) ? list[name] : shown(name));

export class Talk {
  constructor() {
    this.list = find("#talk");
    this.log = find("#chat-log");
    /** @type {(running: string) => void} */ this.onRunning = () => {};
    /** @type {string} the turn that runs; "" for none */ this.running = "";
    this.toEnd(true);
  }

  /** @param {string} id @returns {HTMLElement|null} */
  turn(id) {
    return this.list.querySelector('.talk[data-turn="' + CSS.escape(id) + '"]');
  }

  /** A turn of the conversation, new where it is not there yet. @param {string} id @param {string} [text] */
  ensure(id, text) {
    let t = this.turn(id);
    if (t) return t;
    t = copy("t-talk");
    t.dataset.turn = id;
    setLong(find(".asked", t), text || "");
    find(".agent-name", t).textContent = "Finding the right agent…";
    /** @type {HTMLAnchorElement} */ (find(".why", t)).href = "/turns/" + encodeURIComponent(id);
    this.list.append(t);
    return t;
  }

  /** @param {HTMLElement} t @param {string} status */
  setStatus(t, status) {
    t.dataset.status = status;
    find(".agent-state", t).textContent = word(states, status);
    if (status === "running") this.running = t.dataset.turn || "";
    else if (this.running === t.dataset.turn) this.running = "";
    this.onRunning(this.running);
  }

  /** Takes an event in. @param {import("./turnbook.js").CloudEvent} e */
  take(e) {
    const id = e.correlationid || "", d = e.data;
    if (!id || !/^(turn|task)\./.test(e.type)) return;
    const stay = this.atEnd();
    if (e.type === "turn.requested") {
      this.setStatus(this.ensure(id, d.text), d.queue && this.running && this.running !== id ? "queued" : "running");
    }
    const t = this.turn(id);
    if (t) this.tell(t, e.type, d);
    this.toEnd(stay);
  }

  /** Brings the conversation up to a snapshot. @param {any} s */
  catchUp(s) {
    const stay = this.atEnd();
    for (const m of s.messages || []) {
      const t = this.ensure(m.turn_id, m.role === "user" ? m.text : "");
      if (m.role === "assistant") message(t, m);
      if (m.role === "closing") find(".closing", t).textContent = shown(m.text);
      if (m.domain) find(".agent-name", t).textContent = word(agents, m.domain);
      if (t.dataset.turn !== s.running_turn?.id && !t.dataset.status) t.dataset.status = "completed";
    }
    for (const r of s.rows || []) {
      const t = this.turn(r.turn_id);
      if (t) row(t, { ...r, row_id: r.id });
    }
    const running = s.running_turn && this.turn(s.running_turn.id), was = this.running && this.turn(this.running);
    if (running) this.setStatus(running, s.running_turn.status);
    else if (was && s.session) this.setStatus(was, "completed");
    this.toEnd(stay);
  }

  /** @private @param {HTMLElement} t @param {string} type @param {any} d */
  tell(t, type, d) {
    switch (type) {
      case "turn.started": return this.setStatus(t, "running");
      case "turn.domain-dispatched": {
        find(".agent-name", t).textContent = word(agents, d.domain);
        return say("The " + word(agents, d.domain).toLowerCase() + " is at work.");
      }
      case "turn.handed-back":
        find(".agent-name", t).textContent = word(agents, d.domain) + " handed back";
        return;
      case "turn.row-changed": return row(t, d);
      case "turn.message-written": return message(t, d);
      case "turn.flush-planned":
        for (const drop of d.drops || []) this.dropped(t, drop.event, drop.reason);
        return;
      case "turn.cancel-requested":
        find(".agent-state", t).textContent = "Stopping";
        return;
      case "turn.ended":
        this.setStatus(t, d.status);
        find(".closing", t).textContent = shown(d.closing);
        return say((d.closing ? shown(d.closing) : find(".says", t).textContent || "") || "The turn ended.");
    }
  }

  /** Shows a step that went to no tree here, once. @param {HTMLElement} t @param {string} event @param {string} reason */
  dropped(t, event, reason) {
    const drops = find(".drops", t);
    if (Array.from(drops.children).some((li) => /** @type {HTMLElement} */ (li).dataset.event === event)) return;
    const li = copy("t-drop");
    li.dataset.event = event;
    find("span", li).textContent = "A step was dropped: " + word(dropReasons, reason) + ".";
    drops.append(li);
  }

  /** Whether the reader is at the end, and so wants to stay there. */
  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 60;
  }

  /** @param {boolean} stay */
  toEnd(stay) {
    if (stay) this.log.scrollTop = this.log.scrollHeight;
  }
}

/** @param {HTMLElement} t @param {any} d */
function row(t, d) {
  const rows = find(".rows", t);
  let r = /** @type {HTMLElement|undefined} */ (Array.from(rows.children).find((li) => /** @type {HTMLElement} */ (li).dataset.row === d.row_id));
  if (!r) {
    r = copy("t-row");
    r.dataset.row = d.row_id;
    rows.append(r);
  } else if (final.includes(r.dataset.status || "")) {
    return; // a late event never opens a row again
  }
  r.dataset.status = d.status;
  setTitle(find(".row-title", r), d.title);
  find(".row-detail", r).textContent = shown(d.detail);
  find(".row-status", r).textContent = d.status;
}

/** @param {HTMLElement} t @param {any} d */
function message(t, d) {
  const says = find(".says", t);
  if (Array.from(says.children).some((e) => /** @type {HTMLElement} */ (e).dataset.call === d.call_id)) return;
  const e = document.createElement("div");
  e.className = "say fresh";
  e.dataset.call = d.call_id;
  e.dir = "auto";
  setLong(e, d.text);
  says.append(e);
}
