// @ts-check
/**
 * Turnbook in a browser: one connection, one view, no build step.
 *
 *     import { connect } from "/assets/turnbook.js";
 *     const book = connect();
 *     book.on("event", ({ event, target }) => …);
 *     book.subscribe({ playbook: "p1" }, "snapshot");
 *
 * What it promises: events come in the order of the log, each once, over any number
 * of lost connections; a command is carried out once, however often it had to be sent;
 * where the server can't go on from a cursor, one fresh "snapshot" comes instead of a
 * hole, whose resync says why. Everything may be called in the same tick as connect:
 * it is sent when the connection is there. A server that can't just now is asked again.
 * A message may be seen while it is written, as "delta": whole from its beginning on, or
 * not at all, and never behind the event that finishes it.
 * @module turnbook
 */

/** @typedef {"connecting"|"live"|"catching-up"|"offline"|"closed"} Status */
/** @typedef {import("./turnbook-events.js").WireEvent} CloudEvent an event of the log: its type says what its data holds; correlationid is the turn. Types only: /assets/turnbook-events.d.ts */
/** @typedef {{outcome: import("./turnbook-events.js").Outcome, reason?: import("./turnbook-events.js").Reason, contribution?: string}} Target decider 3's word on a step event, for this view's own context */
/** @typedef {{cursor: string, event: CloudEvent, data?: any, target?: Target}} EventFrame data: of an event that was too large for the log itself */
/** @typedef {{session?: string, playbook?: string, turn?: string, types?: string[], modules?: string[]}} Filter what to see; it only narrows. modules: whose tasks a snapshot holds, absent for all */
/** @typedef {{id: string, context: "PLAYBOOK"|"LIBRARY_MODULE"|"LIBRARY_TASK", playbook_id?: string}} LoadedTask */
/** @typedef {{id: string, status: "open"|"confirmed"|"declined"|"stale"|"superseded", turn: string, tool: string, task: string, targets: {step_id: string, title: string}[], cascade: {step_id: string, title: string}[], fingerprint: string, reason: string}} Card a question of an agent that waits for a person; of a card that this view never saw raised, only id, status and turn are known */
/** @typedef {{session: string, turn: string, call: string, domain: string, text: string}} Delta a message that is being written: all of its text so far; call is that of the turn.message-written which it will be. A turn writes one at a time: one of another call takes its place */
/** @typedef {{url?: string, view?: string, session?: string, WebSocket?: typeof WebSocket, wait?: (attempt: number) => number}} Options url: of the stream, "" for this page's host; view: to come back under; wait: milliseconds before an attempt to reconnect */
/** @typedef {{event: EventFrame, card: Card, status: Status, snapshot: any, welcome: any, resync: any, lagging: any, delta: Delta, refused: any}} Heard what a callback gets, by the name it listens to */

/** A command that came to nothing; `code` is of the closed list of the server. */
export class Refused extends Error {
  /** @param {any} frame a refused or error frame */
  constructor(frame) {
    super(frame.detail || frame.message || frame.code || "refused");
    this.name = "Refused";
    /** @type {string} */ this.code = frame.code || "";
    /** @type {string} the turn that stands in the way; "" for none */ this.turn = frame.turn || "";
    /** @type {string} the card that was answered; "" for none */ this.card = frame.card || "";
    /** @type {number} where the card was answered before; 0 where it was not */ this.at = frame.at || 0;
  }
}

const protocol = "turnbook.v1";
/** @type {Card} */
const none = { id: "", status: "open", turn: "", tool: "", task: "", targets: [], cascade: [], fingerprint: "", reason: "" };
const utf8 = new TextEncoder();
const ofSubscription = new Set(["snapshot", "event", "caught_up", "lagging", "resync", "delta"]);
const firstWait = 250, longestWait = 15000; // milliseconds

/** @param {Options} [options] */
export function connect(options) {
  return new Book(options || {});
}

/** Where a cursor points: epoch, sequence and index; null for what is no cursor.
 * @param {string|null|undefined} cursor */
export function parseCursor(cursor) {
  const m = /^(.+)\.(\d+)\.(\d+)$/.exec(cursor || "");
  return m && { epoch: m[1], seq: Number(m[2]), index: Number(m[3]) };
}

/** Whether a cursor stands after another of the same epoch; true where they can't be compared.
 * @param {string} cursor @param {string|null} seen */
export function isAfter(cursor, seen) {
  const a = parseCursor(cursor), b = parseCursor(seen);
  if (!a || !b || a.epoch !== b.epoch) return true;
  return a.seq > b.seq || (a.seq === b.seq && a.index > b.index);
}

/** The playbook and task that an event is about; "" for none.
 * @param {CloudEvent} event */
export function subjectOf(event) {
  const parts = (event.subject || "").split("/"), about = { playbook: "", task: "" };
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const id = decodeURIComponent(parts[i + 1]);
    if (parts[i] === "playbook") about.playbook = id;
    else if (parts[i] === "task") about.task = id;
  }
  return about;
}

/** A card as a row of the tables, as snapshots and /v1/cards have it.
 * @param {any} row @returns {Card} */
export function cardOf(row) {
  const list = (/** @type {any} */ v) => (typeof v === "string" ? JSON.parse(v || "[]") : v || []);
  return {
    id: row.id, status: row.status, turn: row.turn_id, tool: row.tool, task: row.task_id,
    targets: list(row.targets), cascade: list(row.cascade), fingerprint: row.fingerprint, reason: row.reason || "",
  };
}

/** A fresh idempotency key: it needs no secure origin, as randomUUID would. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** What this device's clock says: the server keeps it beside its own, and orders nothing by it. */
const now = () => new Date().toISOString();

/** One view of the book. */
export class Book {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {Status} */ this.status = "connecting";
    /** @type {string} this view's id; "" before the first welcome */ this.view = options.view || "";
    /** @type {string|null} the last event that was handed out */ this.cursor = null;
    /** @type {Map<string, Set<(detail: any) => void>>} */ this.listeners = new Map();
    /** @type {Map<string, {frame: any, resolve: (ack: any) => void, reject: (e: Error) => void}>} */
    this.pending = new Map(); // by ref: sent, and not answered yet
    /** @type {{filter: Filter, from: string}|null} */ this.subscription = null;
    /** @type {any} */ this.context = undefined;
    /** @type {Map<string, Card>} the cards that this view has seen */ this.cards = new Map();
    /** @type {Map<string, Delta & {bytes: number}>} by turn: what was heard of a message, without a gap */ this.writing = new Map();
    this.mounts = 0;
    /** @type {LoadedTask|null} */ this.task = null;
    this.attempt = 0;
    /** @type {number} when the next attempt to connect comes, in milliseconds; {@link wake} makes one now */ this.retryAt = 0;
    this.refs = 0;
    this.helloRef = "";
    this.subscribeRef = ""; // frames of an earlier subscription are not looked at
    this.reason = ""; // of the resync that the next snapshot answers
    this.welcomed = false;
    this.wake = () => { if (this.status === "offline") this.open(); };
    globalThis.addEventListener?.("online", this.wake);
    this.open();
  }

  /**
   * Calls back on "event" ({@link EventFrame}), "card" ({@link Card}: one was raised, or
   * settled by whomever; after a snapshot, each that is open), "snapshot" (the frame),
   * "status" ({@link Status}), "delta" ({@link Delta}), "welcome", "resync", "lagging" and
   * "refused". Returns what takes the callback away.
   * @template {keyof Heard} N
   * @param {N} name @param {(detail: Heard[N]) => void} f
   */
  on(name, f) {
    const set = this.listeners.get(name) || new Set();
    this.listeners.set(name, set.add(f));
    return () => { set.delete(f); };
  }

  /** Follows what the filter asks for, from "snapshot" or behind a cursor. It replaces
   * the subscription before it and lasts over reconnects. Its snapshot has a resync (the
   * reason) where it comes because the server could not go on.
   * @param {Filter} filter @param {string} [from] */
  subscribe(filter, from = "snapshot") {
    if (this.subscription && this.welcomed) this.send({ type: "unsubscribe", ref: this.ref() });
    this.subscription = { filter, from };
    this.writing.clear();
    this.subscribeRef = "";
    this.reason = "";
    this.cursor = from === "snapshot" ? null : from;
    if (this.welcomed) this.sendSubscription();
  }

  /** Says what this view shows. Send it whenever that changes; the last one is said
   * again after a reconnect.
   * @param {object} context */
  uiContext(context) {
    const text = JSON.stringify(context);
    if (text === JSON.stringify(this.context)) return;
    this.context = context;
    if (this.welcomed) this.send({ type: "ui_context", ref: this.ref(), ui_context: context, sent_at: now() });
  }

  /** Asks for a turn. It resolves with the ack ({turn}), or rejects with {@link Refused}.
   * The key survives retries, so that one message makes one turn.
   * @param {{text: string, session: string, queue?: boolean, key?: string}} message */
  message({ text, session, queue, key }) {
    /** @type {any} */ const frame = { type: "message", text, session, idempotency_key: key || newKey(), sent_at: now() };
    if (this.context !== undefined) frame.ui_context = this.context;
    if (queue) frame.queue = true;
    return this.command(frame);
  }

  /** Stops a turn; what it wrote stays.
   * @param {{turn: string, session: string, reason?: string, key?: string}} cancel */
  cancel({ turn, session, reason, key }) {
    /** @type {any} */ const frame = { type: "cancel", turn, session, idempotency_key: key || newKey(), sent_at: now() };
    if (reason) frame.reason = reason;
    return this.command(frame);
  }

  /** Answers a card, on what the person saw: the fingerprint is the card's. The same answer
   * again is a success without a second effect; another one rejects with a {@link Refused}
   * of the code CARD_SETTLED. It resolves with the ack ({turn}).
   * @param {string|Card} card @param {"confirm"|"decline"} decision
   * @param {string} [fingerprint] absent for that of the card as this view has it
   * @param {string} [session] absent for that of the subscription */
  answer(card, decision, fingerprint, session) {
    const id = typeof card === "string" ? card : card.id;
    return this.command({
      type: "answer", card: id, decision, sent_at: now(), session: session || this.subscription?.filter.session || this.options.session || "",
      fingerprint: fingerprint ?? (typeof card === "string" ? this.cards.get(id)?.fingerprint : card.fingerprint) ?? "",
    });
  }

  /** Counts a builder surface in; what it returns counts it out, once. Several may be
   * mounted at a time, and the count never goes below zero. */
  mountBuilder() {
    this.mounts++;
    let mounted = true;
    return () => {
      if (!mounted) return;
      mounted = false;
      this.mounts = Math.max(0, this.mounts - 1);
    };
  }

  /** Says which task the builder's store holds; null for none.
   * @param {LoadedTask|null} task */
  loadTask(task) {
    this.task = task;
  }

  /** The builder's part of a ui_context. current_task_id stands in it only while a
   * builder is mounted and a task is loaded: a store that still holds a task while no
   * builder is on screen publishes nothing. */
  agentViewContext() {
    /** @type {any} */ const part = { builder_mounts: this.mounts };
    if (this.mounts > 0 && this.task) {
      part.current_task_id = this.task.id;
      part.loaded_task = this.task;
    }
    return part;
  }

  /** Ends the connection for good; turns go on. */
  close() {
    globalThis.removeEventListener?.("online", this.wake);
    clearTimeout(this.timer);
    this.setStatus("closed");
    this.socket?.close(1000);
    for (const p of this.pending.values()) p.reject(new Refused({ code: "CLOSED", detail: "the connection was closed" }));
    this.pending.clear();
  }

  /** @private */
  open() {
    clearTimeout(this.timer);
    if (this.status === "closed") return;
    this.setStatus("connecting");
    const url = this.options.url || location.origin.replace(/^http/, "ws") + "/v1/stream";
    const socket = new (this.options.WebSocket || WebSocket)(url, protocol);
    this.socket = socket;
    socket.onopen = () => {
      this.helloRef = this.ref();
      /** @type {any} */ const hello = { type: "hello", ref: this.helloRef, version: 1 };
      if (this.view) hello.view_id = this.view;
      if (this.options.session) hello.session = this.options.session;
      this.send(hello);
    };
    socket.onmessage = (m) => { if (socket === this.socket) this.take(m.data); };
    socket.onclose = () => { if (socket === this.socket) this.lost(); };
  }

  /** @private */
  lost() {
    this.welcomed = false;
    if (this.status === "closed") return;
    const most = Math.min(longestWait, firstWait * 2 ** this.attempt);
    const wait = this.options.wait ? this.options.wait(this.attempt) : most / 2 + (Math.random() * most) / 2;
    this.attempt++;
    this.retryAt = Date.now() + wait;
    this.setStatus("offline");
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** @private @param {string} text */
  take(text) {
    let frame;
    try {
      frame = JSON.parse(text);
    } catch {
      return; // the server writes JSON; what isn't, is not from it
    }
    if (ofSubscription.has(frame.type) && frame.ref !== this.subscribeRef) return;
    switch (frame.type) {
      case "welcome": return this.welcome(frame);
      case "snapshot": return this.snapshot(frame);
      case "event": return this.event(frame);
      case "delta": return this.delta(frame);
      case "caught_up":
        if (parseCursor(frame.cursor) && isAfter(frame.cursor, this.cursor)) this.cursor = frame.cursor;
        this.attempt = 0;
        return this.setStatus("live");
      case "lagging":
        this.setStatus("catching-up");
        return this.emit("lagging", frame);
      case "resync": return this.resync(frame);
      case "ack": return this.settle(frame.ref, (p) => p.resolve(frame));
      case "refused": case "error":
        if (this.failed(frame)) return;
        this.settle(frame.ref, (p) => p.reject(new Refused(frame)));
        return this.emit("refused", frame);
      default: return this.emit(frame.type, frame);
    }
  }

  /** @private @param {any} frame */
  welcome(frame) {
    this.welcomed = true;
    this.view = frame.view_id;
    this.emit("welcome", frame);
    if (this.context !== undefined) this.send({ type: "ui_context", ref: this.ref(), ui_context: this.context, sent_at: now() });
    if (this.subscription) this.sendSubscription();
    else {
      this.attempt = 0;
      this.setStatus("live");
    }
    for (const p of this.pending.values()) this.send(p.frame); // the key tells a repetition from a second ask
  }

  /** @private @param {any} frame */
  snapshot(frame) {
    if (this.reason) frame.resync = this.reason;
    this.reason = "";
    this.cursor = frame.as_of;
    for (const turn of this.writing.keys()) if (turn !== frame.running_turn?.id) this.writing.delete(turn);
    this.emit("snapshot", frame);
    for (const row of frame.cards || []) this.card(cardOf(row));
  }

  /** Whether the stream itself came to nothing because the server can't just now: then
   * the connection is begun anew, a little later.
   * @private @param {any} frame */
  failed(frame) {
    const stream = frame.ref && (frame.ref === this.helloRef || frame.ref === this.subscribeRef);
    if (!stream || frame.status < 500) return false;
    const socket = this.socket;
    this.lost();
    this.socket = undefined;
    socket?.close();
    return true;
  }

  /** @private @param {EventFrame} frame */
  event(frame) {
    if (!isAfter(frame.cursor, this.cursor)) return; // offered again
    this.cursor = frame.cursor;
    frame.event.data = frame.data ?? frame.event.data; // what was too large for the log is beside it
    this.finish(frame.event);
    this.emit("event", frame);
    this.cardEvent(frame.event);
  }

  /** Puts a piece behind those before it. One whose beginning was missed says nothing:
   * its message comes when it is finished. @private @param {any} f */
  delta(f) {
    const before = f.offset === 0 ? undefined : this.writing.get(f.turn);
    if (f.offset !== 0 && (before?.call !== f.call_id || before?.bytes !== f.offset)) return;
    const now = { session: f.session, turn: f.turn, call: f.call_id, domain: f.domain, text: (before?.text || "") + f.text };
    this.writing.set(f.turn, { ...now, bytes: f.offset + utf8.encode(f.text).length });
    this.emit("delta", now);
  }

  /** Forgets what an event finishes. @private @param {CloudEvent} e */
  finish(e) {
    const turn = e.correlationid || "";
    if (e.type === "turn.ended" || (e.type === "turn.message-written" && this.writing.get(turn)?.call === e.data.call_id)) this.writing.delete(turn);
  }

  /** @private @param {CloudEvent} e */
  cardEvent(e) {
    const d = /** @type {any} */ (e.data), turn = e.correlationid || "";
    /** @param {Partial<Card>} now */
    const settle = (now) => this.card({ ...(this.cards.get(d.card_id) || none), id: d.card_id, turn, ...now });
    switch (e.type) {
      case "turn.interrupt-raised": return this.card(cardOf({ ...d, id: d.card_id, turn_id: turn, status: "open" }));
      case "turn.interrupt-answered": return settle({ status: d.decision === "confirm" ? "confirmed" : "declined" });
      case "turn.interrupt-stale": return settle({ status: "stale" });
      case "turn.interrupt-superseded": return settle({ status: "superseded", reason: d.reason });
    }
  }

  /** @private @param {Card} card */
  card(card) {
    this.cards.set(card.id, card);
    this.emit("card", card);
  }

  /** @private @param {any} frame */
  resync(frame) {
    this.cursor = null;
    this.reason = frame.reason;
    this.emit("resync", frame);
    if (this.subscription) {
      this.subscription.from = "snapshot";
      this.sendSubscription();
    }
  }

  /** @private */
  sendSubscription() {
    const s = /** @type {{filter: Filter, from: string}} */ (this.subscription);
    this.setStatus("catching-up");
    this.subscribeRef = this.ref();
    this.send({ type: "subscribe", ref: this.subscribeRef, ...s.filter, from: this.cursor || s.from });
  }

  /** @private @param {any} frame @returns {Promise<any>} */
  command(frame) {
    frame.ref = this.ref();
    return new Promise((resolve, reject) => {
      this.pending.set(frame.ref, { frame, resolve, reject });
      if (this.welcomed) this.send(frame);
    });
  }

  /** @private @param {string} ref @param {(p: any) => void} f */
  settle(ref, f) {
    const p = this.pending.get(ref);
    if (!p) return;
    this.pending.delete(ref);
    f(p);
  }

  /** @private @param {any} frame */
  send(frame) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  /** @private */
  ref() {
    return "r" + ++this.refs;
  }

  /** @private @param {Status} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.emit("status", status);
  }

  /** @private @param {string} name @param {any} detail */
  emit(name, detail) {
    for (const f of this.listeners.get(name) || []) f(detail);
  }
}
