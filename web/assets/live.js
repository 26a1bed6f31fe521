// @ts-check
// Pages that are read: the server draws them, events say when to draw them anew.
import { connect } from "./turnbook.js";
import { applyDropsIn, find, keepTimes, refresh, say, showConnection, throttled } from "./page.js";
import { poll } from "./connection.js";

const main = find("#main");
keepTimes();

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
} else {
  find("#link-state").hidden = true;
  if (main.dataset.poll) poll(refresh, Number(main.dataset.poll));
}
