// The roster builder without reloading: what a change of a field means is
// fetched and put beside the fields, which stay as they are. Without this the
// form's own buttons do the same.

const form = document.getElementById("roster-form");

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

let asked = 0;

async function refresh() {
  const mine = ++asked;
  const query = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(`${form.action}?${query}`, { headers: { Accept: "text/html" }, credentials: "same-origin" });
    const html = await answer.text();
    if (mine !== asked) return;
    const next = new DOMParser().parseFromString(html, "text/html");
    if (!next.getElementById("roster-form")) return;
    show(next);
    if (answer.redirected) history.replaceState(null, "", answer.url);
  } catch { /* the buttons still work */ }
}

function show(next) {
  for (const now of document.querySelectorAll("[data-swap]")) {
    const then = next.getElementById(now.id);
    if (then && !now.isEqualNode(then)) now.replaceWith(document.importNode(then, true));
  }
  for (const field of form.querySelectorAll("input, select")) {
    const then = field.id && next.getElementById(field.id);
    if (!then) continue;
    if (field.tagName === "SELECT" && field.value !== then.value) field.value = then.value;
    field.toggleAttribute("aria-invalid", then.hasAttribute("aria-invalid"));
  }
  for (const old of form.querySelectorAll("input[type=hidden]")) old.remove();
  for (const kept of next.querySelectorAll("#roster-form input[type=hidden]")) form.append(document.importNode(kept, true));
  const link = document.getElementById("link");
  if (link && !next.getElementById("link").value) link.value = "";
  for (const el of document.querySelectorAll("[data-copies][hidden]")) el.hidden = false;
}

if (form) {
  document.documentElement.classList.add("live-rosters");
  form.addEventListener("change", refresh);
}
