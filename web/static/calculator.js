// The calculator without reloading. The form works by its buttons; here every
// change asks for the answer at once and puts it in place, and the address
// follows. A newer change calls off the question before it.

const calc = () => document.getElementById("calc");
const form = () => document.getElementById("calc-form");
const quiet = 900; // milliseconds without a change before the answer is read out

let asking; // the question under way
let soon; // the next one
let reading;

function ask(wait) {
  clearTimeout(soon);
  soon = setTimeout(() => load(`${form().action}?${new URLSearchParams(new FormData(form()))}`), wait);
}

// load fetches the calculator for an address. Whole also replaces the form, since
// there are others in it now, and says which button or link did that.
async function load(url, whole, remember) {
  clearTimeout(soon);
  asking?.abort();
  const mine = asking = new AbortController();
  try {
    const answer = await fetch(url, { headers: { Accept: "text/html", "Banco-Fragment": "1" }, signal: mine.signal });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("calc");
    if (mine !== asking) return false;
    if (!next) return told(answer.status);
    calc().classList.remove("calc-lost");
    follow(next.dataset.here, remember);
    if (whole) {
      calc().replaceWith(document.importNode(next, true));
      dress();
      if (document.activeElement === document.body) land(whole);
    } else {
      swap(next);
    }
    clearTimeout(reading);
    reading = setTimeout(() => {
      const said = document.getElementById("calc-said");
      said.textContent = said.dataset.says;
    }, quiet);
    return true;
  } catch (e) {
    if (e.name !== "AbortError") calc().classList.add("calc-lost");
    return e.name === "AbortError";
  }
}

// land takes the focus to what a button has brought: the fighter that was added,
// one of those that are left, the button itself.
function land(did) {
  const [what, whom] = did.split(".");
  const cards = whom ? [...document.querySelectorAll(`[id^="card-${whom[0]}"]`)] : [];
  const card = cards.at(what === "add" ? -1 : 0);
  const field = card && [...card.querySelectorAll("input[type=number]")].find((f) => f.checkVisibility());
  const place = field ?? document.getElementById(did) ?? document.getElementById("calc-answer");
  place.focus({ preventScroll: !field });
}

// told asks again a little later when there were too many questions.
function told(status) {
  calc().classList.add("calc-lost");
  if (status === 429) ask(1200);
  return status === 429;
}

function swap(next) {
  for (const then of next.querySelectorAll("[data-swap]")) {
    const now = document.getElementById(then.id);
    if (!now || now.isEqualNode(then)) continue;
    const open = [...now.querySelectorAll("details")].map((d) => d.open);
    const held = now.contains(document.activeElement) && document.activeElement;
    now.replaceChildren(...[...then.childNodes].map((n) => document.importNode(n, true)));
    now.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? d.open; });
    if (held && !held.isConnected) now.focus({ preventScroll: true });
  }
  document.getElementById("calc-said").dataset.says = next.querySelector("#calc-said").dataset.says;
  calc().dataset.here = next.dataset.here;
  for (const field of form().querySelectorAll("[aria-describedby]")) {
    const wrong = document.getElementById(field.getAttribute("aria-describedby"))?.childElementCount > 0;
    field.toggleAttribute("aria-invalid", wrong);
  }
}

// follow keeps the address, the way back from the other language, and the fight
// that is marked among those to begin from.
function follow(here, remember) {
  const base = form().action.replace(/\/quote$/, "");
  const url = base + here;
  if (remember) history.pushState(null, "", url);
  else history.replaceState(history.state, "", url);
  for (const back of document.querySelectorAll('.prefs input[name="back"]')) back.value = here;
  for (const link of document.querySelectorAll("[data-preset]")) {
    if (link.href === url) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

// dress shows what only works with this script: a slider beside each quota.
function dress() {
  document.documentElement.classList.add("live-calc");
  for (const slide of document.querySelectorAll(".calc-slide")) slide.hidden = false;
}

// mirror keeps a quota and its slider alike.
function mirror(field) {
  const { slides } = field.dataset;
  const other = slides ? document.getElementById(slides) : form().querySelector(`[data-slides="${CSS.escape(field.id)}"]`);
  if (other && field.value) other.value = field.value;
}

document.addEventListener("input", (e) => {
  if (!form()?.contains(e.target)) return;
  mirror(e.target);
  ask(e.target.matches("input[type=number], input:not([type])") ? 140 : 40);
});

document.addEventListener("submit", async (e) => {
  if (e.target !== form()) return;
  e.preventDefault();
  const does = e.submitter?.value ?? "show";
  const query = new URLSearchParams(new FormData(form()));
  if (does === "show") return load(`${form().action}?${query}`);
  query.set("do", does);
  if (!await load(`${form().action}?${query}`, does, true)) location.href = `${form().action}?${query}`;
});

document.addEventListener("click", async (e) => {
  const link = e.target.closest?.("[data-preset]");
  if (!link || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  if (!await load(link.href, "preset", true)) location.href = link.href;
});

addEventListener("popstate", () => { if (calc()) load(location.href, "back"); });

dress();
