// @ts-check
// The conversation beside the canvas: turns with their progress, words, drops and
// closing lines, as events tell them.
import { appliedWords, copy, counted, find, say, setLong, setTitle, setWhole, shown } from "./page.js";

const agents = { "playbook-editor": "Playbook editor", "task-builder": "Task builder", guide: "Guide", router: "Router" };
const states = { queued: "Waiting", running: "Running", awaiting_answer: "Waits for you", completed: "Completed", cancelled: "Stopped", failed: "Failed" };
/** Messages up to this length are shown whole as they come, and stay so. */
const seenWhole = 20000;
const final = ["done", "unchanged", "failed"];

/** A word of a list, or the name itself. @param {Record<string, string>} list @param {string} name */
const word = (list, name) => (Object.hasOwn(list, name) ? list[name] : shown(name));

export class Talk {
  constructor() {
    this.list = find("#talk");
    this.log = find("#chat-log");
    /** @type {() => void} */ this.onRunning = () => {};
    /** @type {string} the turn that runs; "" for none */ this.running = "";
    /** @type {string} the turn that waits for an answer; "" for none */ this.waiting = "";
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
    for (const old of this.list.querySelectorAll(".replies")) old.replaceChildren(); // they were said before this
    this.list.append(t);
    return t;
  }

  /** @param {HTMLElement} t @param {string} status */
  setStatus(t, status) {
    t.dataset.status = status;
    find(".agent-state", t).textContent = word(states, status);
    const id = t.dataset.turn || "";
    if (status === "running") this.running = id;
    else if (this.running === id) this.running = "";
    if (status === "awaiting_answer") this.waiting = id;
    else if (this.waiting === id) this.waiting = "";
    this.onRunning();
  }

  /** Takes an event in. @param {import("./turnbook.js").CloudEvent} e */
  take(e) {
    const d = /** @type {any} */ (e.data), id = e.type === "session.drops-applied" ? d.turn_id : e.correlationid || "";
    if (!id || !/^(turn|task|session)\./.test(e.type)) return;
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
      if (m.role === "closing") closing(t, m.text);
      if (m.domain) find(".agent-name", t).textContent = word(agents, m.domain);
      if (t.dataset.turn !== s.running_turn?.id && !t.dataset.status) t.dataset.status = "completed";
    }
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll("[data-writing]"))) {
      if (/** @type {HTMLElement} */ (e.closest(".talk")).dataset.turn !== s.running_turn?.id) e.remove();
    }
    for (const r of s.rows || []) {
      const t = this.turn(r.turn_id);
      if (t) row(t, { ...r, row_id: r.id });
    }
    const last = s.shown_turn && this.turn(s.shown_turn.id);
    if (last) {
      find(".rows-title", last).textContent = shown(s.shown_turn.progress_title);
      if (last === this.list.lastElementChild) replies(last, s.replies || []);
    }
    const running = s.running_turn && this.turn(s.running_turn.id), was = this.running && this.turn(this.running);
    if (running) this.setStatus(running, s.running_turn.status);
    else if (was && s.session) this.setStatus(was, "completed");
    this.toEnd(stay);
  }

  /** Shows a message while it is written, in the place where it will stand. Only who
   * sees it is told: the finished one is said. @param {import("./turnbook.js").Delta} d */
  writing(d) {
    const t = this.turn(d.turn);
    if (!t || d.text.length > seenWhole) return;
    const stay = this.atEnd(), e = written(t) || newSay(t);
    e.dataset.writing = d.call;
    e.ariaHidden = "true";
    setWhole(e, d.text);
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
      case "turn.progress-titled":
        find(".rows-title", t).textContent = shown(d.title);
        return;
      case "turn.replies-suggested":
        if (t === this.list.lastElementChild) replies(t, d.replies);
        return;
      case "turn.interrupt-raised": return this.setStatus(t, "awaiting_answer");
      case "turn.interrupt-answered": return this.setStatus(t, "running");
      case "session.drops-applied": return settleDrops(t, d);
      case "turn.message-written":
        message(t, d);
        return say(shown(d.text));
      case "turn.flush-planned":
        for (const drop of d.drops || []) {
          this.dropped(t, drop.event, drop.reason);
          find('[data-event="' + CSS.escape(drop.event) + '"]', find(".drops", t)).dataset.waiting = "";
        }
        return offerDrops(t);
      case "turn.cancel-requested":
        find(".agent-state", t).textContent = "Stopping";
        return;
      case "turn.ended":
        written(t)?.remove(); // it came to nothing
        this.setStatus(t, d.status);
        closing(t, d.closing);
        return say((d.closing ? shown(d.closing) : find(".says", t).textContent || "") || "The turn ended.");
    }
  }

  /** Shows a step that went to no tree here, once. @param {HTMLElement} t @param {string} event @param {string} reason */
  dropped(t, event, reason) {
    const drops = find(".drops", t);
    if (Array.from(drops.children).some((li) => /** @type {HTMLElement} */ (li).dataset.event === event)) return;
    const li = copy("t-drop");
    li.dataset.event = event;
    li.dataset.reason = reason;
    const words = /** @type {HTMLTemplateElement} */ (document.getElementById("t-drop-words")).content;
    find("span", li).textContent = words.querySelector('[data-reason="' + CSS.escape(reason) + '"]')?.textContent || shown(reason);
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
  const e = written(t) || newSay(t), whole = e.dataset.writing === d.call_id && d.text.length <= seenWhole;
  delete e.dataset.writing;
  e.ariaHidden = null;
  e.dataset.call = d.call_id;
  (whole ? setWhole : setLong)(e, d.text); // who saw all of it come goes on seeing all of it
}

/** The message of a turn that is being written. @param {HTMLElement} t */
function written(t) {
  return /** @type {HTMLElement|null} */ (t.querySelector(".says [data-writing]"));
}

/** A place for words of a turn. @param {HTMLElement} t */
function newSay(t) {
  const e = document.createElement("div");
  e.className = "say fresh";
  e.dir = "auto";
  find(".says", t).append(e);
  return e;
}

/** Says how a turn ended, unless its last words say just that.
 * @param {HTMLElement} t @param {string} text */
function closing(t, text) {
  const last = find(".says", t).lastElementChild?.textContent || "";
  find(".closing", t).textContent = last.trim().endsWith(shown(text).trim()) ? "" : shown(text);
}

/** Offers to apply what was dropped and is kept. @param {HTMLElement} t */
function offerDrops(t) {
  const waiting = t.querySelectorAll(".drops [data-waiting]").length, place = find(".drops-apply", t);
  place.dataset.turn = t.dataset.turn || "";
  find("button", place).textContent = "Apply " + counted(waiting, "dropped step");
  find("button", place).hidden = waiting === 0;
  place.hidden = waiting === 0 && !find(".drops-say", place).textContent;
}

/** Marks what was applied of dropped steps; where nothing was let in, they go on waiting.
 * @param {HTMLElement} t @param {any} d */
function settleDrops(t, d) {
  const refused = (d.refused || []).map((/** @type {any} */ s) => s.event);
  for (const li of /** @type {NodeListOf<HTMLElement>} */ (t.querySelectorAll(".drops [data-waiting]"))) {
    if (d.code || !d.steps.some((/** @type {any} */ s) => s.event === li.dataset.event)) continue;
    delete li.dataset.waiting;
    find("span", li).textContent += refused.includes(li.dataset.event) ? " It no longer fits." : " Applied since.";
  }
  find(".drops-say", t).textContent = appliedWords([d]);
  offerDrops(t);
}

/** @param {HTMLElement} t @param {string[]} texts */
function replies(t, texts) {
  find(".replies", t).replaceChildren(...texts.map((text) => {
    const li = copy("t-reply");
    find("bdi", li).textContent = shown(text);
    return li;
  }));
}
