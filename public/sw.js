// Shows the offline page when a page can't be loaded, and notices of ended orders. Nothing else is touched or stored: pages, calls and pictures always
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

// Notices of ended orders (docs/contract.md#notices-by-web-push). Their texts come with the message, from
// lib/push/rules.ts.

const TAG = 'orders'

/**
 * Shows a notice. If earlier ones are still shown, replaces them by a single one with the number of all their orders.
 */
async function showNotice(notice) {
  const waiting = await self.registration.getNotifications({ tag: TAG })
  const orders = waiting.reduce((sum, { data }) => sum + (data?.orders ?? 0), notice.orders)
  const alone = orders === notice.orders
  await self.registration.showNotification(alone ? notice.title : notice.many.replace('{n}', String(orders)), {
    body: alone ? notice.body : '',
    tag: TAG,
    renotify: true,
    icon: '/icon-192.png',
    lang: 'ko',
    data: { orders, url: alone ? notice.url : notice.url.split('?')[0] },
  })
}

/**
 * Opens a list of orders: in a tab that already shows it, if there is one, so that no other page of the member is
 * replaced.
 */
async function openList(path) {
  const { origin } = self.location
  const asked = new URL(path, origin)
  const url = asked.origin === origin ? asked : new URL('/order-history', origin)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((each) => new URL(each.url).pathname === url.pathname)
  if (!tab) return self.clients.openWindow(url.href)
  await tab.focus()
  // navigate() fails for a tab that this worker doesn't control.
  return tab.navigate(url.href).catch(() => self.clients.openWindow(url.href))
}

/** Subscribes with the shop's present key: the shop can sign with a former key for a limited time only. */
async function subscribeAnew() {
  const { publicKey } = await (await fetch('/service/push')).json()
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The shop's key that a subscription was made with, as text; undefined if the browser doesn't tell it. */
function publicKeyOf({ options }) {
  if (!options?.applicationServerKey) return undefined
  const base64 = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)))
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/**
 * When the browser ends a subscription by itself, subscribes anew and has the shop replace the old one. A subscription
 * that the browser made has the key of the old one, which may be a former key of the shop.
 */
async function renewSubscription({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const subscription = newSubscription ?? (await subscribeAnew())
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/service/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, publicKey: publicKeyOf(subscription), replaces: oldSubscription.endpoint }),
  })
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotice(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openList(event.notification.data?.url ?? '/order-history'))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
