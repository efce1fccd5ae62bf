import { randomKey } from '../chrome/attempt.ts'

/** What the callback page posts to its opener (docs/product.md#login). */
export interface CallbackMessage {
  readonly source: string
  readonly state: string
  readonly code: string
}

/** The code of a login, or why there is none: the browser opened no window, or it brought nothing back. */
export type WindowOutcome = { readonly code: string; readonly state: string } | 'blocked' | 'failed'

interface WindowMessage {
  readonly origin: string
  readonly data: unknown
}

/**
 * What a message says to a login that waits for `state`: nothing, unless it comes from our own callback page and carries
 * the state that only this login's window was given.
 */
export function outcomeOf(
  { origin, data }: WindowMessage,
  awaited: { readonly origin: string; readonly source: string; readonly state: string },
): WindowOutcome | null {
  const message = Object(data) as Partial<CallbackMessage>
  if (origin !== awaited.origin || message.source !== awaited.source || message.state !== awaited.state) return null
  return typeof message.code === 'string' && message.code !== ''
    ? { code: message.code, state: awaited.state }
    : 'failed'
}

const LOOKS = 'popup,width=480,height=720'
const LOOK_EVERY = 300
/** A callback page posts and closes: its message may arrive a moment after its window is closed. */
const GONE_FOR = 3

interface WindowRequest {
  readonly authorizeUrl: string
  readonly source: string
  /** Begins the random state, where the login is for something else than to sign in. */
  readonly statePrefix?: string
  /** Gives up: the same window is wanted for another login. */
  readonly signal: AbortSignal
}

/** Opens the provider's page and waits for what it brings. Call it in a click, or the browser blocks the window. */
export function askInWindow({ authorizeUrl, source, statePrefix = '', signal }: WindowRequest): Promise<WindowOutcome> {
  const state = statePrefix + randomKey()
  const popup = window.open(`${authorizeUrl}&state=${state}`, 'sns-sign-in', LOOKS)
  if (!popup) return Promise.resolve('blocked')
  popup.focus()
  return new Promise((resolve) => {
    let gone = 0
    const end = (outcome: WindowOutcome) => {
      clearInterval(watch)
      removeEventListener('message', onMessage)
      resolve(outcome)
    }
    const onMessage = (event: MessageEvent) => {
      const outcome = outcomeOf(event, { origin: location.origin, source, state })
      if (outcome) end(outcome)
    }
    const watch = setInterval(() => {
      gone = popup.closed ? gone + 1 : 0
      if (gone >= GONE_FOR) end('failed')
    }, LOOK_EVERY)
    addEventListener('message', onMessage)
    signal.addEventListener('abort', () => end('failed'))
  })
}
