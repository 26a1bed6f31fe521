// @ts-check
// The agents that a workspace's checkout has, to pick one: those that can't be picked
// stand there too, with the reason.
import { call, shown } from "./page.js";
import { choice } from "./dialogs.js";

/** @typedef {{id: string, name?: string, description?: string, scope?: string, pickable: boolean, reason?: string}} Agent */

/** Those that can be picked come first. @param {string} workspace @returns {Promise<Agent[]>} */
export async function agentsOf(workspace) {
  /** @type {Agent[]} */
  const all = (await call("GET", "/v1/workspaces/" + encodeURIComponent(workspace) + "/agents")).agents;
  return all.sort((a, b) => Number(b.pickable) - Number(a.pickable));
}

/** Takes an earlier choice away while the agents are read. @param {HTMLElement} place */
export function wait(place) {
  const words = document.createElement("p");
  words.className = "muted";
  words.textContent = "Reading the agents…";
  place.replaceChildren(words);
  place.setAttribute("aria-busy", "true");
}

/** Draws the agents as a choice of one. @param {HTMLElement} place @param {Agent[]} agents */
export function pickFrom(place, agents) {
  const first = { id: "", name: "None in particular", description: "The turn runs under exec, and nothing is held fast.", pickable: true };
  place.replaceChildren(...[first, ...agents].map(line));
  place.removeAttribute("aria-busy");
}

/** @param {Agent} agent */
function line(agent) {
  const words = document.createElement("span"), name = document.createElement("strong"), about = document.createElement("span");
  const { label, radio } = choice("agent", agent.id, words);
  label.classList.add("agent-pick");
  radio.disabled = !agent.pickable;
  radio.checked = !agent.id;
  name.textContent = shown(agent.id || agent.name);
  about.className = "muted";
  about.dir = "auto";
  about.textContent = shown(agent.pickable ? agent.description || "" : "Can’t be picked: " + agent.reason);
  words.append(name, " ", about);
  return label;
}

/** The agent that is picked; "" for none. @param {HTMLElement} place */
export const picked = (place) => /** @type {HTMLInputElement|null} */ (place.querySelector("input:checked"))?.value || "";

/** Adds the agents to a list to choose from, with why where one can't be.
 * @param {HTMLSelectElement} list @param {Agent[]} agents */
export function listAgents(list, agents) {
  const options = agents.map((agent) => {
    const option = document.createElement("option");
    option.value = agent.id;
    option.disabled = !agent.pickable;
    option.textContent = shown(agent.id) + (agent.pickable ? "" : " – " + shown(agent.reason));
    return option;
  });
  list.replaceChildren(list.options[0], ...options);
}
