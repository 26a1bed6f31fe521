// @ts-check
// A tree of delegated work at the keyboard, as the ARIA practices have it: one stop for
// Tab; up and down go from line to line, right opens or goes in, left closes or goes out,
// Home and End to the ends, a letter to the next line that begins with it, Enter opens the
// line's page. What is closed, and where one stands, outlasts a fresh drawing.

/** @param {Element} e @returns {HTMLElement[]} */
const linesOf = (e) => Array.from(e.querySelectorAll("[role=treeitem]"));

/** @param {HTMLElement} item */
const isShown = (item) => !item.parentElement?.closest('[aria-expanded="false"]');

/** Has the tree in an element answer to keys and clicks.
 * @param {HTMLElement} within an element that stays while the tree in it is drawn anew
 * @returns {() => void} to be called after the tree was drawn anew */
export function taskTree(within) {
  /** @type {Set<string>} */ const closed = new Set();
  let at = "";

  /** @param {HTMLElement|undefined} item @param {boolean} [focus] */
  function stand(item, focus) {
    if (!item) return;
    at = item.dataset.key || "";
    for (const other of linesOf(within)) other.tabIndex = other === item ? 0 : -1;
    if (focus) item.focus();
  }
  /** @param {HTMLElement} item @param {boolean} open */
  function set(item, open) {
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(open));
    if (open) closed.delete(item.dataset.key || "");
    else closed.add(item.dataset.key || "");
  }
  function restore() {
    const all = linesOf(within);
    for (const item of all) if (closed.has(item.dataset.key || "")) set(item, false);
    const shown = all.filter(isShown);
    stand(shown.find((item) => item.dataset.key === at) || shown[0]);
  }

  within.addEventListener("click", (e) => {
    const on = /** @type {Element} */ (e.target), item = /** @type {HTMLElement|null} */ (on.closest("[role=treeitem]"));
    if (!item || on.closest("a")) return;
    if (on.closest(".tree-twist")) set(item, item.getAttribute("aria-expanded") === "false");
    stand(item, true);
  });
  within.addEventListener("focusin", (e) => {
    const on = /** @type {HTMLElement} */ (e.target);
    if (on.matches("[role=treeitem]")) stand(on);
  });
  within.addEventListener("keydown", (e) => {
    const item = /** @type {HTMLElement} */ (e.target);
    if (!item.matches("[role=treeitem]") || e.ctrlKey || e.metaKey || e.altKey) return;
    const shown = linesOf(within).filter(isShown), i = shown.indexOf(item), open = item.getAttribute("aria-expanded");
    /** @type {HTMLElement|undefined|null} */ let to = null;
    if (e.key === "ArrowDown") to = shown[i + 1];
    else if (e.key === "ArrowUp") to = shown[i - 1];
    else if (e.key === "Home") to = shown[0];
    else if (e.key === "End") to = shown.at(-1);
    else if (e.key === "ArrowRight" && open === "false") set(item, true);
    else if (e.key === "ArrowRight") to = open ? linesOf(item)[0] : null;
    else if (e.key === "ArrowLeft" && open === "true") set(item, false);
    else if (e.key === "ArrowLeft") to = /** @type {HTMLElement|null} */ (item.parentElement?.closest("[role=treeitem]"));
    else if (e.key === "Enter") /** @type {HTMLElement|null} */ (item.querySelector("a"))?.click();
    else if (e.key.length === 1 && e.key.trim()) to = from(shown, i, e.key);
    else return;
    e.preventDefault();
    e.stopPropagation();
    stand(to || undefined, true);
  });
  restore();
  return restore;
}

/** The next line that begins with a letter. @param {HTMLElement[]} shown @param {number} i @param {string} letter */
function from(shown, i, letter) {
  const begins = (/** @type {HTMLElement} */ item) => (item.querySelector(".title")?.textContent || "").trim().toLowerCase().startsWith(letter.toLowerCase());
  return shown.slice(i + 1).find(begins) || shown.slice(0, i).find(begins);
}
