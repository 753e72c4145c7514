// The service worker keeps the pages' own files, which never change under their
// names, and the page that says that the server is away. Nothing of a match is
// ever kept: what is not in FILES goes to the server, always.

const AWAY = ["it", "en"].map((lang) => `${BASE}/offline?lang=${lang}`);
const ANY = { ignoreVary: true }; // the same for everybody
const LANG = `${BASE}/offline/lang`; // where the language of the last page is noted

self.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll([...FILES, ...AWAY].map((url) => new Request(url, { cache: "reload", headers: { Accept: "text/html,*/*" } })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("banco-") && name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (e) => {
  if (e.data?.lang !== "it" && e.data?.lang !== "en") return;
  e.waitUntil(caches.open(VERSION).then((cache) => cache.put(LANG, new Response(e.data.lang))));
});

async function away() {
  const cache = await caches.open(VERSION);
  const lang = await cache.match(LANG, ANY).then((note) => note?.text());
  return await cache.match(AWAY[lang === "en" ? 1 : 0], ANY) ?? Response.error();
}

self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET") return;
  if (FILES.includes(new URL(e.request.url).pathname)) {
    e.respondWith(caches.match(e.request, ANY).then((kept) => kept ?? fetch(e.request)));
  } else if (e.request.mode === "navigate") {
    e.respondWith(fetch(e.request).catch(away));
  }
});
