import { pushTexts } from '#lib/push/labels.ts'
import { type ApiAnswer, callApi } from '../chrome/call-api.ts'

/**
 * Whether this browser shows notices. `install`: on iOS only a shop that was added to the home screen can. `denied`: its
 * user has forbidden them to this site, which only he can take back, in the browser's settings.
 */
export type DeviceState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Outcome of a press: the state after it, and what went wrong. */
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

/** Removes notices that are still shown, as those of a member who used this browser before. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}

/**
 * Tells the shop that its member is signed in in this browser, and returns whether he gets notices here. Not by `callApi`:
 * nothing may open a login that nobody asked for.
 */
export async function seeThisBrowser(): Promise<boolean> {
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

/** State of this browser, as browser and shop know it. Asks its user nothing. */
export async function deviceState(): Promise<DeviceState> {
  const missing = missingSupport()
  if (missing) return missing
  if (Notification.permission === 'denied') return 'denied'
  return (await seeThisBrowser().catch(() => false)) ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))

/** True unless the subscription was made with another key, as before the shop changed its secret. */
function hasKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey
  return !own || String(new Uint8Array(own)) === String(key)
}

/** Subscribes this browser; `afresh`: under a new endpoint. */
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
  // Another member's, by keys that the shop doesn't know: a new subscription is nobody's.
  if (answer.status === 409) answer = await register(key.body.publicKey, true)
  return answer.ok ? { state: 'on' } : { state: 'off', fault: answer.message || pushTexts.failed }
}

/** Asks the browser's user for permission and turns notices on. Call it only when he has pressed for it. */
export async function turnOn(): Promise<DeviceChange> {
  const missing = missingSupport()
  if (missing) return { state: missing }
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { state: 'denied', fault: pushTexts.notAllowed }
  if (permission !== 'granted') return { state: 'off', fault: pushTexts.notAllowed }
  return subscribeAndRegister().catch(() => ({ state: 'off', fault: pushTexts.failed }))
}

/** Turns notices off, first at the shop: a browser that then fails to unsubscribe is sent nothing. */
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
