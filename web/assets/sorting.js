// @ts-check
// Lines that are put elsewhere by pointer or keys. The line stands in its new place at
// once; what the server makes of it is drawn when it has answered.

/** Where a line stands: the list that holds it, and the line before it.
 * @typedef {{list: HTMLElement, after: HTMLElement|null}} Place */

/** @param {HTMLElement} line @returns {HTMLElement} */
const listOf = (line) => /** @type {HTMLElement} */ (line.closest("[data-sort]"));

/** @param {HTMLElement} line @returns {Place} */
export function placeOf(line) {
  return { list: listOf(line), after: /** @type {HTMLElement|null} */ (line.previousElementSibling) };
}

/** Puts a line into a place, with its focus. @param {HTMLElement} line @param {Place} to */
export function put(line, to) {
  const list = /** @type {any} */ (to.list), before = to.after ? to.after.nextSibling : list.firstChild;
  const focus = line.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  if (list.moveBefore && line.isConnected) list.moveBefore(line, before);
  else list.insertBefore(line, before);
  if (focus && focus !== document.activeElement) focus.focus({ preventScroll: true });
}

/** The place one further up or down: past a neighbour, or into the list beside its own.
 * Null at the ends. @param {HTMLElement} line @param {boolean} up @returns {Place|null} */
export function beside(line, up) {
  const list = listOf(line), next = /** @type {HTMLElement|null} */ (up ? line.previousElementSibling : line.nextElementSibling);
  if (next) return { list, after: up ? /** @type {HTMLElement|null} */ (next.previousElementSibling) : next };
  const lists = Array.from(document.querySelectorAll('[data-sort="' + list.dataset.sort + '"]')).filter((l) => !l.closest('[data-can=""]'));
  const other = /** @type {HTMLElement|undefined} */ (lists[lists.indexOf(list) + (up ? -1 : 1)]);
  return other ? { list: other, after: up ? /** @type {HTMLElement|null} */ (other.lastElementChild) : null } : null;
}

/** Has lines dragged by their .grip. moved is told when one was let go elsewhere than it
 * was taken; Escape puts it back.
 * @param {HTMLElement} within @param {(line: HTMLElement) => void} moved */
export function drag(within, moved) {
  within.addEventListener("pointerdown", (down) => {
    const grip = /** @type {HTMLElement|null} */ (/** @type {Element} */ (down.target).closest(".grip"));
    const line = /** @type {HTMLElement|null} */ (grip?.closest("[data-key]"));
    if (!grip || !line || down.button !== 0) return;
    down.preventDefault();
    const from = placeOf(line), held = new AbortController(), on = { signal: held.signal };
    line.classList.add("dragged");
    within.setAttribute("data-editing", "");
    const end = (/** @type {boolean} */ back) => {
      held.abort();
      line.classList.remove("dragged");
      within.removeAttribute("data-editing");
      if (back) put(line, from);
      else if (line.previousElementSibling !== from.after || listOf(line) !== from.list) moved(line);
    };
    addEventListener("pointermove", (e) => follow(line, e), on);
    addEventListener("pointerup", () => end(false), on);
    addEventListener("pointercancel", () => end(true), on);
    addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      end(true);
    }, on);
  });
}

const edge = 70; // pixels from the window's ends where the page goes along

/** @param {HTMLElement} line @param {PointerEvent} e */
function follow(line, e) {
  if (e.clientY < edge) scrollBy(0, -14);
  else if (e.clientY > innerHeight - edge) scrollBy(0, 14);
  const kind = listOf(line).dataset.sort, under = document.elementFromPoint(e.clientX, e.clientY);
  const list = /** @type {HTMLElement|null} */ (under?.closest('[data-sort="' + kind + '"]') || under?.closest("[data-key]")?.querySelector('[data-sort="' + kind + '"]'));
  if (!list || list.closest('[data-can=""]')) return;
  const over = Array.from(list.children).find((c) => c.contains(under));
  if (!over) {
    if (!list.contains(line)) put(line, { list, after: /** @type {HTMLElement|null} */ (list.lastElementChild) });
    return;
  }
  if (over === line) return;
  // Only so far that the line lies under the pointer then: else the two would change
  // places for ever.
  const { top, bottom } = over.getBoundingClientRect(), own = line.offsetHeight;
  const later = !!(line.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (later && e.clientY > bottom - own) put(line, { list, after: /** @type {HTMLElement} */ (over) });
  if (!later && e.clientY < top + own) put(line, { list, after: /** @type {HTMLElement|null} */ (over.previousElementSibling) });
}
