import { randomKey } from '../chrome/attempt.ts'

/** Message with the provider's code that the callback page in the popup posts to its opener (docs/product.md#login). */
export interface CallbackMessage {
  readonly source: string
  readonly state: string
  readonly code: string
}

/** How a login in the popup ended: with the provider's code, 'blocked' by the browser, or 'failed' without a code. */
export type PopupOutcome = { readonly code: string; readonly state: string } | 'blocked' | 'failed'

interface WindowMessage {
  readonly origin: string
  readonly data: unknown
}

/**
 * Outcome of a login from a `message` event of the window. Null if the message must be ignored, because it isn't from
 * the shop's callback page or doesn't have the `state` that was given to this login's popup.
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
  /** Prefix of the random state by which the server recognizes another purpose than signing in, a re-authentication. */
  readonly statePrefix?: string
  /** Aborts the wait for this login, when another one is started. */
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
