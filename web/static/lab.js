// A question of one's own, live: the file follows what is typed, and another
// option brings its own values along. Without this script the same form shows
// the same, a press of a button at a time.

const form = () => document.getElementById("lab-form");
let asked = 0; // of two answers the later question's counts
let timer = 0;

function ask(wait) {
  clearTimeout(timer);
  timer = setTimeout(load, wait);
}

async function load() {
  const mine = ++asked;
  const at = document.getElementById("lab-own");
  try {
    const answer = await fetch(`${form().action}?${new URLSearchParams(new FormData(form()))}`, {
      headers: { Accept: "text/html", "Banco-Fragment": "lab" },
      credentials: "same-origin",
      signal: AbortSignal.timeout(8000),
    });
    const html = await answer.text();
    if (mine !== asked) return;
    const next = new DOMParser().parseFromString(html, "text/html").getElementById("lab-own");
    at.classList.toggle("lab-lost", !next);
    if (next) show(at, next);
  } catch {
    if (mine === asked) at.classList.add("lab-lost");
  }
}

function show(now, next) {
  for (const then of next.querySelectorAll("[data-swap], [data-redraw]")) {
    const place = document.getElementById(then.id);
    // What somebody types in stays theirs while the option is the same.
    if (!place || place.isEqualNode(then) || (then.dataset.redraw && then.dataset.redraw === place.dataset.redraw)) continue;
    place.replaceWith(document.importNode(then, true));
  }
  for (const field of form().querySelectorAll("[aria-describedby]")) {
    const why = document.getElementById(`why-${field.name}`);
    if (why) field.toggleAttribute("aria-invalid", why.childElementCount > 0);
  }
  for (const button of now.querySelectorAll("[data-copies][hidden]")) button.hidden = false;
  now.dataset.here = next.dataset.here;
  history.replaceState(history.state, "", form().action.replace(/\/lab\/new$/, "") + next.dataset.here);
  for (const back of document.querySelectorAll('.prefs input[name="back"]')) back.value = next.dataset.here;
}

document.documentElement.classList.add("live-lab");
document.addEventListener("input", (e) => {
  if (form()?.contains(e.target)) ask(e.target.matches("input[type=checkbox], select") ? 20 : 250);
});
