// @ts-check
// Pages that are read: the server draws them, events say when to draw them anew.
import { connect } from "./turnbook.js";
import { find, localTimes, refresh, showConnection, throttled } from "./page.js";

const main = find("#main");
localTimes();

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
