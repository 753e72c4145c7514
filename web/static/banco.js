// What a page does besides being a page. Everything here is a comfort: each
// link and each form it handles works, reloading, without it. It knows nothing
// of any game: it fetches fragments and puts them in place. What a board does
// under a finger is in board.js.

// The part of a page that follows a stream: a match, or a run of the lab.
const root = () => document.querySelector("#match, #lab-run");
const quick = matchMedia("(prefers-reduced-motion: reduce)");

// --- putting a new fragment in place of the old one ------------------------

// morph makes the node `now` look like `next`, keeping what people have begun:
// the focus, what they typed or checked, what they opened, where they scrolled.
function morph(now, next) {
  if (now.nodeType !== next.nodeType || now.nodeName !== next.nodeName || (now === document.activeElement && !same(now, next))) {
    now.replaceWith(document.importNode(next, true));
    return;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.nodeValue !== next.nodeValue) now.nodeValue = next.nodeValue;
    return;
  }
  if (now.isEqualNode(next) && !dirty(now)) return;
  attributes(now, next);
  children(now, next);
}

// same tells whether a link or a button is still the one that was pressed. What
// comes to stand in its place must not inherit the focus, and look chosen with it.
function same(now, next) {
  const said = (el) => `${el.classList[0]} ${el.getAttribute("aria-label") ?? el.textContent}`;
  return !!now.id || !now.matches("a, button") || said(now) === said(next);
}

// dirty tells whether somebody has changed a field, so that a form that is
// sent again as it was must still be put right.
function dirty(el) {
  return el.querySelector?.("input, select, textarea") !== null;
}

function attributes(now, next) {
  for (const { name, value } of [...next.attributes]) {
    const before = now.getAttribute(name);
    if (before === value || (now.nodeName === "DETAILS" && name === "open")) continue;
    now.setAttribute(name, value);
    // A field follows the page only where the page has changed its mind.
    if (name === "value" && "value" in now) now.value = value;
    if (name === "checked") now.checked = true;
  }
  for (const { name } of [...now.attributes]) {
    if (next.hasAttribute(name) || (now.nodeName === "DETAILS" && name === "open")) continue;
    if (name === "data-drawn") continue;
    if (name === "tabindex" && now === document.activeElement) continue; // it would lose the focus
    now.removeAttribute(name);
    if (name === "checked") now.checked = false;
  }
}

function children(now, next) {
  const keyed = new Map();
  for (const child of now.children) if (child.id) keyed.set(child.id, child);
  const wanted = new Set();
  for (const child of next.children) if (child.id) wanted.add(child.id);
  let at = now.firstChild;
  for (const child of [...next.childNodes]) {
    let match = child.id ? keyed.get(child.id) : null;
    while (at && at.id && !wanted.has(at.id)) at = drop(at);
    // What stands between here and the match is gone: to move the match
    // instead would cut short whatever it is sliding through.
    while (match && at && at !== match && !wanted.has(at.id)) at = drop(at);
    if (!match && !child.id && at && !at.id && at.nodeName === child.nodeName) match = at;
    if (!match) {
      now.insertBefore(document.importNode(child, true), at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else now.insertBefore(match, at);
    morph(match, child);
  }
  while (at) at = drop(at);
}

function drop(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

// show puts a fragment in place, unless it is older than what is shown. What was
// drawn for another seat counts from anew: the phone has changed hands. own: it is
// the answer to what was done here.
function show(html, own = false) {
  const now = root();
  const next = now && new DOMParser().parseFromString(html, "text/html").getElementById(now.id);
  if (!next) return false;
  const passed = next.dataset.viewer !== now.dataset.viewer;
  if (!passed && Number(next.dataset.seq) < Number(now.dataset.seq)) return true;
  const call = passed ? "" : calls(now, next);
  const held = document.activeElement;
  const inside = held && now.contains(held);
  const before = steps();
  const stage = stageOf(now);
  const asked = consent();
  if (passed) now.replaceChildren(); // nothing of the one is to linger on the way to the other
  morph(now, next);
  if (inside && !document.contains(held)) toHand();
  // Another step begins at its top, wherever the one before was scrolled to.
  if (steps() !== before) document.getElementById("hand")?.scrollTo(0, 0);
  if (next.dataset.title) document.title = next.dataset.title;
  if (passed) {
    if (location.search) history.replaceState(null, "", here());
    hush();
    listen();
  }
  if (passed || stageOf(now) !== stage) scrollTo(0, 0);
  else if (consent() !== asked && consent() || !typing() && (call || own && steps() !== before)) reveal();
  dress();
  tell("shown");
  if (call) tell("call", call);
  return true;
}

// toHand puts the focus on the head of the hand.
function toHand() {
  const heading = document.getElementById("hand-h");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

// steps names what the hand asks for now: its title and its forms.
function steps() {
  const forms = [...document.querySelectorAll("#hand form[id]")].map((form) => form.id);
  return [document.getElementById("hand-h")?.textContent, ...forms].join();
}

// stageOf is what a match has come to: another page, which begins at its top.
function stageOf(el) { return [...el.classList].find((name) => name === "waiting" || name.startsWith("stage-")); }

// asking is the head of what the table is asked, or of what was just agreed to.
function asking() { return document.getElementById("consent-h") ?? document.getElementById("undone-h"); }

// consent is what that says; "" for nothing.
function consent() { return asking()?.textContent ?? ""; }

// typing tells whether somebody is writing, whom nothing must carry off.
function typing() { return !!document.activeElement?.matches("textarea, input:not([type=radio], [type=checkbox])"); }

// reveal brings what the hand asks for into view, unless it is there. Only where
// the hand stands in the flow of the page can it be out of sight.
function reveal() {
  const at = asking() ?? document.getElementById("hand-h");
  if (!at) return;
  const { top, bottom } = at.getBoundingClientRect();
  if (top < (document.getElementById("turn")?.getBoundingClientRect().bottom ?? 0) || bottom > innerHeight) {
    document.getElementById("hand").scrollIntoView({ block: "start", behavior: "instant" });
  }
}

// astray marks the page while what the hand asks for is scrolled out above.
function astray() {
  const h = document.getElementById("hand-h");
  document.documentElement.classList.toggle("astray", !!h && h.getBoundingClientRect().bottom < 40);
}
addEventListener("scroll", astray, { passive: true });

// calls is what a new fragment calls its reader for: "hit" or "order" when the
// page says so, "turn" when the turn has come, "" for nothing.
function calls(now, next) {
  const said = (el) => el.dataset.alert ? `${el.dataset.alert} ${el.dataset.alertAt ?? ""}` : "";
  if (next.dataset.alert && said(next) !== said(now)) return next.dataset.alert;
  return next.classList.contains("my-turn") && !now.classList.contains("my-turn") ? "turn" : "";
}

// tell lets board.js and phone.js know.
function tell(what, detail) { document.dispatchEvent(new CustomEvent(`banco:${what}`, { detail })); }

// object tells a refusal that came as a page of its own where the choice was made.
function object(html) {
  const said = new DOMParser().parseFromString(html, "text/html").querySelector('[role="alert"]')?.textContent.trim();
  const slot = document.getElementById("hand-refusal");
  if (!said || !slot) return false;
  const p = document.createElement("p");
  p.className = "refusal";
  p.textContent = said;
  slot.replaceChildren(p);
  return true;
}

// --- following links and sending forms without reloading -------------------

let asked = 0; // so that of two answers the later question's counts
let unseen = ""; // an address whose page never came

// bring fetches a fragment. A connection that died without a word must not be
// waited for.
async function bring(url, options = {}) {
  const answer = await fetch(url, {
    ...options,
    headers: { Accept: "text/html", "Banco-Fragment": "match", ...options.headers },
    credentials: "same-origin",
    signal: AbortSignal.timeout(8000),
  });
  return { status: answer.status, retry: Number(answer.headers.get("Retry-After")), html: await answer.text() };
}

async function ask(url, own = false) {
  const mine = ++asked;
  document.body.classList.add("busy");
  try {
    const { html } = await bring(url);
    if (mine !== asked) return;
    unseen = "";
    if (!show(html, own) && !object(html)) location.assign(url);
    connected(true);
  } catch {
    if (mine !== asked) return;
    unseen = url;
    connected(false);
    again();
  } finally {
    if (mine === asked) document.body.classList.remove("busy");
  }
}

function here() { return root()?.dataset.here || location.pathname; }

// choose goes on to another step of a choice: it is an address of this page.
function choose(url) {
  if (command) return; // first the answer to what was sent
  history.replaceState(null, "", url);
  return ask(url, true);
}

document.addEventListener("click", (e) => {
  if (e.target.closest('a[href="#hand"]')) {
    e.preventDefault();
    document.getElementById("hand")?.scrollIntoView({ block: "start", behavior: "instant" });
    toHand();
    return;
  }
  const link = e.target.closest("a[data-live]");
  if (link && !e.metaKey && !e.ctrlKey && !e.shiftKey && e.button === 0) {
    e.preventDefault();
    choose(link.href?.baseVal ?? link.href);
    return;
  }
  const copier = e.target.closest("[data-copies]");
  if (copier) copy(copier);
});

document.addEventListener("submit", (e) => {
  const form = e.target.closest("form[data-live]");
  if (!form) return;
  e.preventDefault();
  if (command) return;
  const body = String(new URLSearchParams(new FormData(form, e.submitter)));
  history.replaceState(null, "", here());
  if ("passes" in form.dataset) hush(); // what is on its way was for the hand before
  send({ url: form.action, body, viewer: root()?.dataset.viewer, passes: "passes" in form.dataset });
});

// A command is sent until its answer comes, however often the connection breaks:
// it says what its page had seen, so the same one is done once. It outlives the
// page too, should the phone throw that away.
let command = null;
let delivery = 0; // the latest attempt, whose answer counts
let attempts = 0;
let retry = 0;

const slot = () => `banco:${here()}`;

function keep(job) {
  try {
    // Who takes the phone says so to the page at hand, not to one that comes back later.
    if (job && !job.passes) sessionStorage.setItem(slot(), JSON.stringify(job));
    else sessionStorage.removeItem(slot());
  } catch { /* then it lives as long as the page */ }
}

function kept() {
  try {
    const job = JSON.parse(sessionStorage.getItem(slot()));
    return job?.url && job.viewer === root()?.dataset.viewer ? job : null;
  } catch { return null; }
}

function send(job) {
  command = job;
  attempts = 0;
  keep(job);
  document.body.classList.add("busy");
  deliver();
}

const elsewhere = new Set([429, 502, 503, 504]); // not said by the table, or not now

async function deliver() {
  const job = command;
  if (!job) return;
  const mine = ++delivery;
  clearTimeout(retry);
  asked++; // whatever was being fetched shows the board before
  try {
    const { status, retry: wait, html } = await bring(job.url, {
      method: "POST", body: job.body, headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    if (mine !== delivery) return;
    if (elsewhere.has(status)) throw wait;
    command = null;
    keep(null);
    document.body.classList.remove("busy");
    connected(true);
    if (!show(html, true) && !object(html)) location.assign(here());
    // What was refused stays chosen, also when the page is loaded again.
    if (status >= 400 && new URL(job.url).pathname.endsWith("/actions")) history.replaceState(null, "", chosen(here(), new URLSearchParams(job.body)));
    listen();
    if (!quick.matches) document.querySelector(".refusal")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  } catch (why) {
    if (mine !== delivery) return;
    hush(); // what carried the one carried the other
    connected(false);
    retry = setTimeout(deliver, Math.max(Number(why) * 1000 || 0, pause(attempts++)));
  }
}

// A radio button that shows its choice on the board.
document.addEventListener("change", (e) => {
  const field = e.target.closest("[data-previews]");
  const form = field?.closest("form[data-preview]");
  if (!form) return;
  choose(chosen(form.dataset.preview, new FormData(form)));
});

// What is typed instead of picking a choice: whichever was touched last counts.
document.addEventListener("input", (e) => {
  const form = e.target.form;
  const typed = form?.querySelector("[data-instead]");
  if (!typed) return;
  const choices = form.querySelectorAll(`[type=radio][name="${typed.dataset.instead}"]`);
  if (e.target === typed) for (const choice of choices) choice.checked = !typed.value && choice.defaultChecked;
  else if ([...choices].includes(e.target)) typed.value = "";
});

// chosen is the address of a page that shows what a form would do.
function chosen(path, fields) {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (name === "seq" || name === "cx" || name === "cy") continue;
    query.append(name === "type" ? "do" : name, value);
  }
  return `${path}?${query}`;
}

document.addEventListener("banco:choose", (e) => { choose(e.detail); });
addEventListener("popstate", () => { if (root()) ask(location.href); });

// --- staying up to date ------------------------------------------------------

// One stream a tab, closed while nobody looks. It beats every ten seconds; one
// that falls silent is dead, whatever the phone believes.
const stream = { source: null, open: false, heard: 0, tries: 0, timer: 0, lost: 0, shut: 1000 };
const silence = 25000;

// pause is how long to wait before the next attempt: back within a second, and
// easy on a server that stays away.
const pause = (tries) => tries < 3 ? 250 : tries < 8000 ? 500 : 3000;
// patience is how long an attempt may hang. Mostly a short while, so that a
// network that is back is noticed; now and then longer, for a slow one.
const patience = (tries) => [2500, 1000, 1000, 6000][tries % 4];

function listen() {
  const match = root();
  if (!match?.dataset.events || document.hidden || stream.source || command) return;
  clearTimeout(stream.timer);
  const source = new EventSource(`${match.dataset.events}?since=${match.dataset.seq}&viewer=${match.dataset.viewer}`);
  stream.source = source;
  stream.timer = setTimeout(again, patience(stream.tries));
  const heard = () => { stream.heard = Date.now(); };
  source.addEventListener("open", () => {
    if (source !== stream.source) return;
    clearTimeout(stream.timer);
    heard();
    stream.open = true;
    stream.tries = 0;
    stream.shut = 1000;
    document.documentElement.classList.add("live");
    connected(true);
    if (unseen) ask(location.href);
  });
  source.addEventListener("ping", heard);
  source.addEventListener("view", (e) => {
    if (source !== stream.source) return;
    heard();
    if (command) return; // its answer is newer
    // A choice in progress stays: its page is asked for, as it is now.
    if (location.search) ask(location.href);
    else show(e.data);
  });
  source.addEventListener("error", () => {
    if (source !== stream.source) return;
    // Shut means that the server answered, and did not want to.
    const shut = source.readyState === EventSource.CLOSED ? stream.shut : 0;
    if (shut) stream.shut = Math.min(shut * 2, 30000);
    again(shut);
  });
}

// again gives a stream up and opens another one soon.
function again(wait = 0) {
  hush();
  if (!stream.lost) stream.lost = setTimeout(() => connected(false), 2500);
  stream.timer = setTimeout(listen, Math.max(wait, pause(stream.tries++)));
}

function hush() {
  clearTimeout(stream.timer);
  stream.source?.close();
  stream.source = null;
  stream.open = false;
  document.documentElement.classList.remove("live");
}

// wake is back from sleep, from the dark, or from no network: nothing that was
// open can be trusted. First goes what was being sent, then all is looked at.
function wake() {
  if (!root() || document.hidden) return;
  hush();
  stream.tries = attempts = 0;
  if (command) deliver();
  else listen();
}

// connected says on the page whether it is.
function connected(yes) {
  clearTimeout(stream.lost);
  stream.lost = 0;
  const note = document.getElementById("offline");
  if (note) {
    const text = command ? note.dataset.sending : note.dataset.lost;
    if (!yes && text && note.textContent !== text) note.textContent = text;
    note.hidden = yes;
  }
  tell("connection", yes ? "live" : command ? "sending" : "lost");
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hush();
  else wake();
});
addEventListener("pagehide", () => {
  hush();
  if ("hands" in (root()?.dataset ?? {})) root().replaceChildren(); // the way back leads to whoever holds the phone then
});
addEventListener("pageshow", (e) => {
  if (e.persisted && "hands" in (root()?.dataset ?? {})) location.reload();
  else if (e.persisted) wake();
  else listen();
});
addEventListener("online", wake);
addEventListener("offline", () => connected(false));

let beat = Date.now();
function pulse() {
  const now = Date.now();
  const slept = now - beat > 5000;
  beat = now;
  if (document.hidden) return;
  if (slept) wake();
  else if (stream.open && now - stream.heard > silence) again();
}

// --- small things --------------------------------------------------------------

async function copy(button) {
  const field = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
}

function tick() {
  for (const el of document.querySelectorAll("time[data-elapsed]")) {
    const s = Math.max(0, Math.round((Date.now() - Date.parse(el.dateTime)) / 1000));
    const text = s >= 3600 ? `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min` : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    if (el.textContent !== text) el.textContent = text;
  }
}

// draw makes a seed that the house has no part in, where nobody typed one.
function draw(field) {
  if (field.dataset.drawn || (field.value !== field.defaultValue)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  field.value = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  field.dataset.drawn = "yes";
}

// dress shows the controls that only work with this script.
function dress() {
  for (const el of document.querySelectorAll("[data-copies][hidden]")) el.hidden = false;
  for (const list of document.querySelectorAll(".choices-places .choice-list")) {
    const on = list.querySelector("input:checked")?.closest(".choice");
    if (on) list.scrollLeft = on.offsetLeft - list.offsetLeft - 8;
  }
  for (const field of document.querySelectorAll("[data-draw]")) draw(field);
  astray();
  tick();
}

// The worker keeps the styles and the page that says that the server is away,
// where the browser allows one; phone.js tells what it does not allow.
const manifest = document.querySelector('link[rel="manifest"]');
if (manifest && navigator.serviceWorker) {
  const lang = document.documentElement.lang;
  navigator.serviceWorker.register(new URL("sw.js", manifest.href)).catch(() => tell("unworked"));
  navigator.serviceWorker.ready.then((it) => it.active?.postMessage({ lang }));
}

// The page that stands in while the server is away looks whether it is back.
const away = document.querySelector("[data-away]")?.dataset.away;
async function look() {
  try {
    const answer = await fetch(away, { cache: "no-store", signal: AbortSignal.timeout(3000) });
    if (answer.ok) return location.reload();
  } catch { /* not yet */ }
  setTimeout(look, 1000);
}

document.documentElement.classList.add("js");
dress();
if (away) look();
if (root()) {
  setInterval(() => { tick(); pulse(); }, 1000);
  command = kept();
  if (command) send(command);
  else listen();
}
