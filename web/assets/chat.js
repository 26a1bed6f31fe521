// @ts-check
// The conversation of a page: composer, sheet on a phone, questions, and the turns that
// events tell of. Which playbook and task it is about is the page's affair.
import { newKey } from "./turnbook.js";
import { find, post, shown } from "./page.js";
import { Cards } from "./cards.js";
import { Talk } from "./talk.js";

const phone = matchMedia("(max-width: 760px)");

export class Chat {
  /** @param {import("./turnbook.js").Book} book
   * @param {object} about what a new conversation is about, as POST /v1/sessions takes it
   * @param {() => void} onSession a conversation was opened */
  constructor(book, about, onSession) {
    this.book = book;
    this.about = about;
    this.onSession = onSession;
    this.session = find("#main").dataset.session || "";
    this.place = find("#chat");
    this.ask = /** @type {HTMLTextAreaElement} */ (find("#ask"));
    this.trouble = find("#chat-trouble");
    this.toggle = find("#chat-toggle");
    this.sending = false;
    this.talk = new Talk();
    this.cards = new Cards(book, this.talk.list, () => this.session);
    this.hearCards();
    this.hearComposer();
    this.hearStop();
    book.on("delta", (d) => { if (d.session === this.session) this.talk.writing(d); });
    this.toggle.addEventListener("click", () => this.showSheet(this.place.dataset.open === undefined));
    new ResizeObserver(() => this.placeSheet()).observe(this.place);
  }

  /** Whether an event is of this conversation. @param {import("./turnbook.js").CloudEvent} event */
  owns(event) {
    const parts = event.source.split("/"); // "/acme/session/s7"
    return parts[2] === "session" && decodeURIComponent(parts[3]) === this.session;
  }

  /** Takes an event in, where it is of this conversation.
   * @param {import("./turnbook.js").CloudEvent} event */
  take(event) {
    if (this.owns(event)) this.talk.take(event);
  }

  /** Shows a step that went to no tree of this view.
   * @param {string} turn @param {string} event @param {string} reason */
  dropped(turn, event, reason) {
    const t = this.talk.turn(turn);
    if (t) this.talk.dropped(t, event, reason);
  }

  /** The rows of workers that are busy now. @returns {{row_id: string, status: string}[]} */
  busyRows() {
    const rows = this.talk.list.querySelectorAll('.talk[data-status="running"] .row:is([data-status="running"], [data-status="pending"])');
    return Array.from(rows, (r) => ({ row_id: /** @type {HTMLElement} */ (r).dataset.row || "", status: /** @type {HTMLElement} */ (r).dataset.status || "" }));
  }

  /** Brings the conversation up to a snapshot. @param {any} s */
  catchUp(s) {
    this.talk.catchUp(s);
    if (s.session) this.cards.catchUp(s.cards || []);
  }

  // ---- the sheet -----------------------------------------------------------------

  /** @param {boolean} open */
  showSheet(open) {
    if (open) this.place.dataset.open = "";
    else delete this.place.dataset.open;
    this.toggle.setAttribute("aria-expanded", String(open));
    this.toggle.setAttribute("aria-label", open ? "Hide the conversation" : "Show the conversation");
    if (open) this.talk.toEnd(true);
  }

  /** Closes the sheet; false where it was closed. */
  closeSheet() {
    if (this.place.dataset.open === undefined) return false;
    this.showSheet(false);
    return true;
  }

  /** On a phone the builder ends where the sheet begins. */
  placeSheet() {
    find("#main").style.setProperty("--sheet", this.place.offsetHeight + "px");
  }

  // ---- questions -----------------------------------------------------------------

  /** A question gets the focus when it appears, unless somebody types or works elsewhere.
   * What is typed while it has the focus belongs to the message. @private */
  hearCards() {
    const { ask, cards, place, talk } = this;
    cards.onAsked = (e) => {
      if (phone.matches) this.showSheet(true);
      const at = document.activeElement;
      if (at === document.body || (at && place.contains(at) && (at !== ask || ask.value === ""))) e.focus({ preventScroll: true });
      e.scrollIntoView({ block: "nearest" });
    };
    cards.onLeft = () => ask.focus({ preventScroll: true });
    talk.list.addEventListener("keydown", (e) => {
      const on = /** @type {Element} */ (e.target);
      if (on.classList.contains("question") && e.key.length === 1 && e.key !== " " && !e.ctrlKey && !e.metaKey && !e.altKey) ask.focus();
    });
    this.book.on("card", (card) => {
      const t = talk.turn(card.turn), stay = talk.atEnd();
      if (t) cards.show(t, card);
      talk.toEnd(stay);
    });
  }

  // ---- the composer ----------------------------------------------------------------

  /** @private */
  hearComposer() {
    const { ask, talk } = this;
    find("#composer").addEventListener("submit", (e) => { e.preventDefault(); this.send(ask.value); });
    // Enter sends, Shift+Enter breaks the line; some keyboards press and type in two events.
    for (const name of ["keydown", "keypress"]) {
      ask.addEventListener(name, (event) => {
        const e = /** @type {KeyboardEvent} */ (event);
        if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
        e.preventDefault();
        if (name === "keydown") this.send(ask.value);
      });
    }
    // Suggestions of the page, and replies that the assistant suggested: filled in and sent.
    talk.log.addEventListener("click", (e) => {
      const hint = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest(".hint"));
      if (!hint) return;
      ask.value = hint.dataset.ask || hint.textContent || "";
      this.send(ask.value);
    });
  }

  /** Opens a conversation where there is none yet. @private */
  async ensureSession() {
    if (this.session) return;
    this.session = (await post("/v1/sessions", { ...this.about, idempotency_key: newKey() })).session;
    history.replaceState(null, "", "?session=" + encodeURIComponent(this.session));
    this.onSession();
  }

  /** @private @param {string} text */
  async send(text) {
    const { ask, talk } = this, before = ask.value;
    text = text.trim();
    if (!text || this.sending) return;
    this.sending = true;
    this.trouble.hidden = true;
    ask.value = "";
    if (phone.matches) this.showSheet(true);
    try {
      await this.ensureSession();
      const { turn } = await this.book.message({ text, session: this.session, queue: talk.running !== "" });
      if (!talk.turn(turn)) talk.setStatus(talk.ensure(turn, text), talk.running ? "queued" : "running");
      talk.toEnd(true);
    } catch (err) {
      ask.value = before || text;
      this.say(err);
    }
    this.sending = false;
    ask.focus();
  }

  /** @private @param {unknown} err */
  say(err) {
    this.trouble.textContent = shown(/** @type {Error} */ (err).message);
    this.trouble.hidden = false;
  }

  /** @private */
  hearStop() {
    const { ask, book, talk } = this, stop = /** @type {HTMLButtonElement} */ (find("#stop"));
    talk.onRunning = () => {
      stop.hidden = !talk.running && !talk.waiting;
      stop.disabled = false;
      ask.placeholder = talk.running ? "Queue another message" : talk.waiting ? "Answer above, or ask anew" : "Ask for a change, or a question";
    };
    const current = talk.turn(find("#main").dataset.running || "");
    if (current) talk.setStatus(current, current.dataset.status || "");
    stop.addEventListener("click", async () => {
      const turn = talk.running || talk.waiting;
      if (!turn) return;
      stop.disabled = true;
      try {
        await book.cancel({ turn, session: this.session, reason: "stopped in the editor" });
      } catch (err) {
        this.say(err);
        stop.disabled = false;
      }
    });
  }
}
