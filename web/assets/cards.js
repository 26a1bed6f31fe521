// @ts-check
// Questions that an agent waits with, in the conversation: shown, answered, settled by
// whomever. The words of each state are the server's, in a template of the page.
import { copy, counted, find, say, setTitle, shown } from "./page.js";
import { Refused, cardOf } from "./turnbook.js";

/** @typedef {import("./turnbook.js").Card} Card */

export class Cards {
  /** @param {import("./turnbook.js").Book} book @param {HTMLElement} list @param {() => string} session */
  constructor(book, list, session) {
    this.book = book;
    this.list = list;
    this.session = session;
    /** @type {(e: HTMLElement) => void} a question has appeared */ this.onAsked = () => {};
    /** @type {(e: HTMLElement) => void} it was settled while focus was in it */ this.onLeft = () => {};
    list.addEventListener("click", (e) => {
      const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest("[data-decision]"));
      if (button) this.answer(/** @type {HTMLElement} */ (button.closest(".question")), button.dataset.decision === "confirm" ? "confirm" : "decline");
    });
  }

  /** @param {string} id @returns {HTMLElement|null} */
  card(id) {
    return this.list.querySelector('.question[data-card="' + CSS.escape(id) + '"]');
  }

  /** Shows a card of a turn as it stands.
   * @param {HTMLElement} turn @param {Card} c */
  show(turn, c) {
    let e = this.card(c.id);
    if (!e) {
      if (!c.fingerprint) return; // it was raised before anything that this page knows
      e = draw(c);
      find(".questions", turn).append(e);
      settle(e, c.status, c.reason);
      if (c.status !== "open") return;
      say("The assistant asks: " + find(".question-title", e).textContent + " " + c.targets.map((s) => shown(s.title)).join(", "));
      return this.onAsked(e);
    }
    if (e.dataset.status === c.status) return;
    const had = e.contains(document.activeElement);
    settle(e, c.status, c.reason);
    if (!e.dataset.mine && c.status !== "superseded") note(e, "It was answered in another tab.");
    say(find(".question-says", e).textContent || "");
    if (had) this.onLeft(e);
  }

  /** Brings the open ones up to a snapshot, which lists those that are open still.
   * @param {{id: string}[]} open */
  async catchUp(open) {
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(".question[data-status=open]"))) {
      if (!open.some((c) => c.id === e.dataset.card)) await this.look(e);
    }
  }

  /** Reads how a card stands. @private @param {HTMLElement} e */
  async look(e) {
    const answer = await fetch("/v1/cards/" + encodeURIComponent(e.dataset.card || ""));
    if (answer.ok) this.show(/** @type {HTMLElement} */ (e.closest(".talk")), cardOf(await answer.json()));
  }

  /** @private @param {HTMLElement} e @param {"confirm"|"decline"} decision */
  async answer(e, decision) {
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (e.querySelectorAll("[data-decision]"));
    if (e.contains(document.activeElement)) e.focus({ preventScroll: true }); // a button that is switched off would lose it
    for (const b of buttons) b.disabled = true;
    e.dataset.mine = decision;
    note(e, "");
    try {
      await this.book.answer(e.dataset.card || "", decision, e.dataset.fingerprint, this.session());
    } catch (err) {
      delete e.dataset.mine;
      for (const b of buttons) b.disabled = false;
      note(e, shown(/** @type {Error} */ (err).message));
      if (err instanceof Refused && err.code === "CARD_SETTLED") await this.look(e);
    }
  }
}

/** @param {Card} c */
function draw(c) {
  const e = copy("t-card"), below = c.cascade.length, cascade = find(".question-cascade", e);
  e.dataset.card = c.id;
  e.dataset.fingerprint = c.fingerprint;
  find(".question-title", e).textContent = "Delete " + counted(c.targets.length, "step") + "?";
  find(".question-targets", e).replaceChildren(...c.targets.map(line));
  cascade.hidden = below === 0;
  find("summary", cascade).textContent = below === 1 ? "1 step below goes with it" : counted(below, "step") + " below go with it";
  find("ul", cascade).replaceChildren(...c.cascade.map(line));
  return e;
}

/** @param {{title: string}} step */
function line(step) {
  const li = copy("t-card-step");
  li.classList.remove("fresh");
  setTitle(li, step.title);
  return li;
}

/** @param {HTMLElement} e @param {string} status @param {string} reason */
function settle(e, status, reason) {
  const all = Array.from(/** @type {HTMLTemplateElement} */ (document.getElementById("t-card-words")).content.children);
  const words = all.find((w) => /** @type {HTMLElement} */ (w).dataset.status === status && (/** @type {HTMLElement} */ (w).dataset.reason || reason) === reason);
  e.dataset.status = status;
  find(".question-state", e).textContent = words?.getAttribute("data-state") || status;
  find(".question-says", e).textContent = words?.textContent || "";
}

/** @param {HTMLElement} e @param {string} words */
function note(e, words) {
  find(".question-note", e).textContent = words;
}
