// What a board does under a finger, a mouse and the keyboard: it turns places on
// the screen into the table's whole numbers, lets things be dragged, and is
// looked at from closer by. Like banco.js, which follows the addresses that it
// chooses, it knows nothing of any game.

const choose = (url) => { document.dispatchEvent(new CustomEvent("banco:choose", { detail: url })); };

// --- choosing a place --------------------------------------------------------

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

// inBounds keeps a place on the table; of a thing with a width of its own, all of it.
function inBounds(board, { x, y }, half = { x: 0, y: 0 }) {
  const { width, height } = size(board);
  const hold = (n, most, edge) => edge * 2 > most ? Math.round(most / 2) : Math.min(Math.max(n, edge), most - edge);
  return { x: hold(x, width, half.x), y: hold(y, height, half.y) };
}

// half is how far a thing's body reaches from its middle, in the table's numbers.
function half(board, thing) {
  const body = thing.querySelector(".object-body, .die-body");
  if (!body) return undefined;
  const box = body.getBoundingClientRect();
  const scale = board.getScreenCTM().a;
  const edge = Number(board.dataset.edge ?? 0); // how far from the table's own edge it must lie
  return { x: Math.ceil((box.width / 2 / scale) * 100) + edge, y: Math.ceil((box.height / 2 / scale) * 100) + edge };
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
    const known = document.getElementById("reach"); // else only the rules know
    say.textContent = known ? `${spot} ${reachable(p) ? say.dataset.in : say.dataset.out}` : spot;
  }
}

function pickPlace(board, p) {
  aim(board, p);
  const turn = board.dataset.turn ? `&turn=${board.dataset.turn}` : "";
  choose(`${board.dataset.tap}&x=${p.x}&y=${p.y}${turn}`);
}

// A finger is wider than a die: it means the nearest thing that can be chosen, if
// there is one that near, whatever lies exactly below it.
const fingertip = 22;
document.addEventListener("click", (e) => {
  const board = e.target.closest?.("#board");
  if (!board || !e.pointerType || e.pointerType === "mouse") return;
  let best = null;
  for (const link of board.querySelectorAll("a[data-live]")) {
    const box = (link.querySelector(".die-body, .marker-dot") ?? link).getBoundingClientRect();
    const d = Math.hypot(box.x + box.width / 2 - e.clientX, box.y + box.height / 2 - e.clientY);
    if (d <= fingertip && (!best || d < best.d)) best = { link, d };
  }
  if (!best || best.link === e.target.closest("a")) return;
  e.preventDefault();
  e.stopPropagation();
  choose(best.link.href.baseVal ?? best.link.href);
}, { capture: true });

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
  drag = { thing, board, from, x: Number(board.dataset.x), y: Number(board.dataset.y), was: thing.getAttribute("transform") ?? "", half: half(board, thing) };
  thing.setPointerCapture(e.pointerId);
  e.preventDefault();
});
document.addEventListener("pointermove", (e) => {
  if (!drag) return;
  const now = toTable(drag.board, e.clientX, e.clientY);
  drag.to = inBounds(drag.board, { x: drag.x + now.x - drag.from.x, y: drag.y + now.y - drag.from.y }, drag.half);
  const a = toDrawing(drag.board, drag);
  const b = toDrawing(drag.board, drag.to);
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
// A browser would take the finger for one that scrolls, and end the drag.
document.addEventListener("touchstart", (e) => {
  if (e.target.closest?.("#board[data-tap] [data-drag]") && e.cancelable) e.preventDefault();
}, { passive: false });
document.addEventListener("pointercancel", () => {
  drag?.thing.setAttribute("transform", drag.was);
  drag = null;
});

// A tap shows at once what was being shown one after the other.
document.addEventListener("click", (e) => {
  if (!e.target.closest("[data-skips]")) return;
  for (const a of document.getAnimations()) if (a.effect?.target?.closest?.("[data-skips]")) a.finish();
});

// --- looking closer ------------------------------------------------------------

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

document.addEventListener("click", (e) => { if (e.target.closest("#zoom")) zoom(); });

// dress shows the button that only works with this script.
function dress() {
  const button = document.getElementById("zoom");
  if (button) button.hidden = false;
  button?.setAttribute("aria-pressed", String(closeness > 1));
  approach();
}

document.addEventListener("banco:shown", dress);
dress();
