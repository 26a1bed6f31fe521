// @ts-check
// The canvas changed by hand: modules and tasks are added, renamed, moved and linked. What
// is done shows at once, is undone where the server refuses it, and the refusal is told
// where it happened. The events that come back find it done already.
import { call, counted, find, post, say, setTitle, shown } from "./page.js";
import { dragIn } from "./drag.js";
import { swallowKey } from "./swallow.js";
import { pick } from "./picker.js";
import { place } from "./pieces.js";
import { addField, titleField, trouble } from "./rename.js";
import { newKey } from "./turnbook.js";

export class Hand {
  /** @param {import("./tree.js").Tree} tree @param {string} path of the playbook */
  constructor(tree, path) {
    this.tree = tree;
    this.path = path;
    const root = /** @type {HTMLElement} */ (tree.modules.closest(".canvas"));
    root.addEventListener("click", (e) => this.click(/** @type {HTMLElement} */ (e.target)));
    root.addEventListener("keydown", (e) => this.key(e));
    dragIn({
      scroller: root, item: itemOf, places: (item) => this.places(item), drop: (item, list, after) => this.move(item, list, after),
      lift: (item, lifted) => this.lift(item, lifted), tap: (item) => { if (item.dataset.task) this.moveElsewhere(item); },
    });
  }

  /** @private @param {object} edit */
  edit(edit) {
    return post(this.path + "/edits", { ...edit, idempotency_key: newKey() });
  }

  /** @private @param {HTMLElement} on */
  click(on) {
    const module = /** @type {HTMLElement} */ (on.closest(".module"));
    if (on.closest(".canvas-title .rename")) return this.renameBook();
    if (on.closest(".rename")) return this.rename(itemOf(on));
    if (on.closest(".add-task")) return addField(find(".add-task", module), "Title of the new task", (title) => this.addTask(module, title));
    if (on.closest("#add-module")) return addField(find("#add-module"), "Title of the new module", (title) => this.addModule(title));
    if (on.closest("#link-module")) return this.link();
  }

  /** @private @param {KeyboardEvent} e */
  key(e) {
    const on = /** @type {HTMLElement} */ (e.target);
    if (e.key === "F2" && on.closest(".canvas-title") && find("#main").dataset.status === "draft") {
      e.preventDefault();
      return this.renameBook();
    }
    if (e.key === "F2" && on.closest(".module-head, .task-head") && editable(itemOf(on))) {
      e.preventDefault();
      return this.rename(itemOf(on));
    }
    if (!on.matches(".grip")) return;
    if ((e.key === "Enter" || e.key === " ") && itemOf(on).dataset.task) {
      e.preventDefault();
      swallowKey();
      return this.moveElsewhere(itemOf(on));
    }
    if (!e.altKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    this.nudge(itemOf(on), e.key === "ArrowDown");
  }

  // ---- titles --------------------------------------------------------------------

  /** @private @param {HTMLElement} li a module or a task */
  rename(li) {
    const task = li.dataset.task, host = find(task ? ".task-title" : ".module-title", li);
    return this.retitle(host, task ? "Title of the task" : "Title of the module", () => this.wholeTitle(li, host),
      (title) => this.edit(task ? { op: "rename_task", task_id: task, title } : { op: "rename_module", module_id: li.dataset.module, title }));
  }

  /** @private */
  renameBook() {
    const host = find("#playbook-title"), text = find(".title", host).textContent || "";
    return this.retitle(host, "Title of the playbook", async () => (text.endsWith("…") ? (await call("GET", this.path + "/outline")).title : text),
      (title) => this.edit({ op: "rename_playbook", title }));
  }

  /** Has a title changed where it stands. @private
   * @param {HTMLElement} host what holds it @param {string} label
   * @param {() => Promise<string>} whole reads it @param {(title: string) => Promise<unknown>} save */
  async retitle(host, label, whole, save) {
    const head = /** @type {HTMLElement} */ (host.parentElement);
    if (host.dataset.renaming !== undefined) return;
    const back = /** @type {HTMLElement} */ (document.activeElement), before = await whole();
    const title = await titleField(host, before, label);
    if (document.activeElement === document.body) (back.isConnected && head.contains(back) ? back : find(".rename", head)).focus({ preventScroll: true });
    if (title === null) return;
    trouble(head, "");
    setTitle(host, title);
    try {
      await save(title);
      say("Renamed to " + shown(title) + ".");
    } catch (err) {
      if (find(".title", host).textContent === shown(title)) setTitle(host, before);
      trouble(head, "The title was not changed: " + /** @type {Error} */ (err).message);
    }
  }

  /** A title as it is in the book: the page shows the beginning of a very long one.
   * @private @param {HTMLElement} li @param {HTMLElement} host @returns {Promise<string>} */
  async wholeTitle(li, host) {
    const text = find(".title", host).textContent || "";
    if (!text.endsWith("…")) return text;
    const all = li.dataset.task
      ? (await call("GET", this.path + "/modules/" + encodeURIComponent(moduleOf(li).dataset.module || ""))).tasks
      : (await call("GET", this.path + "/outline")).modules;
    return all.find((/** @type {any} */ x) => x.id === (li.dataset.task || li.dataset.module))?.title ?? text;
  }

  // ---- adding --------------------------------------------------------------------

  /** @private @param {string} title */
  async addModule(title) {
    const last = this.tree.all().pop();
    await this.edit({ op: "add_module", title, after_module_id: last?.dataset.module });
    say("Added the module " + shown(title) + ".");
  }

  /** @private @param {HTMLElement} m @param {string} title */
  async addTask(m, title) {
    const last = /** @type {HTMLElement|null} */ (find(".tasks", m).lastElementChild);
    await this.edit({ op: "add_task", module_id: m.dataset.module, title, after_task_id: last?.dataset.task });
    say("Added the task " + shown(title) + ".");
  }

  /** Links a module of the library, behind the last one. @private */
  async link() {
    const id = await pick({
      title: "Link a module of the library", about: "Its tasks stay the library’s: they are changed there, and show here as they are.",
      empty: "The library has no modules yet.",
      choices: async () => (await call("GET", "/v1/library")).modules.filter((/** @type {any} */ m) => !m.archived).map((/** @type {any} */ m) => ({
        id: m.id, title: m.title, off: this.tree.module(m.id) !== null,
        note: this.tree.module(m.id) ? "linked already" : counted(m.task_count, "task"),
      })),
    });
    const button = find("#link-module");
    button.focus({ preventScroll: true });
    if (!id) return;
    trouble(/** @type {HTMLElement} */ (button.parentElement), "");
    try {
      await this.edit({ op: "link_module", module_id: id, after_module_id: this.tree.all().pop()?.dataset.module });
      say("Linked.");
    } catch (err) {
      trouble(/** @type {HTMLElement} */ (button.parentElement), "The module was not linked: " + /** @type {Error} */ (err).message);
    }
  }

  // ---- moving --------------------------------------------------------------------

  /** @private @param {HTMLElement} item @returns {import("./drag.js").Place[]} */
  places(item) {
    if (!item.dataset.task) return [{ list: this.tree.modules, area: /** @type {Element} */ (this.tree.modules.parentElement) }];
    return this.own().map((m) => ({ list: find(".tasks", m), area: m }));
  }

  /** The modules that tasks can be moved to now. @private */
  own() {
    return this.tree.all().filter((m) => m.dataset.linked === undefined && m.dataset.unread === undefined);
  }

  /** While a module is moved, all show their headings alone. @private @param {HTMLElement} item @param {boolean} lifted */
  lift(item, lifted) {
    if (item.dataset.task) return;
    const root = /** @type {HTMLElement} */ (this.tree.modules.parentElement), was = item.getBoundingClientRect().top;
    this.tree.modules.toggleAttribute("data-sorting", lifted);
    root.scrollTop += item.getBoundingClientRect().top - was;
  }

  /** Moves by one place; tasks go on into the next module. @private @param {HTMLElement} li @param {boolean} down */
  nudge(li, down) {
    const list = /** @type {HTMLElement} */ (li.parentElement), next = /** @type {HTMLElement|null} */ (down ? li.nextElementSibling : li.previousElementSibling);
    if (next) return this.move(li, list, down ? next : /** @type {HTMLElement|null} */ (next.previousElementSibling));
    const own = this.own(), to = li.dataset.task ? own[own.indexOf(moduleOf(li)) + (down ? 1 : -1)] : undefined;
    if (!to) return say(down ? "It is the last one." : "It is the first one.");
    const tasks = find(".tasks", to);
    this.move(li, tasks, down ? null : /** @type {HTMLElement|null} */ (tasks.lastElementChild));
  }

  /** @private @param {HTMLElement} li @param {HTMLElement} list @param {HTMLElement|null} after */
  async move(li, list, after) {
    const from = /** @type {HTMLElement} */ (li.parentElement), before = li.previousElementSibling;
    if (from === list && before === after) return;
    this.put(li, list, after);
    li.scrollIntoView({ block: "nearest" });
    const head = find(".module-head, .task-head", li);
    trouble(head, "");
    try {
      await this.edit(li.dataset.task
        ? { op: "move_task", task_id: li.dataset.task, module_id: moduleOf(li).dataset.module, after_task_id: after?.dataset.task }
        : { op: "move_module", module_id: li.dataset.module, after_module_id: after?.dataset.module });
      say(whereabouts(li));
    } catch (err) {
      if (from.isConnected) this.put(li, from, before?.parentElement === from ? before : null);
      trouble(head, "It was not moved: " + /** @type {Error} */ (err).message);
    }
  }

  /** @private @param {HTMLElement} li @param {HTMLElement} list @param {Element|null} after */
  put(li, list, after) {
    const from = li.dataset.task ? moduleOf(li) : null;
    place(list, li, after);
    if (!from) return this.tree.number();
    this.tree.recount(from);
    if (moduleOf(li) !== from) this.tree.recount(moduleOf(li));
  }

  /** Moves a task to the end of a module that is chosen by name, however far it is.
   * @private @param {HTMLElement} li */
  async moveElsewhere(li) {
    const head = find(".task-head", li), here = moduleOf(li);
    const id = await pick({
      title: "Move the task to another module", about: "It is put behind the last task there.", empty: "There is no other module.",
      choices: async () => this.tree.all().filter((m) => m !== here && m.dataset.linked === undefined).map((m) => ({
        id: m.dataset.module || "", title: find(".module-title .title", m).textContent || "", note: find(".module-count", m).textContent || "",
      })),
    });
    find(".grip", head).focus({ preventScroll: true });
    const to = id && this.tree.module(id);
    if (!to) return;
    if (to.dataset.unread === undefined) return this.move(li, find(".tasks", to), /** @type {HTMLElement|null} */ (find(".tasks", to).lastElementChild));
    try {
      const { tasks } = await call("GET", this.path + "/modules/" + encodeURIComponent(id));
      await this.edit({ op: "move_task", task_id: li.dataset.task, module_id: id, after_task_id: tasks.at(-1)?.id });
      say("Moved to " + find(".module-title .title", to).textContent + ".");
    } catch (err) {
      trouble(head, "It was not moved: " + /** @type {Error} */ (err).message);
    }
  }
}

/** @param {Element} e @returns {HTMLElement} the task or module that it belongs to */
const itemOf = (e) => /** @type {HTMLElement} */ (e.closest(".task-head") ? e.closest(".task") : e.closest(".module"));

/** @param {Element} e @returns {HTMLElement} */
const moduleOf = (e) => /** @type {HTMLElement} */ (e.closest(".module"));

/** Whether a module's or task's title may be changed here. @param {HTMLElement} li */
const editable = (li) => find("#main").dataset.status === "draft" && moduleOf(li).dataset.linked === undefined;

/** Where an item stands now, in words. @param {HTMLElement} li */
function whereabouts(li) {
  const list = /** @type {HTMLElement} */ (li.parentElement), at = Array.from(list.children).indexOf(li) + 1, title = find(".title", li).textContent;
  const of = at + " of " + list.children.length;
  return li.dataset.task ? title + " is now task " + of + " in " + find(".module-title .title", moduleOf(li)).textContent + "." : title + " is now module " + of + ".";
}
