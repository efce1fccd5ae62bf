/**
 * A call that may be sent several times: its JSON body, the idempotency key under which the server executes the call at
 * most once (docs/contract.md#idempotency), and the time, in milliseconds, at which the key was made or, where it is
 * stored, last sent.
 */
export interface CallAttempt {
  readonly key: string
  readonly body: string
  readonly at: number
}

/**
 * A random text, for an idempotency key or the state of an SNS login. `crypto.randomUUID` exists on https and localhost
 * only, so it may be missing.
 */
export function randomText(source: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> = crypto): string {
  const bytes = () => source.getRandomValues(new Uint8Array(16))
  return source.randomUUID?.() ?? Array.from(bytes(), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Returns `last` if it has the same body, so that a retry reuses its idempotency key. Returns a new attempt with a new
 * key for any other body.
 */
export const callAttemptFor = (last: CallAttempt | null, body: string, newKey = randomText): CallAttempt =>
  last?.body === body ? last : { key: newKey(), body, at: Date.now() }

/**
 * True if the server may have executed a call that failed with this status: after a network failure (0) or a 5xx
 * response.
 */
export const isOutcomeUnknown = (status: number): boolean => status === 0 || status >= 500

/**
 * True if the page should be loaded again after a call with this status, because the server may have executed it. Not in
 * an outage (503): loading fails then too, and an error would replace the page with all that was typed in it.
 */
export const shouldReloadAfter = (status: number): boolean => isOutcomeUnknown(status) && status !== 503
