// @ts-check

/** A key that was acted on when it was pressed must not be typed as well where the focus
 * went: some keyboards press and type in two events. */
export function swallowKey() {
  const over = new AbortController(), until = { capture: true, signal: over.signal };
  addEventListener("keypress", (e) => e.preventDefault(), until);
  addEventListener("keyup", () => over.abort(), until);
}
