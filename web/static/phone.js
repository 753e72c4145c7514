// What the device at hand can do for a match: keep its screen on, call its owner,
// be installed. Each thing says on the page whether it does it, and if not, why.

const panel = document.getElementById("phone");
const match = () => document.getElementById("match");
const row = (name) => document.getElementById(`phone-${name}`);

// --- what is kept on this device ---------------------------------------------

function wish(name, otherwise) {
  try { return localStorage.getItem(`banco:${name}`) ?? otherwise; } catch { return otherwise; }
}

function keep(name, value) {
  try { localStorage.setItem(`banco:${name}`, value); } catch { /* until the page goes */ }
}

const wants = {
  awake: wish("awake", "on") === "on",
  sound: wish("sound", "off") === "on",
  buzz: wish("buzz", "off") === "on",
};

// say writes one of the sentences that a row has brought along, and sets its switch.
function say(name, which, on) {
  const at = row(name);
  const text = at?.dataset[which] ?? "";
  const slot = at?.querySelector(".phone-say");
  if (slot && slot.textContent !== text) slot.textContent = text;
  if (at) at.dataset.now = which;
  const knob = at?.querySelector(".switch");
  if (!knob) return;
  knob.hidden = on === undefined;
  knob.setAttribute("aria-checked", String(!!on));
}

function flips(name, then) {
  row(name)?.querySelector(".switch")?.addEventListener("click", () => {
    wants[name] = !wants[name];
    keep(name, wants[name] ? "on" : "off");
    then();
    sum();
  });
}

// --- the screen -----------------------------------------------------------------

// Over https a browser keeps the screen on when asked to. Elsewhere one thing
// does: a film that plays, with a sound track and not muted, though it is silent
// and two pixels wide. A film can only be begun by a tap.
let lock = null;
let refused = false;
let reel = null;
let tapped = false;

const due = () => wants.awake && !document.hidden && match()?.dataset.awake !== undefined;

async function screen() {
  if (!due()) {
    lock?.release().catch(() => {});
    lock = null;
    reel?.pause();
  } else if (navigator.wakeLock && !refused) {
    if (lock && !lock.released) return screenSays();
    try {
      const got = await navigator.wakeLock.request("screen");
      if (!due()) return got.release();
      lock = got;
      lock.addEventListener("release", () => { screenSays(); sum(); });
    } catch {
      refused = !document.hidden; // a battery saver, or the browser's owner
    }
    if (refused) return screen();
  } else if (tapped) {
    await roll();
  }
  screenSays();
  sum();
}

async function roll() {
  if (!reel) {
    reel = document.createElement("video");
    reel.className = "reel";
    reel.src = panel.dataset.film;
    reel.title = "Banco";
    reel.volume = 0.01;
    reel.playsInline = true;
    reel.disableRemotePlayback = true;
    reel.setAttribute("aria-hidden", "true");
    reel.tabIndex = -1;
    // Round and round without an end: at its end a film lets go of the screen.
    reel.addEventListener("timeupdate", () => { if (reel.currentTime > 3) reel.currentTime = 0; });
    reel.addEventListener("ended", () => reel.play().catch(() => {}));
    for (const e of ["pause", "playing", "error"]) reel.addEventListener(e, () => { screenSays(); sum(); });
    document.body.append(reel);
  }
  if (reel.paused) await reel.play().catch(() => {});
}

function screenSays() {
  if (!wants.awake) return say("awake", "off", false);
  if (match()?.dataset.awake === undefined) return say("awake", "idle", true);
  if (lock && !lock.released) return say("awake", "lock", true);
  if (reel && !reel.paused) return say("awake", "film", true);
  if (reel?.error || tapped && reel) return say("awake", refused ? "refused" : "not", true);
  say("awake", "tap", true);
}

// The first tap anywhere may begin what only a tap can begin.
function tap() {
  tapped = true;
  if (wants.sound) tune();
  if (due() && (!navigator.wakeLock || refused) && (!reel || reel.paused)) screen();
}
for (const kind of ["click", "touchend", "keydown"]) addEventListener(kind, tap, { capture: true, passive: true });

// --- sound and vibration ----------------------------------------------------------

let audio = null;

function tune() {
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!Audio) return null;
  audio ??= new Audio();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio;
}

// note sounds one tone that dies away.
function note(at, hertz, long, loud, shape = "sine") {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = shape;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + long);
}

const sounds = {
  // two taps of a spanner, the second higher
  turn: (t) => { note(t, 587, .35, .25, "triangle"); note(t + .16, 880, .5, .25, "triangle"); },
  // a plate of metal: tones that do not go together, over a thud
  hit: (t) => { for (const f of [233, 371, 587, 977]) note(t, f, .9, .12, "square"); note(t, 70, .3, .5); },
  order: (t) => { for (const i of [0, 1, 2]) note(t + i * .14, 740, .18, .22, "triangle"); },
};
const buzzes = { turn: [120], hit: [60, 60, 260], order: [90, 70, 90] };

function call(kind) {
  const as = kind in sounds ? kind : "turn";
  if (wants.sound && tune()?.state === "running") sounds[as](audio.currentTime);
  if (wants.buzz) navigator.vibrate?.(buzzes[as]);
}

function soundSays() {
  const can = !!(window.AudioContext ?? window.webkitAudioContext);
  if (!can) say("sound", "not");
  else say("sound", wants.sound ? "on" : "off", wants.sound);
}

function buzzSays() {
  const hand = matchMedia("(pointer: coarse)").matches;
  if (!navigator.vibrate || !hand) say("buzz", "not");
  else say("buzz", wants.buzz ? "on" : "off", wants.buzz);
}

flips("awake", screen);
flips("sound", () => { soundSays(); if (wants.sound && tune()) sounds.turn(audio.currentTime); });
flips("buzz", () => { buzzSays(); if (wants.buzz) navigator.vibrate?.(buzzes.turn); });
document.addEventListener("banco:call", (e) => call(e.detail));

// --- the stopwatch ---------------------------------------------------------------

// A phone that goes to sleep in its owner's time stops the stopwatch, and lets it
// run on when it wakes. Who set the phone aside for good goes on by playing.
let asleep = "";

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    const url = match()?.dataset.pauses;
    if (url && !match().querySelector("#form-pause [name=paused][value=false]") &&
      navigator.sendBeacon(url, new URLSearchParams({ paused: "true" }))) asleep = url;
  } else if (asleep) {
    const url = asleep;
    asleep = "";
    fetch(url, { method: "POST", body: new URLSearchParams({ paused: "false" }), headers: { "Banco-Fragment": "match" } }).catch(() => {});
  }
});

// --- the app ---------------------------------------------------------------------

let offer = null;
let unworked = false;

function appSays() {
  const iOS = /iPad|iPhone|iPod/.test(navigator.userAgent) || navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
  const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
  const button = row("app")?.querySelector(".button");
  if (button) button.hidden = !offer || !!installed;
  if (installed) say("app", "done");
  else if (offer) say("app", "ready");
  else if (iOS) say("app", "ios");
  else if (!isSecureContext) say("app", "plain");
  else if (!navigator.serviceWorker) say("app", "not");
  else if (unworked) say("app", "cert");
  else say("app", "menu");
}

addEventListener("beforeinstallprompt", (e) => { e.preventDefault(); offer = e; appSays(); });
addEventListener("appinstalled", () => { offer = null; appSays(); });
document.addEventListener("banco:unworked", () => { unworked = true; appSays(); });
row("app")?.querySelector(".button")?.addEventListener("click", async () => {
  const asked = offer;
  offer = null;
  await asked?.prompt();
  appSays();
});

// --- all together ------------------------------------------------------------------

let link = document.documentElement.classList.contains("live") ? "live" : "lost";

function sum() {
  const at = document.getElementById("phone-sum");
  if (!at) return;
  const parts = [at.dataset[link === "live" ? "live" : "lost"]];
  if (["lock", "film"].includes(row("awake")?.dataset.now)) parts.push(at.dataset.awake);
  if (wants.sound) parts.push(at.dataset.sound);
  const text = parts.join(" · ");
  if (at.textContent !== text) at.textContent = text;
}

document.addEventListener("banco:connection", (e) => {
  link = e.detail;
  say("link", link);
  sum();
});
document.addEventListener("banco:shown", screen);
document.addEventListener("visibilitychange", screen);
addEventListener("pageshow", screen);

if (panel) {
  panel.hidden = false;
  say("link", link);
  soundSays();
  buzzSays();
  appSays();
  screen();
}
