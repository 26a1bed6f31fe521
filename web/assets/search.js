// @ts-check
// A search box that filters as one types: the words go into the address, the server draws
// the list anew, and what was found is said once the typing rests.
import { find, refresh, say } from "./page.js";

const rest = 180; // milliseconds without a key before the list is drawn

/** @param {() => string} found what came of it, to be said @param {() => void} [drawn] after the list was drawn */
export function filterAsTyped(found, drawn) {
  const words = /** @type {HTMLInputElement} */ (find("#search-words"));
  /** @type {ReturnType<typeof setTimeout>|undefined} */ let typing;
  const look = async () => {
    clearTimeout(typing);
    const to = new URL(location.href), text = words.value.trim();
    if ((to.searchParams.get("q") || "") === text) return;
    if (text) to.searchParams.set("q", text);
    else to.searchParams.delete("q");
    to.searchParams.delete("page");
    history.replaceState(null, "", to);
    find("#main").setAttribute("aria-busy", "true");
    if (await refresh()) say(found());
    find("#main").removeAttribute("aria-busy");
    drawn?.();
  };
  words.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(look, rest);
  });
  find("#search").addEventListener("submit", (e) => {
    e.preventDefault();
    look();
  });
  words.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && words.value) {
      e.preventDefault();
      words.value = "";
      look();
    }
  });
}
