import { pushTexts } from '#lib/push/labels.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'

/**
 * Whether this browser shows notices. `install`: iOS shows them only for a shop that was added to the home screen.
 * `denied`: the user has forbidden this site to show any, and only he can allow it again, in the browser's settings.
 */
export type DeviceState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Outcome of turning notices on or off: the state afterwards and, if it failed, a message for the user. */
export type DeviceChange = { readonly state: DeviceState; readonly fault?: string }

const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Why this browser can't show notices at all; null if it can. */
function missingSupport(): 'unsupported' | 'install' | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null
  return isIos() && !isInstalled() ? 'install' : 'unsupported'
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const described = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint, keys }
}

/** Closes the notices that the browser still shows, which may be those of a member who used it before. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

/**
 * Sends this browser's subscription to the shop with the session that is signed in here, and returns whether its member
 * gets notices here. Doesn't use `callApi`, which would open the login dialog if the session has ended: the user has
 * asked for nothing.
 */
export async function bindThisBrowser(): Promise<boolean> {
  if (missingSupport()) return false
  const subscription = await currentSubscription()
  if (!subscription) return false
  const response = await fetch('/service/push', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(described(subscription)),
  })
  if (!response.ok) return false
  const { on } = await response.json()
  if (!on) await closeNotices()
  return on === true
}

/** Asks browser and shop whether this browser shows notices. Never asks the user. */
export async function deviceState(): Promise<DeviceState> {
  const missing = missingSupport()
  if (missing) return missing
  if (Notification.permission === 'denied') return 'denied'
  return (await bindThisBrowser().catch(() => false)) ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

/**
 * False if the browser is known to have subscribed with another key than the shop's present one, as before a change of
 * AUTH_SECRET.
 */
function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey
  return !own || String(new Uint8Array(own)) === String(key)
}

/**
 * Subscribes this browser at its push service, or returns its present subscription; `afresh` replaces that by a new
 * one.
 */
async function subscribe(publicKey: string, afresh: boolean): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  const old = await pushManager.getSubscription()
  if (old && (afresh || !hasKey(old, key))) await old.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const register = async (publicKey: string, afresh: boolean): Promise<ApiAnswer<{ on: boolean }>> =>
  callApi('POST', '/service/push', described(await subscribe(publicKey, afresh)))

async function subscribeAndRegister(): Promise<DeviceChange> {
  const key = await callApi<{ publicKey: string }>('GET', '/service/push')
  if (!key.ok) return { state: 'off', fault: key.message || pushTexts.failed }
  let answer = await register(key.body.publicKey, false)
  // 409: the shop has this endpoint for another member, with another secret. A new subscription has an endpoint of its
  // own.
  if (answer.status === 409) answer = await register(key.body.publicKey, true)
  return answer.ok ? { state: 'on' } : { state: 'off', fault: answer.message || pushTexts.failed }
}

/**
 * Asks the user for the browser's permission and turns notices on. Call it only when he has pressed a button for it.
 */
export async function turnOn(): Promise<DeviceChange> {
  const missing = missingSupport()
  if (missing) return { state: missing }
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { state: 'denied', fault: pushTexts.notAllowed }
  if (permission !== 'granted') return { state: 'off', fault: pushTexts.notAllowed }
  return subscribeAndRegister().catch(() => ({ state: 'off', fault: pushTexts.failed }))
}

/** Turns notices off, first at the shop, so that nothing is sent even if the browser then fails to unsubscribe. */
export async function turnOff(): Promise<DeviceChange> {
  try {
    const subscription = await currentSubscription()
    if (!subscription) return { state: 'off' }
    const answer = await callApi('DELETE', '/service/push', { endpoint: subscription.endpoint })
    if (!answer.ok) return { state: 'on', fault: answer.message || pushTexts.failed }
    await subscription.unsubscribe()
    return { state: 'off' }
  } catch {
    return { state: await deviceState(), fault: pushTexts.failed }
  }
}
