// @ts-check
// A playbook's life in the editor: who edits the draft, publishing with what changed,
// archiving.
import { call, counted, find, say, shown } from "./page.js";
import { ask, dialog, nameIn } from "./dialogs.js";
import { Lock } from "./lock.js";

export class Life {
  /** @param {string} path of the playbook @param {HTMLElement} main @param {(status: string) => void} onStatus */
  constructor(path, main, onStatus) {
    this.path = path;
    this.main = main;
    this.onStatus = onStatus;
    this.lock = new Lock(path, main, (others) => {
      for (const id of ["publish", "archive"]) /** @type {HTMLButtonElement} */ (find("#" + id + "-open")).disabled = others;
    });
    this.asks("publish", () => this.listActivity());
    this.asks("archive");
    this.lock.take();
  }

  get status() {
    return this.main.dataset.status || "";
  }

  /** Takes in what happens to the playbook. @param {string} type @param {any} d */
  event(type, d) {
    switch (type) {
      case "playbook.published": return this.setStatus("published");
      case "playbook.archived": return this.setStatus("archived");
    }
    this.lock.event(type, d);
  }

  /** @param {string} status */
  setStatus(status) {
    const pill = find("#playbook-status");
    this.main.dataset.status = status;
    pill.className = "pill pill-" + status;
    pill.textContent = status;
    if (status !== "draft") this.lock.show(null);
    this.onStatus(status);
  }

  /** Asks before a change of state.
   * @private @param {string} id @param {() => Promise<void>} [prepare] */
  asks(id, prepare) {
    find("#" + id + "-open").addEventListener("click", async () => {
      nameIn(dialog(id), find("#playbook-title .title").textContent || "");
      const done = await ask(dialog(id), async () => this.setStatus((await call("POST", this.path + "/" + id, {})).status), prepare);
      if (done) say("The playbook is " + this.status + ".");
    });
  }

  /** Lists what happened to the draft since it was last published. @private */
  async listActivity() {
    const place = find("#publish-activity");
    place.textContent = "Reading what changed…";
    const { pending } = await call("GET", this.path + "/outline"), list = document.createElement("ul");
    if (!pending?.length) {
      place.textContent = "Nothing has changed since it was made.";
      return;
    }
    list.append(...grouped(pending).map(({ user, what, size }) => {
      const li = document.createElement("li"), words = document.createElement("span"), who = document.createElement("bdi");
      words.textContent = activityWords(what, size);
      who.textContent = shown(user);
      who.className = "muted";
      li.append(words, who);
      return li;
    }));
    place.replaceChildren(list);
  }
}

/** Neighbours of a kind as one line. @param {{user: string, what: string, size: number}[]} pending */
function grouped(pending) {
  /** @type {{user: string, what: string, size: number}[]} */ const out = [];
  for (const { user, what, size } of pending) {
    const last = out[out.length - 1];
    if (last && last.user === user && last.what === what) last.size += size;
    else out.push({ user, what, size });
  }
  return out;
}

const activities = {
  "playbook.steps-flushed": "change of steps|changes of steps",
  "playbook.steps-edited": "change of steps by hand|changes of steps by hand",
  "playbook.module-added": "module added|modules added",
  "playbook.module-linked": "module linked from the library|modules linked from the library",
  "playbook.module-renamed": "module renamed|modules renamed",
  "playbook.module-moved": "module moved|modules moved",
  "playbook.task-added": "task added|tasks added",
  "playbook.task-renamed": "task renamed|tasks renamed",
  "playbook.task-moved": "task moved|tasks moved",
  "playbook.renamed": "new title|new titles",
  "playbook.created": "playbook made|playbooks made",
  "playbook.imported": "import|imports",
};

/** "3 changes of steps" @param {string} what @param {number} size */
function activityWords(what, size) {
  const words = Object.hasOwn(activities, what) ? activities[/** @type {keyof typeof activities} */ (what)].split("|") : [];
  return words.length ? size + " " + words[size === 1 ? 0 : 1] : counted(size, shown(what.replace(/^playbook\./, "").replaceAll("-", " ")));
}
