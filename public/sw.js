// Shows the offline page when a page can't be loaded. Nothing else is touched or stored: pages, calls and pictures always
// come from the network, so that no balance, order or personal data is ever kept in the browser's caches.

const OFFLINE_PAGE = '/offline.html'
const CACHE = 'offline-1'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add(new Request(OFFLINE_PAGE, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  event.respondWith(
    fetch(event.request).catch(async (fault) => {
      const page = await caches.match(OFFLINE_PAGE)
      if (page) return page
      throw fault
    }),
  )
})
