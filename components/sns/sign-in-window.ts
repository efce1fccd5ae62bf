import { randomKey } from '../chrome/attempt.ts'

/** Message that the callback page posts to its opener (docs/product.md#login). */
export interface CallbackMessage {
  readonly source: string
  readonly state: string
  readonly code: string
}

/** Code of a provider login; 'blocked' if the browser didn't open the popup, 'failed' if it returned no code. */
export type PopupOutcome = { readonly code: string; readonly state: string } | 'blocked' | 'failed'

interface WindowMessage {
  readonly origin: string
  readonly data: unknown
}

/**
 * Result in a window message for the login with `state`. Null for messages to ignore: only the shop's own callback
 * page with the state given to this login's popup counts.
 */
export function outcomeOfMessage(
  { origin, data }: WindowMessage,
  awaited: { readonly origin: string; readonly source: string; readonly state: string },
): PopupOutcome | null {
  const message = Object(data) as Partial<CallbackMessage>
  if (origin !== awaited.origin || message.source !== awaited.source || message.state !== awaited.state) return null
  return typeof message.code === 'string' && message.code !== ''
    ? { code: message.code, state: awaited.state }
    : 'failed'
}

const POPUP_FEATURES = 'popup,width=480,height=720'
const POPUP_CHECK_MS = 300
/**
 * Number of checks in a row that must find the popup closed before the login counts as failed: the callback page posts
 * and then closes, and its message may arrive a moment after the closing.
 */
const CLOSED_CHECK_COUNT = 3

interface PopupLogin {
  readonly authorizeUrl: string
  readonly source: string
  /** Prefix of the random state, for a login with a purpose other than signing in. */
  readonly statePrefix?: string
  /** Aborts the wait, because the popup is needed for another login. */
  readonly signal: AbortSignal
}

/**
 * Opens the provider's page in a popup and waits for the result. Call it in a click handler, or the browser blocks the
 * popup.
 */
export function logInByPopup({ authorizeUrl, source, statePrefix = '', signal }: PopupLogin): Promise<PopupOutcome> {
  const state = statePrefix + randomKey()
  const popup = window.open(`${authorizeUrl}&state=${state}`, 'sns-sign-in', POPUP_FEATURES)
  if (!popup) return Promise.resolve('blocked')
  popup.focus()
  return new Promise((resolve) => {
    let gone = 0
    const end = (outcome: PopupOutcome) => {
      clearInterval(watch)
      removeEventListener('message', onMessage)
      resolve(outcome)
    }
    const onMessage = (event: MessageEvent) => {
      const outcome = outcomeOfMessage(event, { origin: location.origin, source, state })
      if (outcome) end(outcome)
    }
    const watch = setInterval(() => {
      gone = popup.closed ? gone + 1 : 0
      if (gone >= CLOSED_CHECK_COUNT) end('failed')
    }, POPUP_CHECK_MS)
    addEventListener('message', onMessage)
    signal.addEventListener('abort', () => end('failed'))
  })
}
