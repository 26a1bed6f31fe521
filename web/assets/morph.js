// @ts-check
// Brings what is on the page up to what the server would draw now, changing only what
// differs: focus, selection, what is open and what is scrolled stay where they are.
// Elements with a data-key are known by it among their siblings; one with data-editing is
// somebody's work and left alone.

/** @param {Element} old @param {Element} now */
export function morph(old, now) {
  if (old.hasAttribute("data-editing")) return;
  const focus = document.activeElement;
  same(old, now);
  if (focus instanceof HTMLElement && focus !== document.activeElement && focus.isConnected && focus !== document.body) {
    focus.focus({ preventScroll: true });
  }
}

/** @param {Element} old @param {Element} now */
function same(old, now) {
  for (const { name } of Array.from(old.attributes)) {
    if (!now.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of Array.from(now.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  children(old, now);
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") || node.id : "");

/** @param {Element} old @param {Element} now */
function children(old, now) {
  /** @type {Map<string, Element>} */ const keyed = new Map();
  for (const c of old.children) if (keyOf(c)) keyed.set(keyOf(c), c);
  const wanted = new Set(Array.from(now.children, keyOf).filter((k) => k));
  /** @type {ChildNode|null} */ let at = old.firstChild;
  for (const fresh of Array.from(now.childNodes)) {
    while (at && keyOf(at) && !wanted.has(keyOf(at)) && !(/** @type {Element} */ (at).hasAttribute("data-editing"))) at = removed(at);
    const known = keyed.get(keyOf(fresh));
    if (known && fresh instanceof Element) {
      if (known !== at) place(old, known, at);
      else at = at.nextSibling;
      if (!known.hasAttribute("data-editing")) same(known, fresh);
      continue;
    }
    if (at && !keyOf(at) && !keyOf(fresh) && at.nodeType === fresh.nodeType && at.nodeName === fresh.nodeName) {
      if (at instanceof Element) {
        if (!at.hasAttribute("data-editing")) same(at, /** @type {Element} */ (fresh));
      } else if (at.nodeValue !== fresh.nodeValue) at.nodeValue = fresh.nodeValue;
      at = at.nextSibling;
      continue;
    }
    old.insertBefore(document.importNode(fresh, true), at);
  }
  while (at) at = at instanceof Element && at.hasAttribute("data-editing") ? at.nextSibling : removed(at);
}

/** @param {ChildNode} node */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** Moves an element, with its focus where the browser can.
 * @param {Element} parent @param {Element} child @param {Node|null} before */
function place(parent, child, before) {
  const p = /** @type {any} */ (parent);
  if (p.moveBefore) p.moveBefore(child, before);
  else parent.insertBefore(child, before);
}
