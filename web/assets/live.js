// @ts-check
// Pages that are read: the server draws them, events say when to draw them anew.
import { connect } from "./turnbook.js";
import { applyDropsIn, find, localTimes, refresh, say, showConnection, throttled } from "./page.js";

const main = find("#main");
localTimes();

// Dropped steps that are applied here: what came of it is said, the lists are drawn anew.
applyDropsIn(main, async (_, words) => {
  await refresh();
  const place = main.querySelector(".drops-say");
  if (place) {
    place.textContent = words;
    /** @type {HTMLElement} */ (place.closest(".drops-apply")).hidden = false;
  }
  say(words);
});

if (main.dataset.follow) {
  const book = connect();
  const again = throttled(refresh, 400);
  showConnection(book);
  book.on("event", again);
  book.on("snapshot", again);
  book.subscribe(main.dataset.turn ? { turn: main.dataset.turn } : {}, main.dataset.cursor || "snapshot");
} else if (main.dataset.poll) {
  find("#link-state").hidden = true;
  setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, Number(main.dataset.poll));
} else {
  find("#link-state").hidden = true;
}
