// @ts-check
// The pages of delegated work: the tree of all, and one turn of it.
import { find, post } from "./page.js";
import { taskTree } from "./tasktree.js";
import { buttons, carryOut, follow } from "./work.js";

const tree = /** @type {HTMLElement|null} */ (document.querySelector("#tree"));
const draw = follow(tree ? taskTree(tree) : undefined);

const path = () => "/v1/handles/" + encodeURIComponent(find("#main").dataset.handle || "");

buttons({
  retry: (button) => carryOut(button, async () => {
    await post(path() + "/retry", {});
    await draw();
    return "It is tried once more.";
  }),
  stop: (button) => carryOut(button, async () => {
    const { status, note } = await post(path() + "/stop", {});
    await draw();
    return status === "stopped" ? "It was stopped." : note || "It had come to its end before.";
  }),
});
