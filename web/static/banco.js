// What a page does besides being a page. Everything here is a comfort: each
// link and each form it handles works, reloading, without it. It knows nothing
// of any game: it fetches fragments, puts them in place, and turns taps on a
// board into whole numbers.

const root = () => document.getElementById("match");
const quick = matchMedia("(prefers-reduced-motion: reduce)");

// --- putting a new fragment in place of the old one ------------------------

// morph makes the node `now` look like `next`, keeping what people have begun:
// the focus, what they typed or checked, what they opened, where they scrolled.
function morph(now, next) {
  if (now.nodeType !== next.nodeType || now.nodeName !== next.nodeName) {
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
// drawn for another seat counts from anew: the phone has changed hands.
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("match");
  const now = root();
  if (!next || !now) return false;
  const passed = next.dataset.viewer !== now.dataset.viewer;
  if (!passed && Number(next.dataset.seq) < Number(now.dataset.seq)) return true;
  const call = passed ? "" : calls(now, next);
  const held = document.activeElement;
  const inside = held && now.contains(held);
  if (passed) now.replaceChildren(); // nothing of the one is to linger on the way to the other
  morph(now, next);
  if (inside && !document.contains(held)) {
    const heading = document.getElementById("hand-h");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
  if (next.dataset.title) document.title = next.dataset.title;
  if (passed) {
    if (location.search) history.replaceState(null, "", here());
    scrollTo(0, 0);
    hush();
    listen();
  }
  dress();
  tell("shown");
  if (call) tell("call", call);
  return true;
}

// calls is what a new fragment calls its reader for: "hit" or "order" when the
// page says so, "turn" when the turn has come, "" for nothing.
function calls(now, next) {
  const said = (el) => el.dataset.alert ? `${el.dataset.alert} ${el.dataset.alertAt ?? ""}` : "";
  if (next.dataset.alert && said(next) !== said(now)) return next.dataset.alert;
  return next.classList.contains("my-turn") && !now.classList.contains("my-turn") ? "turn" : "";
}

// tell lets phone.js know.
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

async function ask(url) {
  const mine = ++asked;
  document.body.classList.add("busy");
  try {
    const { html } = await bring(url);
    if (mine !== asked) return;
    unseen = "";
    if (!show(html) && !object(html)) location.assign(url);
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
  return ask(url);
}

document.addEventListener("click", (e) => {
  const link = e.target.closest("a[data-live]");
  if (link && !e.metaKey && !e.ctrlKey && !e.shiftKey && e.button === 0) {
    e.preventDefault();
    choose(link.href?.baseVal ?? link.href);
    return;
  }
  const copier = e.target.closest("[data-copies]");
  if (copier) copy(copier);
  if (e.target.closest("#zoom")) zoom();
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
    if (!show(html) && !object(html)) location.assign(here());
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
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (name === "seq" || name === "cx" || name === "cy") continue;
    query.append(name === "type" ? "do" : name, value);
  }
  choose(form.dataset.preview + "?" + query);
});

addEventListener("popstate", () => { if (root()) ask(location.href); });

// --- the board --------------------------------------------------------------

// toTable turns a place on the screen into the table's own whole numbers.
function toTable(board, clientX, clientY) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
  return inBounds(board, fromDrawing(board, at.x, at.y));
}

function fromDrawing(board, mmX, mmY) {
  const { width, height } = size(board);
  const x = Math.round(mmX * 100);
  const y = Math.round(mmY * 100);
  return "flip" in board.dataset ? { x: width - x, y } : { x, y: height - y };
}

function toDrawing(board, { x, y }) {
  const { width, height } = size(board);
  return "flip" in board.dataset ? { x: (width - x) / 100, y: y / 100 } : { x: x / 100, y: (height - y) / 100 };
}

// size is the table's; one that does not say how deep it is, is square.
function size(board) {
  const width = Number(board.dataset.width);
  return { width, height: Number(board.dataset.height ?? width) };
}

function inBounds(board, { x, y }) {
  const { width, height } = size(board);
  const hold = (n, most) => Math.min(Math.max(n, 0), most);
  return { x: hold(x, width), y: hold(y, height) };
}

// reachable asks the drawing; the rules decide when the form is sent.
function reachable(p) {
  const reach = document.getElementById("reach");
  return !reach?.isPointInFill || reach.isPointInFill(new DOMPoint(p.x, p.y));
}

// nearby is the place that a tap means: a suggested one under the finger; the
// place itself; one within a finger's width; or as far in that direction as the
// robot gets.
function nearby(board, p) {
  const finger = 1800;
  let best = null;
  for (const m of board.querySelectorAll(".marker")) {
    const q = { x: Number(m.dataset.x), y: Number(m.dataset.y) };
    const d = Math.hypot(q.x - p.x, q.y - p.y);
    if (d <= 900 && (!best || d < best.d)) best = { d, q };
  }
  if (best) return best.q;
  if (reachable(p)) return p;
  for (let r = 200; r <= finger; r += 200) {
    for (let step = 0; step < 24; step++) {
      const a = (step * Math.PI) / 12;
      const q = inBounds(board, { x: Math.round(p.x + r * Math.cos(a)), y: Math.round(p.y + r * Math.sin(a)) });
      if (reachable(q)) return q;
    }
  }
  if (!document.getElementById("reach") || !board.dataset.fromX) return p;
  const from = { x: Number(board.dataset.fromX), y: Number(board.dataset.fromY) };
  const far = Math.hypot(p.x - from.x, p.y - from.y);
  for (let d = far - 100; d > 500; d -= 100) {
    const q = { x: Math.round(from.x + ((p.x - from.x) * d) / far), y: Math.round(from.y + ((p.y - from.y) * d) / far) };
    if (reachable(q)) return q;
  }
  return p;
}

function aim(board, p) {
  board.dataset.x = p.x;
  board.dataset.y = p.y;
  const cursor = document.getElementById("cursor");
  if (!cursor) return;
  const at = toDrawing(board, p);
  cursor.setAttribute("transform", `translate(${at.x} ${at.y})`);
  cursor.classList.add("on");
  cursor.classList.toggle("no", !reachable(p));
  const say = document.getElementById("cursor-say");
  if (say) {
    const spot = `${(p.x / 1000).toFixed(1)} × ${(p.y / 1000).toFixed(1)}`;
    say.textContent = `${spot} ${reachable(p) ? say.dataset.in : say.dataset.out}`;
  }
}

function pickPlace(board, p) {
  aim(board, p);
  const turn = board.dataset.turn ? `&turn=${board.dataset.turn}` : "";
  choose(`${board.dataset.tap}&x=${p.x}&y=${p.y}${turn}`);
}

document.addEventListener("click", (e) => {
  const board = e.target.closest("#board[data-tap]");
  if (!board || e.target.closest("a") || dropped) return;
  pickPlace(board, nearby(board, toTable(board, e.clientX, e.clientY)));
});

document.addEventListener("keydown", (e) => {
  const board = e.target.closest?.("#board[data-tap]");
  if (!board || e.target !== board) return;
  const step = e.shiftKey ? 5000 : e.altKey ? 100 : 1000;
  const turn = "flip" in board.dataset ? -1 : 1;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[e.key];
  const p = { x: Number(board.dataset.x), y: Number(board.dataset.y) };
  if (by) {
    e.preventDefault();
    aim(board, inBounds(board, { x: p.x + turn * by[0], y: p.y + turn * by[1] }));
  } else if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    pickPlace(board, nearby(board, p));
  } else if (e.key.toLowerCase() === "r" && board.dataset.turn && !e.ctrlKey && !e.metaKey) {
    e.preventDefault();
    board.dataset.turn = (Number(board.dataset.turn) + (e.shiftKey ? 359 : 345)) % 360;
    pickPlace(board, p);
  }
});

// What is about to be laid can be dragged where it is to lie: it follows the
// finger, and its place is chosen when the finger leaves it.
let drag = null;
let dropped = false; // so that the click that ends a drag chooses nothing else

document.addEventListener("pointerdown", (e) => {
  const thing = e.target.closest?.("#board[data-tap] [data-drag]");
  dropped = false;
  if (!thing || e.button !== 0) return;
  const board = thing.closest("#board");
  const from = toTable(board, e.clientX, e.clientY);
  drag = { thing, board, from, x: Number(board.dataset.x), y: Number(board.dataset.y), was: thing.getAttribute("transform") ?? "" };
  thing.setPointerCapture(e.pointerId);
  e.preventDefault();
});
document.addEventListener("pointermove", (e) => {
  if (!drag) return;
  const now = toTable(drag.board, e.clientX, e.clientY);
  const a = toDrawing(drag.board, drag.from);
  const b = toDrawing(drag.board, now);
  drag.to = inBounds(drag.board, { x: drag.x + now.x - drag.from.x, y: drag.y + now.y - drag.from.y });
  drag.thing.classList.add("dragged");
  drag.thing.setAttribute("transform", `translate(${b.x - a.x} ${b.y - a.y}) ${drag.was}`);
});
document.addEventListener("pointerup", () => {
  const held = drag;
  drag = null;
  if (!held?.to) return;
  dropped = true;
  held.thing.classList.remove("dragged");
  pickPlace(held.board, held.to);
});
document.addEventListener("pointercancel", () => {
  drag?.thing.setAttribute("transform", drag.was);
  drag = null;
});

// A tap shows at once what was being shown one after the other.
document.addEventListener("click", (e) => {
  if (!e.target.closest("[data-skips]")) return;
  for (const a of document.getAnimations()) if (a.effect?.target?.closest?.("[data-skips]")) a.finish();
});

// The table can be looked at from closer by: with the button, with two fingers,
// with a trackpad. How close is kept by the document, so that a new fragment
// changes nothing.
let closeness = 1;
let chosen = false; // by somebody: from then on the page does not choose
const maxCloseness = 4;

// approach shows a small screen, from as close as the table asks for, what is
// happening, and follows it; until somebody looks closer or steps back.
let followed = "";
function approach() {
  const pane = document.getElementById("board-scroll");
  const board = document.getElementById("board");
  const close = Number(pane?.dataset.close);
  if (!close || close <= 1 || chosen || !matchMedia("(max-width: 899px)").matches) return;
  const at = document.querySelector("#board .ghost, #board .active") ?? document.getElementById("reach");
  const what = `${at?.id} ${at?.getAttribute("transform") ?? ""} ${board.dataset.tap ?? ""}`;
  if (what === followed) return;
  followed = what;
  const view = pane.getBoundingClientRect();
  if (!at) { // the table as a whole is what it is about
    closer(1, view.x, view.y);
    return;
  }
  closer(close, view.x, view.y);
  middle(pane, at);
}

// middle scrolls so that something on the board comes to the middle of its pane.
function middle(pane, at) {
  const view = pane.getBoundingClientRect();
  const now = at.getBoundingClientRect();
  pane.scrollLeft += now.x + now.width / 2 - view.x - view.width / 2;
  pane.scrollTop += now.y + now.height / 2 - view.y - view.height / 2;
}

// closer looks at the table from so close that it is n times as wide as its
// frame; what is at a place of the screen stays there.
function closer(n, clientX, clientY) {
  const pane = document.getElementById("board-scroll");
  const board = document.getElementById("board");
  if (!pane || !board) return;
  n = Math.min(Math.max(n, 1), maxCloseness);
  if (n < 1.08) n = 1;
  const before = board.getBoundingClientRect();
  const fx = (clientX - before.x) / before.width;
  const fy = (clientY - before.y) / before.height;
  closeness = n;
  document.documentElement.style.setProperty("--zoom", String(n));
  document.body.classList.toggle("zoomed", n > 1);
  const after = board.getBoundingClientRect();
  pane.scrollLeft += after.x + fx * after.width - clientX;
  pane.scrollTop += after.y + fy * after.height - clientY;
  document.getElementById("zoom")?.setAttribute("aria-pressed", String(n > 1));
}

function zoom() {
  const pane = document.getElementById("board-scroll");
  if (!pane) return;
  chosen = true;
  const view = pane.getBoundingClientRect();
  if (closeness > 1) return closer(1, view.x, view.y);
  // What one looks at comes to the middle: the place or the robot at hand.
  const at = document.querySelector("#board .cursor.on, #board .ghost, #board .active, #board .chosen") ?? document.getElementById("board");
  const box = at.getBoundingClientRect();
  closer(Math.max(2.2, Number(pane.dataset.close) || 0), box.x + box.width / 2, box.y + box.height / 2);
  middle(pane, at);
}

// Two fingers on the table; one scrolls it, or the page when it is whole.
let pinch = null;
const spread = (t) => Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY);
const between = (t) => [(t[0].clientX + t[1].clientX) / 2, (t[0].clientY + t[1].clientY) / 2];
const onBoard = (e) => e.target.closest?.("#board-scroll");

document.addEventListener("touchstart", (e) => {
  pinch = e.touches.length === 2 && onBoard(e) ? { wide: spread(e.touches), from: closeness, at: between(e.touches) } : null;
}, { passive: true });
document.addEventListener("touchmove", (e) => {
  if (!pinch || e.touches.length !== 2) return;
  if (e.cancelable) e.preventDefault();
  const at = between(e.touches);
  const pane = document.getElementById("board-scroll");
  pane.scrollLeft -= at[0] - pinch.at[0];
  pane.scrollTop -= at[1] - pinch.at[1];
  pinch.at = at;
  chosen = true;
  closer(pinch.from * (spread(e.touches) / pinch.wide), at[0], at[1]);
}, { passive: false });
document.addEventListener("touchend", () => { pinch = null; });
document.addEventListener("wheel", (e) => {
  if (!e.ctrlKey || !onBoard(e)) return;
  e.preventDefault();
  chosen = true;
  closer(closeness * Math.exp(-e.deltaY / 200), e.clientX, e.clientY);
}, { passive: false });

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
  for (const el of document.querySelectorAll("[data-copies][hidden], #zoom[hidden]")) el.hidden = false;
  document.getElementById("zoom")?.setAttribute("aria-pressed", String(closeness > 1));
  for (const list of document.querySelectorAll(".choices-places .choice-list")) {
    const on = list.querySelector("input:checked")?.closest(".choice");
    if (on) list.scrollLeft = on.offsetLeft - list.offsetLeft - 8;
  }
  for (const field of document.querySelectorAll("[data-draw]")) draw(field);
  approach();
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
