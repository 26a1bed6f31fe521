// Drives an unmodified HttpAgent through a scenario, and prints a line of JSON for each
// of its steps: what the client was sent, what it holds now, what it reported.
//
//   node drive.mjs BASE_URL THREAD_ID '[{"do":"run","text":"…"}, …]'
//
// run       sends a user message. runId, id (of the message), context (the ui_context,
//           in forwardedProps), entry (the same as a context entry), silent (no message),
//           stopAt (an event type: POST the turn's cancel when it is seen), tell (a URL:
//           POST there when the first piece of text is seen)
// resume    answers: payload or status for the card seen last, or a whole resume list;
//           text and id, to send a user message beside it
// reload    forgets everything, and rebuilds it from the replay
// forget    forgets the pending interrupts, as a client that does not hold back would
// post      sends a request to the server: path (with $turn and $card) and body
import { HttpAgent } from "@ag-ui/client";

const [base, threadId, script] = process.argv.slice(2);
const runURL = base + "/v1/agui";
console.warn = (...words) => warnings.push(words.join(" "));

let agent = new HttpAgent({ url: runURL, threadId });
let events, report, warnings = [], card, stopAt, tell;

// What differs from run to run and says nothing: clock readings and stored hashes.
const steady = (event) => {
  const { timestamp, value, ...rest } = event;
  return structuredClone(rest); // the client changes what it was sent
};

const watcher = {
  onEvent: async ({ event, state }) => {
    events.push(steady(event));
    if (tell && event.type === "TEXT_MESSAGE_CONTENT") {
      await fetch(tell, { method: "POST", body: event.delta });
      tell = undefined;
    }
    if (event.type === stopAt) await post(`/v1/turns/${state.turn}/cancel`, {});
  },
  onRunErrorEvent: ({ event }) => { report.runError = event.message; },
  onRunFinishedEvent: ({ outcome, interrupts }) => {
    report.outcome = outcome;
    if (interrupts) card = interrupts[0].id;
  },
  onRunFailed: ({ error }) => { report.failed = error.message; },
};

const post = (path, body) => fetch(base + path, {
  method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
});

const act = {
  async run(step) {
    if (!step.silent) agent.addMessage({ id: step.id, role: "user", content: step.text });
    stopAt = step.stopAt;
    tell = step.tell;
    await agent.runAgent({
      runId: step.runId,
      forwardedProps: step.context ? { ui_context: step.context } : {},
      context: step.entry ? [{ description: "ui_context", value: JSON.stringify(step.entry) }] : [],
    }, watcher);
  },
  async resume(step) {
    const entry = { interruptId: card, status: step.status ?? "resolved" };
    if ("payload" in step) entry.payload = step.payload;
    if (step.text) agent.addMessage({ id: step.id, role: "user", content: step.text });
    await agent.runAgent({ runId: step.runId, resume: step.resume ?? [entry] }, watcher);
  },
  async reload(step) {
    agent = new HttpAgent({ url: runURL + "/replay", threadId });
    await agent.runAgent({ runId: step.runId }, watcher);
    agent.url = runURL;
    card = agent.pendingInterrupts[0]?.id ?? card;
  },
  async forget() { agent.pendingInterrupts = []; },
  async post(step) {
    const path = step.path.replace("$turn", agent.state.turn).replace("$card", card);
    const answer = await post(path, step.body);
    report.status = answer.status;
    report.answer = await answer.json();
  },
};

for (const step of JSON.parse(script)) {
  events = []; report = { do: step.do }; warnings = []; stopAt = undefined;
  try {
    await act[step.do](step);
  } catch (error) {
    report.threw = error.message;
  }
  if (events.length > 0) report.events = events;
  if (warnings.length > 0) report.warnings = warnings;
  if (step.do !== "post" && step.do !== "forget") {
    Object.assign(report, { messages: agent.messages, state: agent.state, pending: agent.pendingInterrupts });
  }
  console.log(JSON.stringify(report));
}
