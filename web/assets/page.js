// @ts-check
// What our own pages share: text from outside, the one voice, times, calls, and sections
// that are drawn anew by the server.
import { morph } from "./morph.js";
export { showConnection } from "./connection.js";

/** Text from outside as a page shows it: what would turn the text around it is taken
 * out, other controls are made visible. It is only ever put into text nodes.
 * @param {unknown} s */
export function shown(s) {
  return String(s ?? "").replace(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (c) => (c === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + c.charCodeAt(0))));
}

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement} */
export function find(selector, within = document) {
  const e = within.querySelector(selector);
  if (!e) throw new Error("the page has no " + selector);
  return /** @type {HTMLElement} */ (e);
}

/** A copy of what a template of the page holds.
 * @param {string} id @returns {HTMLElement} */
export function copy(id) {
  const t = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  const e = /** @type {HTMLElement} */ (t.content.firstElementChild?.cloneNode(true));
  e.classList.add("fresh");
  return e;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first graphemes of a text; more says whether there is a rest.
 * @param {string} s @param {number} most */
export function beginning(s, most) {
  if (s.length <= most) return { text: s, more: false };
  let taken = 0, end = 0;
  for (const g of graphemes.segment(s.slice(0, most * 16))) {
    if (taken++ === most) return { text: s.slice(0, end), more: true };
    end = g.index + g.segment.length;
  }
  return { text: s.slice(0, end), more: end < s.length };
}

const foldAbove = 320;

/** Puts a title into an element's .title.
 * @param {Element} e @param {unknown} s */
export function setTitle(e, s) {
  const { text, more } = beginning(shown(s), foldAbove);
  find(".title", e).textContent = more ? text + "…" : text;
}

/** Puts a text into an element, the rest of a long one folded.
 * @param {Element} e @param {unknown} s */
export function setLong(e, s) {
  const all = shown(s), { text, more } = beginning(all, foldAbove), head = document.createElement("bdi");
  head.dir = "auto";
  head.className = more ? "fold-head" : "prose";
  head.textContent = more ? text + "…" : text;
  if (!more) return e.replaceChildren(head);
  const details = document.createElement("details"), summary = document.createElement("summary");
  const hint = document.createElement("span"), rest = document.createElement("div");
  details.className = "fold";
  hint.className = "fold-more";
  hint.textContent = " Show all";
  rest.className = "fold-rest";
  rest.dir = "auto";
  rest.textContent = all;
  summary.append(head, hint);
  details.append(summary, rest);
  e.replaceChildren(details);
}

/** Puts a text into an element, as it grows. @param {Element} e @param {unknown} s */
export function setWhole(e, s) {
  let words = /** @type {HTMLElement|null} */ (e.querySelector(".prose"));
  if (!words) {
    words = document.createElement("bdi");
    words.className = "prose";
    words.dir = "auto";
    e.replaceChildren(words);
  }
  words.textContent = shown(s);
}

/** "1 step", "3 steps" @param {number} n @param {string} noun */
export function counted(n, noun) {
  return n === 1 ? "1 " + noun : n + " " + noun + "s";
}

/** Says something to those who don't see it. Say what came of something, not each step
 * on the way: the last words in a moment win.
 * @param {string} words */
export function say(words) {
  clearTimeout(saying);
  saying = setTimeout(() => { find("#say").textContent = words; }, 150);
}
/** @type {ReturnType<typeof setTimeout>|undefined} */
let saying;

/** Times in the reader's own words and zone. @param {ParentNode} [within] */
export function localTimes(within = document) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const e of within.querySelectorAll("time[datetime]")) {
    const t = /** @type {HTMLTimeElement} */ (e), at = new Date(t.dateTime);
    if (isNaN(at.getTime())) continue;
    if (t.classList.contains("ago")) {
      t.title = format.format(at);
      t.textContent = ago(at);
      continue;
    }
    t.title = t.title || t.textContent || "";
    t.textContent = format.format(at);
  }
}

/** How long ago a time was, in the server's own words (pages_text.go, agoWords).
 * @param {Date} at */
function ago(at) {
  const minutes = Math.floor((Date.now() - at.getTime()) / 60e3);
  if (minutes < 1) return "just now";
  if (minutes < 60) return counted(minutes, "minute") + " ago";
  if (minutes < 60 * 24) return counted(Math.floor(minutes / 60), "hour") + " ago";
  if (minutes < 60 * 24 * 7) return counted(Math.floor(minutes / 60 / 24), "day") + " ago";
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(at);
}

/** Keeps the words of times true while the page stays open. */
export function keepTimes() {
  localTimes();
  setInterval(() => { if (!document.hidden) localTimes(); }, 30e3);
}

/** Draws the page's live sections anew from the server, as its address says; the last
 * call wins, and whoever called before waits for it. It resolves, once that is drawn, with
 * whether the server answered.
 * @param {(text: string) => void} [heard] is told the page as far as it has come
 * @returns {Promise<boolean>} */
export function refresh(heard) { return (drawing = draw(heard)); }
let drawing = Promise.resolve(true);

/** @param {(text: string) => void} [heard] @returns {Promise<boolean>} */
async function draw(heard) {
  asked?.abort();
  const mine = (asked = new AbortController());
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, signal: mine.signal });
    const text = heard && answer.body ? await textOf(answer.body, heard) : await answer.text();
    if (mine !== asked) return drawing;
    if (!answer.ok) return false;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    localTimes(fresh);
    for (const old of document.querySelectorAll("[data-live][id]")) {
      const now = fresh.getElementById(old.id);
      if (now) morph(old, now);
    }
    const main = fresh.getElementById("main"), here = find("#main");
    if (main && !main.dataset.follow) delete here.dataset.follow;
    return true;
  } catch (err) {
    return mine === asked ? /** @type {Error} */ (err).name === "AbortError" : drawing;
  }
}
/** @type {AbortController|undefined} */
let asked;

/** A body as text. @param {ReadableStream<Uint8Array>} body @param {(text: string) => void} heard */
async function textOf(body, heard) {
  const reader = body.getReader(), decoder = new TextDecoder();
  for (let text = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    heard(text);
  }
}

/** Leaves what is being drawn anew: the server may stop working at it. */
export function leave() { asked?.abort(); }

/** f, at most once in a while, the last call never lost.
 * @param {() => unknown} f @param {number} ms */
export function throttled(f, ms) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(async () => { waiting = false; await f(); }, ms);
  };
}

/** A call over REST. It resolves with the answer, or rejects with words for people.
 * @param {string} method @param {string} path @param {BodyInit|object} [body] @param {RequestInit} [more]
 * @returns {Promise<any>} */
export async function call(method, path, body, more) {
  return parsed(await callText(method, path, body, more));
}

/** @param {string} text @returns {any} an empty object for what is no JSON */
function parsed(text) {
  try { return JSON.parse(text); } catch { return {}; }
}

/** The same, with the text of the answer as it came. A body that is a text is JSON already.
 * @param {string} method @param {string} path @param {BodyInit|object} [body] @param {RequestInit} [more] */
export async function callText(method, path, body, more) {
  const raw = body instanceof Blob;
  let answer;
  try {
    answer = await fetch(path, {
      method, ...more,
      headers: body === undefined ? {} : { "Content-Type": raw ? "application/octet-stream" : "application/json" },
      body: raw || body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new Error("The server can’t be reached. Try again in a moment.");
  }
  const text = await answer.text();
  const value = answer.ok ? {} : parsed(text);
  if (!answer.ok) throw Object.assign(new Error(value.detail || value.title || "It failed with status " + answer.status + "."), { problem: value });
  return text;
}

/** What went wrong, as a sentence. @param {unknown} err */
export function troubleOf(err) {
  const words = shown(/** @type {Error} */ (err).message).trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?…]$/.test(words) ? "" : ".");
}

/** A command over REST. @param {string} path @param {BodyInit|object} body */
export const post = (path, body) => call("POST", path, body);

/** What was applied of dropped steps, in words. @param {any[]} applied */
export function appliedWords(applied) {
  let landed = 0, refused = 0, why = "";
  for (const a of applied) {
    const no = a.code ? a.steps.length : (a.refused || []).length;
    refused += no;
    landed += a.steps.length - no;
    why = why || a.refused?.[0]?.detail || (a.code ? "the playbook can’t be written now" : "");
  }
  if (!landed && !refused) return "Nothing was left to apply.";
  const done = counted(landed, "step") + (landed === 1 ? " was applied." : " were applied.");
  return refused ? (landed ? done + " " : "") + counted(refused, "step") + " could not be applied: " + shown(why) + "." : done;
}

/** Has the buttons of dropped steps apply them.
 * @param {ParentNode} within @param {(turn: string, words: string) => void} [done] */
export function applyDropsIn(within, done) {
  within.addEventListener("click", async (e) => {
    const button = /** @type {HTMLButtonElement|null} */ (/** @type {Element} */ (e.target).closest(".drops-apply button"));
    if (!button) return;
    const place = /** @type {HTMLElement} */ (button.closest(".drops-apply")), words = find(".drops-say", place), turn = place.dataset.turn || "";
    button.disabled = true;
    try {
      words.textContent = appliedWords((await post("/v1/turns/" + encodeURIComponent(turn) + "/drops/apply", {})).applied);
    } catch (err) {
      words.textContent = shown(/** @type {Error} */ (err).message);
    }
    button.disabled = false;
    done?.(turn, words.textContent || "");
  });
}
