// @ts-check
// The page of projects and workspaces: register, trust, launch, and stay fresh.
import { newKey } from "./turnbook.js";
import { call, find, post, say } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";
import { agentsOf, picked, pickFrom, wait } from "./agentpicker.js";
import { buttons, carryOut, follow } from "./work.js";

const draw = follow();

/** @param {string} id @returns {HTMLInputElement} */
const field = (id) => /** @type {HTMLInputElement} */ (find("#" + id));
/** @param {Element} e @returns {HTMLElement} */
const projectOf = (e) => /** @type {HTMLElement} */ (e.closest("[data-project]"));
/** @param {HTMLElement} project */
const nameOf = (project) => find(".title", project).textContent || "";
/** @param {HTMLElement} project @param {boolean} trusted */
const trust = (project, trusted) => call("PUT", "/v1/projects/" + encodeURIComponent(project.dataset.project || "") + "/trust", { trusted });

find("#register-open").addEventListener("click", async () => {
  const done = ask(dialog("register"), async () => {
    if (!field("register-path").value.trim()) throw new Error("Say which folder.");
    await post("/v1/projects", {
      path: field("register-path").value.trim(), name: field("register-name").value.trim(),
      host: field("register-host").value.trim(), trusted: field("register-trust").checked,
    });
  });
  field("register-path").focus();
  if (!(await done)) return;
  await draw();
  say("The project was added.");
});

/** @param {HTMLElement} project */
async function launch(project) {
  const box = dialog("launch"), agents = find("#launch-agents"), key = newKey();
  let made = "";
  nameIn(box, nameOf(project));
  wait(agents);
  const done = ask(box, async () => {
    const task = taskOf(picked(agents));
    made = (await post("/v1/handles", { project: project.dataset.project, task, idempotency_key: key + digestOf(task) })).workspace_id;
  }, async () => pickFrom(agents, await agentsOf(project.dataset.owner || "")));
  field("launch-prompt").focus();
  if (await done) location.assign("/workspaces/" + encodeURIComponent(made));
}

/** A launch that was changed after it failed is another one. @param {object} task */
function digestOf(task) {
  let hash = 0;
  for (const c of JSON.stringify(task)) hash = (Math.imul(hash, 31) + (c.codePointAt(0) || 0)) >>> 0;
  return "." + hash.toString(16);
}

/** @param {string} agent */
function taskOf(agent) {
  const prompt = field("launch-prompt").value, title = field("launch-title").value.trim();
  if (!prompt.trim()) throw new Error("Say what is to be done.");
  if (!title) throw new Error("Give it a title.");
  return {
    kind: "workspace", agentId: agent || null, prompt, title,
    workspace: {
      mode: "new", branchName: field("launch-branch").value.trim() || null, trunkBranch: field("launch-trunk").value.trim() || null,
      disposable: field("launch-disposable").checked,
    },
  };
}

buttons({
  launch: (button) => launch(projectOf(button)),
  distrust: (button) => carryOut(button, async () => {
    await trust(projectOf(button), false);
    await draw();
    return "The project is trusted no more.";
  }),
  trust: async (button) => {
    const project = projectOf(button), box = dialog("trust");
    nameIn(box, nameOf(project));
    if (!(await ask(box, () => trust(project, true)))) return;
    await draw();
    say("The project is trusted.");
  },
});
