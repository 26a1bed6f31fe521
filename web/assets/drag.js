// @ts-check
// Moves the items of lists with a pointer: a line shows where one would stand, the list
// scrolls at its edges, Escape lets go. Nothing is moved here; whoever listens does that.

/** @typedef {{list: HTMLElement, area: Element}} Place a list, and where the pointer means it */
/** @typedef {{scroller: HTMLElement, item: (grip: HTMLElement) => HTMLElement, places: (item: HTMLElement) => Place[], drop: (item: HTMLElement, list: HTMLElement, after: HTMLElement|null) => void, lift?: (item: HTMLElement, lifted: boolean) => void, tap?: (item: HTMLElement) => void}} Moves
 * what can be moved whereto; places come in the order of the page, inner ones behind outer ones */

const threshold = 5, edge = 56; // pixels

/** @param {Moves} moves */
export function dragIn(moves) {
  moves.scroller.addEventListener("pointerdown", (e) => {
    const grip = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest(".grip"));
    if (grip && e.button === 0 && e.isPrimary) new Drag(moves, grip, e);
  });
}

class Drag {
  /** @param {Moves} moves @param {HTMLElement} grip @param {PointerEvent} down */
  constructor(moves, grip, down) {
    this.moves = moves;
    this.item = moves.item(grip);
    this.grip = grip;
    this.from = down.clientY;
    this.y = down.clientY;
    this.lifted = false;
    /** @type {{list: HTMLElement, after: HTMLElement|null}|null} */ this.to = null;
    this.line = document.createElement("div");
    this.line.className = "drop-line";
    this.ended = new AbortController();
    const until = { signal: this.ended.signal };
    grip.setPointerCapture(down.pointerId);
    grip.addEventListener("pointermove", (e) => this.move(e.clientY), until);
    grip.addEventListener("pointerup", () => this.end(true), until);
    grip.addEventListener("pointercancel", () => this.end(false), until);
    addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !this.lifted) return;
      e.preventDefault();
      e.stopPropagation();
      this.end(false);
    }, { ...until, capture: true });
  }

  /** @param {number} y */
  move(y) {
    this.y = y;
    if (!this.lifted && Math.abs(y - this.from) < threshold) return;
    if (!this.lifted) this.lift();
    this.aim();
  }

  lift() {
    this.lifted = true;
    this.item.dataset.dragging = "";
    this.moves.lift?.(this.item, true);
    this.moves.scroller.append(this.line);
    const scroll = () => {
      if (!this.lifted) return;
      const r = this.moves.scroller.getBoundingClientRect();
      const by = Math.min(this.y - r.top - edge, 0) + Math.max(this.y - r.bottom + edge, 0);
      if (by) {
        this.moves.scroller.scrollTop += by / 4;
        this.aim();
      }
      requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
  }

  /** Finds where the item would stand, and shows it. */
  aim() {
    const at = this.moves.places(this.item).filter(({ list, area }) => {
      const r = area.getBoundingClientRect();
      return !this.item.contains(list) && r.top <= this.y && this.y <= r.bottom;
    }).pop();
    if (!at) return;
    const items = /** @type {HTMLElement[]} */ (Array.from(at.list.children)).filter((e) => e !== this.item && e.tagName === "LI");
    const next = items.findIndex((e) => middle(e) > this.y), after = items[(next < 0 ? items.length : next) - 1] || null;
    this.to = { list: at.list, after };
    this.show(at.area, items, after);
  }

  /** @param {Element} area @param {HTMLElement[]} items @param {HTMLElement|null} after */
  show(area, items, after) {
    const box = this.moves.scroller.getBoundingClientRect(), r = (after || items[0] || area).getBoundingClientRect();
    const y = after ? r.bottom + 4 : items.length ? r.top - 6 : r.bottom - 6;
    this.line.style.top = y - box.top + this.moves.scroller.scrollTop + "px";
    this.line.style.left = r.left - box.left + "px";
    this.line.style.width = r.width + "px";
  }

  /** @param {boolean} keep */
  end(keep) {
    this.ended.abort();
    if (!this.lifted) {
      if (keep) this.moves.tap?.(this.item);
      return;
    }
    this.lifted = false;
    this.line.remove();
    delete this.item.dataset.dragging;
    this.moves.lift?.(this.item, false);
    if (keep && this.to) this.moves.drop(this.item, this.to.list, this.to.after);
    this.grip.focus({ preventScroll: true });
  }
}

/** @param {Element} e */
function middle(e) {
  const r = e.getBoundingClientRect();
  return r.top + r.height / 2;
}
