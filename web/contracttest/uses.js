// @ts-check
// What the types of the module promise; tsc reads it, nobody runs it. A line that is
// expected to be wrong must be, or tsc says so.
import { connect, subjectOf } from "../assets/turnbook.js";

const book = connect({ url: "ws://127.0.0.1:7777/v1/stream" });

book.on("event", ({ event, target }) => {
  switch (event.type) {
    case "task.step-added": return `${event.data.step_id} ${event.data.title} ${event.data.place.after_id}`;
    case "task.steps-removed": return event.data.step_ids?.map((id) => id.length);
    case "turn.ended": return event.data.closing;
    // @ts-expect-error there is no such event
    case "turn.lost": return "";
  }
  // @ts-expect-error there is no such outcome
  if (target?.outcome === "LATER") return subjectOf(event).task;
  return target?.reason === "not_mounted";
});

book.on("event", ({ event }) => {
  // @ts-expect-error only a step that was added has this member
  if (event.type === "turn.ended") return event.data.step_id;
});

book.on("card", (card) => card.targets[0].title + card.fingerprint);
// @ts-expect-error nobody calls this
book.on("evnt", () => {});
