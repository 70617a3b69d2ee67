// offline.ts - a service worker: the page works without a network after the first visit.
// All files of one build are kept together, so that a visit never mixes two builds; the catalogues
// of other languages, the clauses with them, from when they were asked for.
export {};   // a module of its own

declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const name = `bylaw-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name)
    .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
    .then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((n) => n !== name).map((n) => caches.delete(n))))
    .then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.open(name).then(async (cache) => {
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && new URL(event.request.url).pathname.endsWith('.mo')) {
      await cache.put(event.request, answer.clone());
      if (event.request.url.endsWith('.first.mo')) cache.add(event.request.url.replace('.first', '')).catch(() => undefined);
    }
    return answer;
  }));
});
