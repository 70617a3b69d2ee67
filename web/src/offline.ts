// offline.ts - a service worker: the page works without a network after the first visit.
// All files of one build are kept together, so that a visit never mixes two builds; the catalogues of
// other languages when the page says that it speaks one, the clauses with them, asked for or not.
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
    return fetch(event.request).catch((error) => {
      if (event.request.url.endsWith('/server.json')) return new Response('{"tables":true}');   // nobody knows; then it is asked for again
      throw error;
    });
  }));
});

self.addEventListener('message', (event) => {
  event.waitUntil(caches.open(name).then((cache) => Promise.all((event.data as string[]).map(async (file) => {
    if (!await cache.match(file)) await cache.add(file).catch(() => undefined);   // next time, perhaps
  }))));
});
