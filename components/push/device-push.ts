import { pushTexts } from '#lib/push/labels.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'

/**
 * Whether this browser shows push notifications. `install`: iOS shows them only for a site that was added to the home
 * screen. `denied`: the user has forbidden them for this site, and can allow them only in the browser's settings.
 */
export type DeviceState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Outcome of turning notifications on or off: the new state and, after a failure, a message for the user. */
export type DeviceChange = { readonly state: DeviceState; readonly fault?: string }

const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Why this browser can't show notifications at all; null if it can. */
function missingSupport(): 'unsupported' | 'install' | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null
  return isIos() && !isInstalled() ? 'install' : 'unsupported'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const subscriptionBody = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint, keys }
}

const base64urlOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/**
 * The body that turns notifications on. Tells the shop's key that the browser subscribed with: the call may be answered
 * by a process that has a newer or older key than the one that told it.
 */
const newSubscriptionBody = (subscription: PushSubscription) => {
  const { applicationServerKey: key } = subscription.options
  return { ...subscriptionBody(subscription), ...(key && { publicKey: base64urlOf(key) }) }
}

/**
 * Closes the notifications that the browser still shows: they may be for another member who used the browser before.
 */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

/**
 * Sends a push subscription of this browser, with the current session, to the server. Resolves to true if the session's
 * member gets notifications in this browser. Doesn't use `callApi`: if the session has ended, that would open a login
 * dialog although the user has pressed nothing.
 */
async function bindSubscription(subscription: PushSubscription): Promise<boolean> {
  const response = await fetch('/service/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriptionBody(subscription)),
  })
  if (!response.ok) return false
  const { on } = await response.json()
  if (!on) await closeNotices()
  return on === true
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

/**
 * True if the subscription was made with `key`, the shop's current key, or if the browser doesn't report the
 * subscription's key. The shop's key is derived from its secret AUTH_SECRET and changes with it.
 */
function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const subscribedKey = options.applicationServerKey
  return !subscribedKey || String(new Uint8Array(subscribedKey)) === String(key)
}

/**
 * Subscribes this browser at its push service, or returns its existing subscription. Replaces the existing subscription
 * if it was made with another key, or if `mustReplace` is true.
 */
async function subscribe(publicKey: string, mustReplace: boolean): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  const existing = await pushManager.getSubscription()
  if (existing && (mustReplace || !hasKey(existing, key))) await existing.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/**
 * Subscribes this browser anew if `subscription` was made with a former key of the shop, and has the server replace the
 * old subscription. The server can send to the old one only while it accepts the AUTH_SECRET from which the former key
 * was derived (docs/security.md#rotation). Resolves to the new subscription; null if none was needed, or if the server
 * doesn't tell its key. Doesn't ask the user, who has given the permission already.
 */
async function subscribeWithPresentKey(subscription: PushSubscription): Promise<PushSubscription | null> {
  const response = await fetch('/service/push')
  if (!response.ok) return null
  const { publicKey } = await response.json()
  if (hasKey(subscription, bytesOf(publicKey))) return null
  const renewed = await subscribe(publicKey, false)
  await fetch('/service/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...newSubscriptionBody(renewed), replaces: subscription.endpoint }),
  })
  return renewed
}

/**
 * Binds this browser's push subscription to the current session. Resolves to true if the session's member gets
 * notifications in this browser.
 */
export async function bindThisBrowser(): Promise<boolean> {
  if (missingSupport()) return false
  const subscription = await currentSubscription()
  if (!subscription || !(await bindSubscription(subscription))) return false
  const renewed = await subscribeWithPresentKey(subscription)
  // Another tab may have renewed the subscription at the same time, so the server is asked whether it has the new one.
  return renewed ? bindSubscription(renewed) : true
}

/**
 * Finds out, without asking the user, whether this browser shows notifications. Also binds its push subscription to the
 * current session (`bindThisBrowser`).
 */
export async function readDeviceState(): Promise<DeviceState> {
  const missing = missingSupport()
  if (missing) return missing
  if (Notification.permission === 'denied') return 'denied'
  return (await bindThisBrowser().catch(() => false)) ? 'on' : 'off'
}

const register = async (publicKey: string, mustReplace: boolean): Promise<ApiAnswer<{ on: boolean }>> =>
  callApi('POST', '/service/push', newSubscriptionBody(await subscribe(publicKey, mustReplace)))

async function subscribeAndRegister(): Promise<DeviceChange> {
  const key = await callApi<{ publicKey: string }>('GET', '/service/push')
  if (!key.ok) return { state: 'off', fault: key.message || pushTexts.failed }
  let answer = await register(key.body.publicKey, false)
  // Subscribes anew after a 409: another member has registered this endpoint with another secret, and a new
  // subscription has a new endpoint.
  if (answer.status === 409) answer = await register(key.body.publicKey, true)
  return answer.ok ? { state: 'on' } : { state: 'off', fault: answer.message || pushTexts.failed }
}

/**
 * Asks the user for the browser's permission, turns notifications on and returns the outcome. Call it only after the
 * user has pressed a button for this.
 */
export async function enableDevicePush(): Promise<DeviceChange> {
  const missing = missingSupport()
  if (missing) return { state: missing }
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { state: 'denied', fault: pushTexts.notAllowed }
  if (permission !== 'granted') return { state: 'off', fault: pushTexts.notAllowed }
  return subscribeAndRegister().catch(() => ({ state: 'off', fault: pushTexts.failed }))
}

/**
 * Turns notifications off and returns the outcome. Tells the server first, so that no notification is sent even if the
 * browser fails to unsubscribe.
 */
export async function disableDevicePush(): Promise<DeviceChange> {
  try {
    const subscription = await currentSubscription()
    if (!subscription) return { state: 'off' }
    const answer = await callApi('DELETE', '/service/push', { endpoint: subscription.endpoint })
    if (!answer.ok) return { state: 'on', fault: answer.message || pushTexts.failed }
    await subscription.unsubscribe()
    return { state: 'off' }
  } catch {
    return { state: await readDeviceState(), fault: pushTexts.failed }
  }
}
