import { randomText } from '../chrome/attempt.ts'

/**
 * Message with a code of Naver or Kakao. The callback page in the popup posts it to the page that opened the popup
 * (docs/product.md#login).
 */
export interface CallbackMessage {
  /** Identifies Naver or Kakao, by a value of `snsMessageSources`. */
  readonly source: string
  /** The random `state` with which the popup was opened. */
  readonly state: string
  /** '' if the login failed. */
  readonly code: string
}

/**
 * How a login in the popup ended: with a code of Naver or Kakao, or 'blocked' if the browser refused to open the popup,
 * or 'failed'. A login also counts as failed if another login was started after it.
 */
export type PopupOutcome = { readonly code: string; readonly state: string } | 'blocked' | 'failed'

interface WindowMessage {
  readonly origin: string
  readonly data: unknown
}

/**
 * Outcome of a login, from a `message` event of the window. Null for a message to ignore: it isn't from the shop's
 * callback page, or has another `state` than this login's popup.
 */
export function outcomeOfMessage(
  { origin, data }: WindowMessage,
  expected: { readonly origin: string; readonly source: string; readonly state: string },
): PopupOutcome | null {
  const message = Object(data) as Partial<CallbackMessage>
  if (origin !== expected.origin || message.source !== expected.source || message.state !== expected.state) return null
  return typeof message.code === 'string' && message.code !== ''
    ? { code: message.code, state: expected.state }
    : 'failed'
}

const POPUP_FEATURES = 'popup,width=480,height=720'
const POPUP_CHECK_MS = 300
/**
 * Number of consecutive checks that must find the popup closed before the login counts as failed. The callback page's
 * message may arrive shortly after the popup has closed.
 */
const CLOSED_CHECK_COUNT = 3

interface PopupLogin {
  readonly authorizeUrl: string
  readonly source: string
  /** The `state` of this login, made by `newLoginState`. */
  readonly state: string
  /** Aborted when another login is started; the promise then resolves to 'failed'. */
  readonly signal: AbortSignal
}

/**
 * A random `state` for a login. `prefix` is the prefix by which the server distinguishes a re-authentication from a
 * login.
 */
export const newLoginState = (prefix = ''): string => prefix + randomText()

export const urlWithState = (authorizeUrl: string, state: string): string => `${authorizeUrl}&state=${state}`

/**
 * Opens the login page of Naver or Kakao in a popup. Resolves to the outcome of the login. Call it in a click handler;
 * otherwise the browser blocks the popup.
 */
export function logInByPopup({ authorizeUrl, source, state, signal }: PopupLogin): Promise<PopupOutcome> {
  const popup = window.open(urlWithState(authorizeUrl, state), 'sns-sign-in', POPUP_FEATURES)
  if (!popup) return Promise.resolve('blocked')
  popup.focus()
  return new Promise((resolve) => {
    let closedChecks = 0
    const end = (outcome: PopupOutcome) => {
      clearInterval(timer)
      removeEventListener('message', onMessage)
      resolve(outcome)
    }
    const onMessage = (event: MessageEvent) => {
      const outcome = outcomeOfMessage(event, { origin: location.origin, source, state })
      if (outcome) end(outcome)
    }
    const timer = setInterval(() => {
      closedChecks = popup.closed ? closedChecks + 1 : 0
      if (closedChecks >= CLOSED_CHECK_COUNT) end('failed')
    }, POPUP_CHECK_MS)
    addEventListener('message', onMessage)
    signal.addEventListener('abort', () => end('failed'))
  })
}
