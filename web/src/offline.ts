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
    return fetch(event.request).then((found) => {
      if (found.ok && event.request.url.endsWith('.net')) void cache.put(event.request, found.clone());   // what bots have learned
      return found;
    }).catch((error) => {
      if (event.request.url.endsWith('/server.json')) return new Response('{"tables":true}');   // nobody knows; then it is asked for again
      throw error;
    });
  }));
});

/** What a page asks of the worker: files that are to be kept, or a notification, or with no text that it goes. */
type Wish = string[] | { tag: string; text: string; body: string; url: string };

let notices = Promise.resolve();   // one after another

self.addEventListener('message', (event) => {
  const wish = event.data as Wish;
  if (Array.isArray(wish)) {
    event.waitUntil(caches.open(name).then((cache) => Promise.all(wish.map(async (file) => {
      if (!await cache.match(file)) await cache.add(file).catch(() => undefined);   // next time, perhaps
    }))));
    return;
  }
  const { tag, text, body, url } = wish, { id } = event.source as Client;
  event.waitUntil(notices = notices.then(async () => {
    if (text) await self.registration.showNotification(text, { body, tag, data: { id, url } });
    else for (const notice of await self.registration.getNotifications({ tag })) notice.close();
  }).catch(() => undefined));
});

/** The page that asked for it comes to the front; one that is gone is opened again. */
self.addEventListener('notificationclick', (event) => {
  const { id, url } = event.notification.data as { id: string; url: string };
  event.notification.close();
  event.waitUntil(self.clients.get(id).then((page) => (page ? (page as WindowClient).focus() : self.clients.openWindow(url))));
});
