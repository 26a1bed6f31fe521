// @ts-check
// The page of one workspace: its conversation, the plan that waits, git, and what was
// delegated from here.
import { newKey } from "./turnbook.js";
import { call, counted, find, post, say, shown, troubleOf } from "./page.js";
import { ask, dialog } from "./dialogs.js";
import { agentsOf, listAgents } from "./agentpicker.js";
import { taskTree } from "./tasktree.js";
import { buttons, carryOut, follow } from "./work.js";

const path = "/v1/workspaces/" + encodeURIComponent(find("#main").dataset.workspace || "");
const words = /** @type {HTMLTextAreaElement} */ (find("#ask")), agent = /** @type {HTMLSelectElement} */ (find("#agent"));
const restore = taskTree(find("#tree"));
let running = runningTurn(), done = doneSoFar();

const draw = follow(() => {
  restore();
  find("#composer").hidden = find("#head").dataset.open !== "active";
  const now = runningTurn(), then = doneSoFar();
  if (now === running && then === done) return;
  if (running && !now) say("The turn has ended.");
  running = now;
  done = then;
  readGit();
});

/** Where every turn of the conversation stands: one can begin and end between two looks. */
function doneSoFar() { return Array.from(document.querySelectorAll(".work"), (e) => /** @type {HTMLElement} */ (e).dataset.status).join(); }

function runningTurn() { return find("#head").dataset.turn || ""; }

// ---- the conversation --------------------------------------------------------------

let key = newKey(), keyed = "";

find("#composer").addEventListener("submit", async (e) => {
  e.preventDefault();
  const trouble = find("#composer-trouble"), send = /** @type {HTMLButtonElement} */ (find("#send")), said = words.value;
  if (!said.trim()) return words.focus();
  if (keyed !== said + agent.value) key = newKey(); // the same words again are the same message
  keyed = said + agent.value;
  trouble.hidden = true;
  send.disabled = true;
  try {
    await post(path + "/messages", { text: said, agent_id: agent.value, idempotency_key: key, queue: true });
    words.value = agent.value = keyed = "";
    await draw();
    say("Sent.");
  } catch (err) {
    trouble.textContent = troubleOf(err);
    trouble.hidden = false;
  }
  send.disabled = false;
});
words.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
  e.preventDefault();
  /** @type {HTMLFormElement} */ (find("#composer")).requestSubmit();
});

// ---- git and agents ------------------------------------------------------------------

async function readGit() {
  const place = find("#git");
  try {
    place.replaceChildren(...gitLines(await call("GET", path + "/status")));
  } catch (err) {
    place.replaceChildren(line(troubleOf(err), "muted"));
  }
}

/** @param {{branch: string, head: string, ahead: number, dirty: {state: string, path: string}[], more: number}} git */
function gitLines(git) {
  const out = [line(git.branch ? "On branch " + git.branch : "On no branch", "git-branch")];
  out.push(line(git.ahead ? counted(git.ahead, "commit") + " ahead of where it began" : "No commit ahead of where it began", "git-ahead"));
  const files = git.dirty.length + git.more;
  out.push(line(files ? counted(files, "file") + " not committed" : "All is committed", "git-dirty"));
  if (!files) return out;
  const list = document.createElement("ul");
  list.className = "git-files";
  for (const { state, path } of git.dirty) {
    const item = document.createElement("li"), mark = document.createElement("code"), name = document.createElement("bdi");
    mark.textContent = state.replaceAll(" ", "·");
    name.textContent = shown(path);
    item.append(mark, " ", name);
    list.append(item);
  }
  return [...out, list];
}

/** @param {string} text @param {string} kind */
function line(text, kind) {
  const p = document.createElement("p");
  p.className = kind;
  p.textContent = shown(text);
  return p;
}

async function readAgents() {
  try {
    listAgents(agent, await agentsOf(find("#main").dataset.workspace || ""));
  } catch {
    // The saved agent stays to be picked; why the checkout can't be read stands under Git.
  }
}

if (find("#head").dataset.open !== "removed") {
  readGit();
  readAgents();
} else {
  find("#git").replaceChildren(line("The checkout was removed.", "muted"));
}

// ---- what can be done with it ------------------------------------------------------

/** @param {string} id @param {() => Promise<unknown>} act @param {string} done */
async function confirmed(id, act, done) {
  if (!(await ask(dialog(id), act))) return;
  await draw();
  say(done);
}

buttons({
  stop: (button) => carryOut(button, async () => {
    await post("/v1/turns/" + encodeURIComponent(runningTurn()) + "/cancel", {});
    await draw();
    return "The turn is being stopped.";
  }),
  approve: (button) => carryOut(button, async () => {
    await post(path + "/plan/approve", {});
    await draw();
    return "The plan is being carried out.";
  }),
  reply: () => words.focus(),
  archive: () => confirmed("archive", () => call("PUT", path + "/archived", { archived: true }), "The workspace is archived."),
  unarchive: (button) => carryOut(button, async () => {
    await call("PUT", path + "/archived", { archived: false });
    await draw();
    return "The workspace is in use again.";
  }),
  remove: () => confirmed("remove", () => call("DELETE", path), "The workspace was removed."),
});
