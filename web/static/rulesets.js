// Rule sets kept on this device. The form's own buttons make links and files
// without this; what a field's text means as an option only the server knows, so
// it is asked.

const form = document.getElementById("create");
const place = document.getElementById("rule-sets");
const list = document.getElementById("set-list");
const button = document.getElementById("set-keep");
const slot = `banco:rules:${place?.dataset.game}`;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(slot)) ?? [];
    return kept.filter((set) => typeof set?.name === "string" && set.options && typeof set.options === "object");
  } catch { return []; }
}

function keep(sets) {
  try {
    localStorage.setItem(slot, JSON.stringify(sets));
    return true;
  } catch { return false; }
}

function say(text, wrong) {
  const said = document.getElementById("set-said");
  const refused = document.getElementById("set-refusal");
  said.hidden = wrong || !text;
  said.textContent = wrong ? "" : text;
  refused.replaceChildren();
  if (!wrong) return;
  const p = document.createElement("p");
  p.className = "refusal";
  p.textContent = text;
  refused.append(p);
}

function draw() {
  const sets = all();
  document.getElementById("set-kept").hidden = sets.length === 0;
  list.replaceChildren(...sets.map((set) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.className = "button";
    link.textContent = set.name;
    link.href = `${place.dataset.page}?${new URLSearchParams({ options: JSON.stringify(set.options), set: set.name })}`;
    const drop = document.createElement("button");
    drop.type = "button";
    drop.className = "button small drop";
    drop.textContent = "×";
    drop.setAttribute("aria-label", place.dataset.delete.replace("{}", set.name));
    drop.addEventListener("click", () => {
      keep(all().filter((other) => other.name !== set.name));
      draw();
      document.getElementById("set-name").focus();
    });
    item.append(link, drop);
    return item;
  }));
}

async function save() {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  try {
    const answer = await fetch(place.dataset.url, { method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin" });
    const set = await answer.json();
    if (!answer.ok) return say(set.error?.message ?? place.dataset.lost, true);
    if (!set.link) return say(place.dataset.long, true);
    const others = all().filter((other) => other.name !== set.name);
    if (!keep([...others, { name: set.name, options: set.options }])) return say(place.dataset.full, true);
    say(place.dataset.kept.replace("{}", set.name), false);
    draw();
  } catch { say(place.dataset.lost, true); }
}

if (form && place) {
  button.hidden = false;
  button.addEventListener("click", save);
  draw();
  // A usual way to play fills the seats without asking the server.
  document.addEventListener("click", (e) => {
    const way = e.target.closest("a[data-seats]");
    if (!way || e.metaKey || e.ctrlKey || e.shiftKey) return;
    e.preventDefault();
    way.dataset.seats.split(" ").forEach((kind, i) => { document.getElementById(`seat-${i}`).value = kind; });
    mark();
  });
  form.addEventListener("change", mark);
}

// mark shows which usual way the seats are filled in, if it is one.
function mark() {
  const seats = [...form.querySelectorAll('select[name^="seat."]')].map((field) => field.value).join(" ");
  for (const way of document.querySelectorAll("a[data-seats]")) {
    if (way.dataset.seats === seats) way.setAttribute("aria-current", "true");
    else way.removeAttribute("aria-current");
  }
}
