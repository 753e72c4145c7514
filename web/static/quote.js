// What Quote's console does under fingers, a mouse and keys, beside its links and
// forms: people are dragged onto those they are to strike, a line says while it is
// typed what it would do, and some keys press what is on the page.

const field = () => document.getElementById("battlefield");
const mine = () => field()?.classList.contains("field-mine");

// --- dragging ----------------------------------------------------------------

// With a mouse a drag begins at once; a finger scrolls unless it has rested for a
// moment on somebody.
const rest = 260;
let drag = null;
let dropped = false; // so that the click that ends a drag opens nothing

const idsOf = (token) => {
  const ticked = [...document.querySelectorAll("#picks input[name=pick]:checked")].map((box) => box.value);
  return ticked.includes(token.dataset.token) ? ticked : [token.dataset.token];
};
const nameOf = (token) => token.querySelector("input")?.getAttribute("aria-label") ?? token.querySelector(".man-name")?.textContent.trim() ?? "";

document.addEventListener("pointerdown", (e) => {
  const token = e.target.closest?.("#battlefield [data-token]");
  dropped = false;
  stop();
  if (!token || !mine() || e.button !== 0) return;
  drag = { token, pointer: e.pointerId, x: e.clientX, y: e.clientY, on: false, timer: 0 };
  if (e.pointerType === "touch") drag.timer = setTimeout(() => { if (drag) lift(drag.x, drag.y); }, rest);
});

function lift(x, y) {
  const ids = idsOf(drag.token);
  drag.on = true;
  drag.ids = ids;
  drag.ghost = document.createElement("div");
  drag.ghost.className = "drag-ghost";
  drag.ghost.textContent = ids.length > 1 ? `${nameOf(drag.token)} +${ids.length - 1}` : nameOf(drag.token);
  document.body.append(drag.ghost);
  document.body.classList.add("dragging");
  drag.token.classList.add("q-dragged");
  try { navigator.vibrate?.(12); } catch { /* then without */ }
  follow(x, y);
}

function follow(x, y) {
  drag.x = x;
  drag.y = y;
  drag.ghost.style.setProperty("transform", `translate(${x + 12}px, ${y - 46}px)`);
  const over = target(document.elementFromPoint(x, y));
  if (over?.el !== drag.over?.el) {
    drag.over?.el.classList.remove("drop-on");
    over?.el.classList.add("drop-on");
  }
  drag.over = over;
  const edge = 70;
  if (y < edge) scrollBy(0, y - edge);
  else if (y > innerHeight - edge && e_free(x, y)) scrollBy(0, y - innerHeight + edge);
}

// The sheet at the bottom of a phone is no place to scroll at.
const e_free = (x, y) => !document.elementFromPoint(x, y)?.closest(".sheet");

// target is what somebody would be dropped onto: another, a fight, or those who
// are free.
function target(el) {
  const token = el?.closest?.("#battlefield [data-token]");
  const fight = el?.closest?.("[data-fight]");
  if (token && !drag.ids.includes(token.dataset.token)) {
    const own = drag.token.dataset.colour === token.dataset.colour;
    if (fight && (!own || fight.querySelector(".man-one") !== token)) return { el: fight, fight: fight.dataset.fight };
    if (fight) return { el: fight, fight: fight.dataset.fight };
    return own ? null : { el: token.closest(".pile-one") ?? token, who: token.dataset.token };
  }
  if (fight && !fight.contains(drag.token)) return { el: fight, fight: fight.dataset.fight };
  const pile = el?.closest?.(".pile");
  const one = pile?.querySelectorAll("[data-token]");
  if (one?.length === 1 && one[0] !== drag.token && one[0].dataset.colour !== drag.token.dataset.colour) return { el: pile, who: one[0].dataset.token };
  const free = el?.closest?.("[data-free]");
  if (free && drag.token.closest("[data-fight]")) return { el: free, free: true };
  return null;
}

function stop() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  drag.over?.el.classList.remove("drop-on");
  drag.token.classList.remove("q-dragged");
  document.body.classList.remove("dragging");
  drag = null;
}

document.addEventListener("pointermove", (e) => {
  if (!drag || e.pointerId !== drag.pointer) return;
  if (drag.on) {
    e.preventDefault();
    follow(e.clientX, e.clientY);
  } else if (Math.hypot(e.clientX - drag.x, e.clientY - drag.y) > 8) {
    if (e.pointerType === "touch") stop(); // it scrolls
    else lift(e.clientX, e.clientY);
  }
});
// A browser would take the finger for one that scrolls, and end the drag.
document.addEventListener("touchmove", (e) => { if (drag?.on && e.cancelable) e.preventDefault(); }, { passive: false });
document.addEventListener("contextmenu", (e) => { if (drag || dropped) e.preventDefault(); });
document.addEventListener("dragstart", (e) => { if (e.target.closest?.("#battlefield [data-token]")) e.preventDefault(); });
document.addEventListener("pointercancel", stop);
document.addEventListener("pointerup", (e) => {
  if (!drag || e.pointerId !== drag.pointer) return;
  const { on, over, ids } = drag;
  const inFight = drag.token.closest("[data-fight]") !== null;
  stop();
  if (!on) return;
  dropped = true;
  setTimeout(() => { dropped = false; }, 50);
  if (over) drop(ids, over, inFight);
});
document.addEventListener("click", (e) => {
  if (!dropped || !e.target.closest("#battlefield")) return;
  dropped = false;
  e.preventDefault();
  e.stopPropagation();
}, true);

// drop says what was meant, one action after the other: out of the one fight, into
// the next; or all who were picked, one by one.
let queue = [];
function drop(ids, over, inFight) {
  queue = inFight ? [{ type: "leave", who: ids[0] }] : [];
  if (over.fight) queue.push(...ids.map((who) => ({ type: "join", fight: over.fight, who })));
  else if (over.who) queue.push({ type: "fight", one: over.who, allies: ids });
  next();
}

function next() {
  const action = queue.shift();
  if (action) submit(action);
}

// submit sends an action as the forms of the page do.
function submit(fields) {
  const form = document.getElementById("form-drop");
  if (!form) return;
  form.replaceChildren();
  for (const [name, value] of Object.entries({ seq: form.dataset.seq, ...fields })) {
    for (const one of [value].flat()) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = one;
      form.append(input);
    }
  }
  form.requestSubmit();
}

// --- the line ------------------------------------------------------------------

// What a line would do is fetched while it is typed and put below it; the field
// itself is left alone.
let asked = 0;
let pause = 0;

async function look(input) {
  const mine = ++asked;
  const out = document.getElementById("understood");
  const text = input.value.trim();
  if (!text) return out.replaceChildren();
  try {
    const url = `${input.dataset.look}?${new URLSearchParams({ line: text })}`;
    const answer = await fetch(url, { headers: { Accept: "text/html", "Banco-Fragment": "match" }, credentials: "same-origin", signal: AbortSignal.timeout(5000) });
    const said = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("understood");
    if (mine === asked && said) document.getElementById("understood")?.replaceChildren(...said.childNodes);
  } catch { /* it is told when the line is sent */ }
}

document.addEventListener("input", (e) => {
  if (e.target.id !== "line") return;
  clearTimeout(pause);
  pause = setTimeout(() => look(e.target), 180);
});

let sent = ""; // the line that is on its way
document.addEventListener("submit", (e) => {
  if (e.target.id === "form-line") sent = document.getElementById("line").value;
});

// --- keys ------------------------------------------------------------------------

document.addEventListener("keydown", (e) => {
  if (!mine() || e.ctrlKey || e.metaKey || e.altKey) return;
  const typing = e.target.closest?.("input:not([type=checkbox]), textarea, select");
  if (e.target.id === "line" && e.key === "Enter") {
    e.preventDefault();
    e.target.form.requestSubmit(document.getElementById("line-go"));
    return;
  }
  if (e.key === "Escape") {
    if (drag?.on) return stop();
    if (typing) typing.blur();
    else document.getElementById("shut")?.click();
    return;
  }
  if (typing) return;
  if (e.key === "Enter" && e.target.matches?.("#picks input")) {
    e.preventDefault();
    document.querySelector("#form-fight .confirm, #form-deal .confirm")?.click();
    return;
  }
  const press = { n: "#next-round", f: "#form-fight .confirm, #form-deal .confirm" }[e.key.toLowerCase()];
  const button = press && document.querySelector(press);
  if (button) {
    e.preventDefault();
    button.click();
  } else if (e.key === "/") {
    const line = document.getElementById("line");
    if (line) e.preventDefault();
    line?.focus();
  }
});

// --- when something new is shown ---------------------------------------------------

// After a roll the story is what one wants to read; a phone may be anywhere else.
let told = latest();
function latest() { return document.querySelector(".story .chapter.latest.rolled")?.id ?? ""; }

document.addEventListener("banco:shown", () => {
  if (sent && !document.querySelector("#hand-refusal .refusal")) {
    const line = document.getElementById("line");
    if (line?.value === sent) {
      line.value = "";
      document.getElementById("understood")?.replaceChildren();
    }
  }
  sent = "";
  if (document.querySelector("#hand-refusal .refusal")) queue = [];
  next();
  const now = latest();
  if (now && now !== told && mine()) {
    const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (matchMedia("(max-width: 899px)").matches) scrollTo({ top: 0, behavior: quick ? "auto" : "smooth" });
    else document.getElementById("panel")?.scrollTo({ top: 0 });
  }
  told = now;
});
